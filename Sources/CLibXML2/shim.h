#ifndef SZ_CLIBXML2_SHIM_H
#define SZ_CLIBXML2_SHIM_H

/* The one function that is called, as <libxml/HTMLparser.h> declares it. The header itself is left out: it brings in
   those of ICU, which clash with Foundation's own, and marks the function deprecated from libxml2 2.15 on. */
int htmlEncodeEntities(
    unsigned char *out, int *outlen, const unsigned char *in, int *inlen, int quoteChar);

#endif
