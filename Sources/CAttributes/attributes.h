/* Extended attributes, which Swift's own modules of the C library leave out on Linux. */
#include <sys/types.h>
#include <sys/xattr.h>
