package grammar

import (
	"bytes"
	"context"
	"errors"
	"path"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/9aea2451/kb/kb/code"
)

// Limits of one file. Ordinary code takes 2 to 6 steps a byte, and 0.4 s of CPU a MB.
const (
	baseSteps = 4_000_000
	byteSteps = 24               // more for each byte
	maxTime   = 20 * time.Second // for a machine that is slow or busy; steps end most files before
	maxDepth  = 5_000            // of the syntax tree; what is deeper is left out
	bigMemory = 48 << 20         // bytes of an instance above which it is not used again
)

// Reader reads files in the languages of its engine. It is for one goroutine at a time, and keeps
// an instance of each language that it read.
type Reader struct {
	engine    *Engine
	instances map[string]*instance
}

// Reader returns a reader. Close gives its memory back.
func (e *Engine) Reader() *Reader { return &Reader{engine: e, instances: map[string]*instance{}} }

// Close gives the memory of the reader back. There is no error.
func (r *Reader) Close() error {
	for _, i := range r.instances {
		i.close(context.Background())
	}
	clear(r.instances)
	return nil
}

// Read reads a file whose language its path tells. The errors are those of code.Reader, and
// ErrUnavailable.
func (r *Reader) Read(ctx context.Context, path string, source []byte) (code.File, error) {
	language := languageOf(path, source)
	if !slices.Contains(Languages(), language) {
		return code.File{}, unreadable("no language is known by its name")
	}
	if err := ctx.Err(); err != nil {
		return code.File{}, err
	}
	source, why := readable(source)
	if why != "" {
		return code.File{}, unreadable(why)
	}
	m, err := r.engine.module(ctx, language)
	if err != nil {
		return code.File{}, err
	}
	parsed := source
	if language == "c" || language == "cpp" {
		parsed = withoutAnnotations(source)
	}
	nodes, deep, err := r.parse(ctx, m, language, parsed)
	if err != nil {
		return code.File{}, err
	}
	f := read(newTree(source, nodes, m), language)
	f.Partial = f.Partial || deep
	return f, nil
}

// parse returns the syntax tree of a source. An instance that failed or has grown is closed: memory
// of WebAssembly never shrinks.
func (r *Reader) parse(ctx context.Context, m *module, language string, source []byte) ([]record, bool, error) {
	limited, cancel := context.WithTimeout(ctx, maxTime)
	defer cancel()
	i := r.instances[language]
	if i == nil {
		var err error
		if i, err = m.instantiate(limited); err != nil {
			return nil, false, err
		}
		r.instances[language] = i
	}
	nodes, deep, err := i.parse(limited, source, baseSteps+byteSteps*uint64(len(source)), maxDepth)
	if err != nil || i.module.Memory().Size() > bigMemory {
		i.close(ctx)
		delete(r.instances, language)
	}
	if ctx.Err() != nil {
		return nil, false, ctx.Err()
	}
	if err != nil && !errors.Is(err, code.ErrUnreadable) {
		err = unreadable("the parser gave up: " + firstLine(err.Error()))
	}
	return nodes, deep, err
}

// firstLine cuts off the stack that wazero writes below its errors.
func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}

// read applies the rules of a language to a syntax tree.
func read(t *tree, language string) code.File {
	r := &reading{tree: t, symbol: -1, scopes: []scope{{outer: -1}}, named: map[string]bool{}, extents: map[node]extent{}}
	r.Language = language
	for n := range node(len(t.nodes)) {
		if isComment(t.kind(n)) {
			r.comments = append(r.comments, n)
		}
	}
	if len(t.nodes) > 0 {
		r.visit(0)
	}
	kept := r.Uses[:0]
	for i, u := range r.Uses {
		m := r.pending[i]
		typ, local := r.local(m.scope, m.root)
		switch {
		case u.Qualifier == "" && local:
			continue
		case u.Qualifier == "?":
			u.Type = r.expand(u.Type, m.scope)
		case local:
			u.Type = r.expand(typ, m.scope)
		}
		u.Type = strings.ReplaceAll(u.Type, "?", "")
		if len(u.Type) > code.MaxText {
			u.Type = ""
		}
		if local && u.Type == "" && u.Qualifier != "?" && !isOwnName(m.root) {
			u.Type = code.UnknownType
		}
		kept = append(kept, u)
	}
	r.Uses = kept
	order := make([]int, len(r.Symbols))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return r.Symbols[a].NameSpan.Start - r.Symbols[b].NameSpan.Start })
	place, sorted := make([]int, len(order)), make([]code.Symbol, len(order))
	for to, from := range order {
		place[from], sorted[to] = to, r.Symbols[from]
	}
	r.Symbols = sorted
	for i := range r.Uses {
		if in := r.Uses[i].In; in >= 0 {
			r.Uses[i].In = place[in]
		}
	}
	slices.SortStableFunc(r.Uses, func(a, b code.Use) int { return a.Span.Start - b.Span.Start })
	slices.SortStableFunc(r.Imports, func(a, b code.Import) int { return a.Line - b.Line })
	return r.File
}

// readable returns a source in which bytes that are no UTF-8 are question marks, as comments in old
// files have some; or why it need not be parsed. Parsers take seconds for a megabyte of no text.
func readable(source []byte) (text []byte, why string) {
	switch {
	case len(source) > code.MaxSize:
		return nil, "it is too long"
	case bytes.IndexByte(source, 0) >= 0:
		return nil, "it is no text"
	case utf8.Valid(source):
		return source, ""
	}
	text, bad := slices.Clone(source), 0
	for i := 0; i < len(text); {
		c, size := utf8.DecodeRune(text[i:])
		if c == utf8.RuneError && size == 1 {
			text[i] = '?'
			bad++
		}
		i += size
	}
	if bad > 64+len(text)/100 {
		return nil, "it is no UTF-8"
	}
	return text, ""
}

// languageOf returns the language of a file. Headers of C++ are often named as those of C are.
func languageOf(name string, source []byte) string {
	language := code.Language(name)
	if language == "c" && strings.EqualFold(path.Ext(name), ".h") && isCPP(source) {
		return "cpp"
	}
	return language
}

// isCPP reports whether a header has what C has not.
func isCPP(source []byte) bool {
	for _, word := range []string{"namespace ", "class ", "template <", "template<", "using ", "public:", "private:"} {
		for rest := source; ; {
			i := bytes.Index(rest, []byte(word))
			if i < 0 {
				break
			}
			if begin := bytes.LastIndexByte(rest[:i], '\n') + 1; len(bytes.TrimSpace(rest[begin:i])) == 0 {
				return true
			}
			rest = rest[i+len(word):]
		}
	}
	return false
}

// rulesOf returns the rules of a language, nil for one that is not known here.
func rulesOf(language string) *rules {
	switch language {
	case "python":
		return &rules{
			leaves:  []string{"string_content", "escape_sequence"},
			dropped: []string{"integer", "float", "string_start", "string_end", "line_continuation"},
			visits: map[string]visitFunc{
				"decorated_definition":     pyDecorated,
				"function_definition":      func(r *reading, n node) { pyFunction(r, n, n) },
				"class_definition":         func(r *reading, n node) { pyClass(r, n, n) },
				"lambda":                   pyLambda,
				"list_comprehension":       block,
				"set_comprehension":        block,
				"dictionary_comprehension": block,
				"generator_expression":     block,
				"import_statement":         pyImport,
				"import_from_statement":    pyImportFrom,
				"future_import_statement":  pyImportFrom,
				"assignment":               pyAssignment,
				"augmented_assignment":     pyAssignment,
				"named_expression":         pyNamedExpression,
				"for_statement":            pyFor,
				"for_in_clause":            pyFor,
				"as_pattern":               pyAsPattern,
				"case_pattern":             pyCasePattern,
				"global_statement":         pyGlobal,
				"nonlocal_statement":       ignore,
				"type_alias_statement":     pyTypeAlias,
				"call":                     pyCall,
				"attribute":                func(r *reading, n node) { pyAttribute(r, n, false) },
				"identifier":               func(r *reading, n node) { r.use(n, "", "", false) },
				"keyword_argument":         func(r *reading, n node) { r.visit(r.child(n, "value")) },
			},
		}
	case "javascript", "typescript", "tsx":
		return scriptRules()
	case "rust":
		return rustRules()
	case "java":
		return javaRules()
	case "c", "cpp":
		return cRules()
	}
	return nil
}
