/* The floor for sz-htmlenc: libxml2 called once for each line of plain text, with room for any answer. */
#include <libxml/HTMLparser.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int count, char **arguments) {
  FILE *file = count > 1 ? fopen(arguments[1], "rb") : stdin;
  if (!file) return 2;
  size_t room = 1 << 20;
  unsigned char *output = malloc(10 * room + 16);
  char *line = malloc(room);
  static char buffer[1 << 17];
  setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
  while (fgets(line, (int)room, file)) {
    int consumed = (int)strlen(line), produced = (int)(10 * room + 16);
    if (htmlEncodeEntities(output, &produced, (unsigned char *)line, &consumed, '"') != 0) return 2;
    fwrite(output, 1, (size_t)produced, stdout);
  }
  return fflush(stdout) == 0 ? 0 : 2;
}
