#ifndef SZ_CLIBXML2_SHIM_H
#define SZ_CLIBXML2_SHIM_H

#include <libxml/HTMLparser.h>

/* The function is marked deprecated from libxml2 2.15 on, and still there. */
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wdeprecated-declarations"
static inline int sz_html_encode_entities(
    unsigned char *out, int *outlen, const unsigned char *in, int *inlen, int quote) {
  return htmlEncodeEntities(out, outlen, in, inlen, quote);
}
#pragma clang diagnostic pop

#endif
