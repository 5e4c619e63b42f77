/* Extended attributes and what malloc(3) can be told, which Swift's own modules of the C library leave out on Linux. */
#include <malloc.h>
#include <sys/types.h>
#include <sys/xattr.h>
