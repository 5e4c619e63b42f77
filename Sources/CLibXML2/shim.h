#ifndef SZ_CLIBXML2_SHIM_H
#define SZ_CLIBXML2_SHIM_H

/* The functions that are called, as <libxml/HTMLparser.h> and <libxml/xmlreader.h> declare them. The headers themselves are
   left out: they bring in those of ICU, which clash with Foundation's own, and mark htmlEncodeEntities deprecated from
   libxml2 2.15 on. */
int htmlEncodeEntities(
    unsigned char *out, int *outlen, const unsigned char *in, int *inlen, int quoteChar);

/* A reader is opaque, as there. */
typedef struct _xmlTextReader xmlTextReader;

xmlTextReader *xmlReaderForMemory(
    const char *buffer, int size, const char *url, const char *encoding, int options);
int xmlTextReaderRead(xmlTextReader *reader);
int xmlTextReaderNodeType(xmlTextReader *reader);
int xmlTextReaderDepth(xmlTextReader *reader);
const unsigned char *xmlTextReaderConstLocalName(xmlTextReader *reader);
const unsigned char *xmlTextReaderConstValue(xmlTextReader *reader);
int xmlTextReaderMoveToNextAttribute(xmlTextReader *reader);
int xmlTextReaderGetParserLineNumber(xmlTextReader *reader);
int xmlTextReaderGetParserColumnNumber(xmlTextReader *reader);
void xmlTextReaderSetErrorHandler(
    xmlTextReader *reader,
    void (*handler)(void *context, const char *message, int severity, void *locator), void *context);
void xmlFreeTextReader(xmlTextReader *reader);

#endif
