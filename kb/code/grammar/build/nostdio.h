// tree-sitter prints only for its own debugging. Included before everything else, this takes the C
// library's streams away, so that a module asks nothing of its host: no WASI, no files, no clock.
#include <stdio.h>
#include <stdlib.h>

static inline int no_stream(void) { return 0; }
static inline int no_text(char *to, size_t n) { if (n) *to = 0; return 0; }

#define fprintf(...) no_stream()
#define vfprintf(...) no_stream()
#define printf(...) no_stream()
#define puts(...) no_stream()
#define fputs(...) no_stream()
#define fputc(...) no_stream()
#define fwrite(...) no_stream()
#define fflush(...) no_stream()
#define fclose(...) no_stream()
#define fdopen(...) ((FILE *)0)
#define _fdopen(...) ((FILE *)0)
#define snprintf(to, n, ...) no_text(to, n)
#define vsnprintf(to, n, ...) no_text(to, n)
#define abort() __builtin_trap()
