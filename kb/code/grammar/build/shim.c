// The bridge between kb and tree-sitter: one WebAssembly module a language, which is given a source
// text and answers with its syntax tree as flat records. What the nodes mean is decided in Go.
//
// The whole runtime is included, so that the compiler sees one unit and nothing unused is kept.
#include "lib.c"

#include <stdint.h>
#include <string.h>

#define EXPORT(name) __attribute__((export_name(#name), visibility("default"))) name

// The grammar of this module: -DLANGUAGE=tree_sitter_python.
extern const TSLanguage *LANGUAGE(void);

// Whether the caller wants an end: its time is over, or somebody pressed Ctrl-C.
__attribute__((import_module("kb"), import_name("stop"))) extern int stop(void);

// A node in the order of the source, before its children. 16 bytes, little-endian.
typedef struct {
  uint32_t word;  // symbol in the low 16 bits, field in the next 8, then flags
  uint32_t start; // the first byte
  uint32_t end;   // the byte after the last
  uint32_t next;  // the index of the first record that is not below this one
} Record;

enum { flag_named = 1, flag_error = 2, flag_missing = 4 };      // of a record
enum { skip = 0, keep = 1, leaf = 2, through = 3 };             // of a symbol: see marks
enum { err_stopped = -1, err_steps = -2, err_memory = -3 };     // of parse
enum { chunk = 4096, cost_chunk = 250, cost_ops = 100, cost_alloc = 4 }; // of the count of steps

static TSParser *parser;
static uint8_t *input, *marks_of;
static uint32_t input_size, input_room, names_size;
static Record *records;
static uint32_t count, room, max_depth, deep;
static uint64_t steps, max_steps;
static int ended;

// Every way in which tree-sitter works is counted: operations of the parser, bytes of the lexer,
// memory asked for. One of them alone misses some hostile input; together they follow the time
// within a factor of about three, and unlike a clock they count the same on every machine.
static int spend(uint32_t n) {
  steps += n;
  if (!ended && steps > max_steps) ended = err_steps;
  return ended;
}

// Memory that is not to be had ends the instance: the runtime does not look at what it was given.
static void *sure(void *p, size_t n) {
  spend(cost_alloc + n / 256);
  if (!p && n) __builtin_trap();
  return p;
}

static void *count_malloc(size_t n) { return sure(malloc(n), n); }
static void *count_calloc(size_t n, size_t size) { return sure(calloc(n, size), n * size); }
static void *count_realloc(void *p, size_t n) { return sure(realloc(p, n), n); }

static bool progress(TSParseState *state) {
  (void)state;
  spend(cost_ops);
  if (!ended && stop()) ended = err_stopped;
  return ended != 0;
}

// Gives the lexer the text in small parts, so that a long scan is seen; an ended parse sees no more.
static const char *give(void *payload, uint32_t at, TSPoint point, uint32_t *size) {
  (void)payload, (void)point;
  *size = 0;
  if (spend(cost_chunk) || at >= input_size) return "";
  *size = input_size - at < chunk ? input_size - at : chunk;
  return (const char *)input + at;
}

// The room for a source of n bytes.
uint8_t *EXPORT(buf)(uint32_t n) {
  if (n > input_room) {
    free(input);
    input = malloc(n);
    input_room = input ? n : 0;
  }
  return input;
}

// The names of all symbols and then of all fields, in the buffer, each ended by a zero byte.
// A name that begins with a byte of 1 is of an anonymous symbol. Returns the size in bytes.
static uint32_t add_name(uint32_t at, const char *name, int anonymous) {
  uint32_t n = name ? strlen(name) : 0;
  if (at + n + 2 > input_room) return at;
  if (anonymous) input[at++] = 1;
  if (n) memcpy(input + at, name, n);
  input[at + n] = 0;
  return at + n + 1;
}

uint32_t EXPORT(names)(void) {
  const TSLanguage *l = LANGUAGE();
  uint32_t at = 0;
  for (uint32_t i = 0; i < ts_language_symbol_count(l); i++)
    at = add_name(at, ts_language_symbol_name(l, i), ts_language_symbol_type(l, i) != TSSymbolTypeRegular);
  for (uint32_t i = 0; i <= ts_language_field_count(l); i++) at = add_name(at, ts_language_field_name_for_id(l, i), 0);
  return at;
}

uint32_t EXPORT(symbols)(void) { return ts_language_symbol_count(LANGUAGE()); }

// A byte for each symbol that the caller may change: skip it with what is below, keep it, keep it
// without what is below, or keep only what is below. Named symbols are kept at first.
uint8_t *EXPORT(marks)(void) { return marks_of; }

// Starts the module: 1, or 0 when there is no memory or grammar and runtime do not fit.
int EXPORT(start)(void) {
  const TSLanguage *l = LANGUAGE();
  uint32_t n = ts_language_symbol_count(l);
  ts_set_allocator(count_malloc, count_calloc, count_realloc, free);
  max_steps = UINT64_MAX;
  parser = ts_parser_new();
  marks_of = malloc(n);
  if (!parser || !marks_of || !ts_parser_set_language(parser, l)) return 0;
  for (uint32_t i = 0; i < n; i++) marks_of[i] = ts_language_symbol_type(l, i) == TSSymbolTypeRegular ? keep : skip;
  return 1;
}

static int emit(TSNode node, TSTreeCursor *cursor) {
  if (count == room) {
    uint32_t more = room ? room * 2 : 4096;
    Record *p = realloc(records, (size_t)more * sizeof(Record));
    if (!p) return 0;
    records = p, room = more;
  }
  uint32_t flags = (ts_node_is_named(node) ? flag_named : 0) | (ts_node_is_error(node) ? flag_error : 0) |
                   (ts_node_is_missing(node) ? flag_missing : 0);
  uint32_t field = ts_tree_cursor_current_field_id(cursor);
  records[count] = (Record){ts_node_symbol(node) | field << 16 | flags << 24, ts_node_start_byte(node), ts_node_end_byte(node), count + 1};
  count++;
  return 1;
}

// Writes the records of the tree. Depth beyond max_depth is left out, and told by deep.
static int flatten(TSTree *tree) {
  static uint32_t above[65536]; // the record of each node on the way down, or none
  const uint32_t none = UINT32_MAX;
  uint32_t depth = 0, symbols = ts_language_symbol_count(LANGUAGE());
  TSTreeCursor cursor = ts_tree_cursor_new(ts_tree_root_node(tree));
  for (;;) {
    TSNode node = ts_tree_cursor_current_node(&cursor);
    TSSymbol symbol = ts_node_symbol(node);
    uint8_t mark = symbol < symbols ? marks_of[symbol] : keep; // an error has a symbol beyond all others
    above[depth] = none;
    if (mark == keep || mark == leaf) {
      above[depth] = count;
      if (!emit(node, &cursor)) { ended = err_memory; break; }
    }
    if (spend(1) || (count % 4096 == 4095 && stop() && (ended = err_stopped))) break;
    if (depth + 1 >= max_depth) deep = 1;
    else if ((mark == keep || mark == through) && ts_tree_cursor_goto_first_child(&cursor)) { depth++; continue; }
    for (;;) {
      if (above[depth] != none) records[above[depth]].next = count;
      if (ts_tree_cursor_goto_next_sibling(&cursor)) break;
      if (depth-- == 0 || !ts_tree_cursor_goto_parent(&cursor)) goto done;
    }
  }
done:
  ts_tree_cursor_delete(&cursor);
  return ended;
}

// Parses the first n bytes of the buffer and flattens the tree, at the cost of so many steps and to
// such a depth (at most 65536) at most. Returns the number of records, or less than 0 (err_*).
int32_t EXPORT(parse)(uint32_t n, uint64_t limit, uint32_t depth) {
  input_size = n, steps = 0, max_steps = limit, max_depth = depth < 65536 ? depth : 65536, count = 0, deep = 0, ended = 0;
  TSInput text = {NULL, give, TSInputEncodingUTF8, NULL};
  TSTree *tree = ts_parser_parse_with_options(parser, NULL, text, (TSParseOptions){NULL, progress});
  if (tree && !ended) flatten(tree);
  if (tree) ts_tree_delete(tree);
  else if (!ended) ended = err_memory;
  ts_parser_reset(parser);
  return ended ? ended : (int32_t)count;
}

Record *EXPORT(out)(void) { return records; }
uint32_t EXPORT(too_deep)(void) { return deep; }
uint64_t EXPORT(spent)(void) { return steps; }
