// Package grammar reads source files of languages other than Go with tree-sitter's parsers, which
// run as WebAssembly in this process: no C, no other program. A module a language is part of kb,
// and is unpacked and compiled when the first file of its language is read. The syntax tree comes
// back as flat records; what its nodes mean is told by the rules of each language, in Go.
//
// # Limitations
//
// Only amd64 and arm64 are read: elsewhere WebAssembly would be interpreted, fifty times slower.
// Local variables are told from other names by where they are bound, not by when. Macros of C and
// C++ are not expanded, so what only a macro makes is not seen.
package grammar

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"sync"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"

	"github.com/9aea2451/kb/kb/code"
)

//go:embed modules
var modules embed.FS

// memoryPages is how much memory a module may have, in pages of 64 KiB: 256 MiB.
const memoryPages = 4096

// ErrUnavailable is the error of a machine on which only Go is read.
var ErrUnavailable = errors.New("languages other than Go are read on amd64 and arm64 only")

// Version changes whenever the same bytes are read otherwise.
const Version = "8"

// Available reports whether the languages of this package can be read on this machine.
func Available() bool {
	cpu := runtime.GOARCH == "amd64" || runtime.GOARCH == "arm64"
	switch runtime.GOOS {
	case "linux", "darwin", "windows", "freebsd", "netbsd", "dragonfly", "solaris":
		return cpu
	}
	return false
}

// Languages returns the languages that are read, in the words of code.Language.
func Languages() []string {
	return []string{"c", "cpp", "java", "javascript", "python", "rust", "tsx", "typescript"}
}

// Engine holds the modules that Readers share. It is safe for concurrent use.
type Engine struct {
	cache   string
	mu      sync.Mutex
	modules map[string]*module
}

// New returns an engine that keeps what it compiled in a folder of the user's own, which is made
// when it is needed; "" keeps nothing. Nothing is opened before the first file is read.
func New(cache string) *Engine { return &Engine{cache: cache, modules: map[string]*module{}} }

// Close frees what the engine compiled. Its readers are of no use afterwards.
func (e *Engine) Close() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	var errs []error
	for _, m := range e.modules {
		errs = append(errs, m.close())
	}
	clear(e.modules)
	return errors.Join(errs...)
}

// module is one language, compiled.
type module struct {
	rules   *rules
	once    sync.Once
	err     error
	runtime wazero.Runtime
	cache   wazero.CompilationCache
	code    wazero.CompiledModule
	symbols []string    // the name of each symbol of the grammar
	fields  []string    // of each field
	marks   []byte      // see marks in the shim
	visits  []visitFunc // the rule of each symbol, nil for none
}

// module returns a language, unpacked and compiled.
func (e *Engine) module(ctx context.Context, language string) (*module, error) {
	e.mu.Lock()
	m := e.modules[language]
	if m == nil {
		m = &module{rules: rulesOf(language)}
		e.modules[language] = m
	}
	e.mu.Unlock()
	m.once.Do(func() { m.err = m.load(context.WithoutCancel(ctx), language, e.cache) })
	return m, m.err
}

// close frees what compile made, and does nothing where it never ran. Instances of the module are
// of no use afterwards.
func (m *module) close() error {
	if m.runtime == nil {
		return nil
	}
	return errors.Join(m.runtime.Close(context.Background()), m.cache.Close(context.Background()))
}

// unpack returns the module of a language.
func unpack(language string) ([]byte, error) {
	packed, err := modules.ReadFile("modules/" + language + ".wasm.gz")
	if err != nil {
		return nil, err
	}
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(r)
}

// load compiles a module, or takes what an earlier process compiled, and asks for its names.
func (m *module) load(ctx context.Context, language, cache string) error {
	if !Available() {
		return ErrUnavailable
	}
	wasm, err := unpack(language)
	if err != nil {
		return err
	}
	sum := sha256.Sum256(wasm)
	err = m.compile(ctx, wasm, newCompiled(cache, language+"-"+hex.EncodeToString(sum[:8])))
	if err != nil && cache != "" { // another process may have begun the folder anew meanwhile
		_ = m.close()
		err = m.compile(ctx, wasm, newCompiled("", ""))
	}
	if err != nil {
		return fmt.Errorf("the parser of %s: %w", language, err)
	}
	i, err := m.instantiate(ctx)
	if err != nil {
		return fmt.Errorf("the parser of %s: %w", language, err)
	}
	defer i.close(ctx)
	const room = 1 << 16
	if _, err := i.buffer(ctx, room); err != nil {
		return err
	}
	size, err := i.call(ctx, "names")
	if err != nil {
		return err
	}
	count, err := i.call(ctx, "symbols")
	if err != nil {
		return err
	}
	at, err := i.buffer(ctx, room)
	if err != nil {
		return err
	}
	text, ok := i.module.Memory().Read(at, uint32(size))
	if !ok {
		return errors.New("no names")
	}
	names := strings.Split(strings.TrimSuffix(string(text), "\x00"), "\x00")
	if len(names) < int(count) || size > room-100 {
		return errors.New("names are missing")
	}
	m.symbols, m.fields = names[:count], names[count:]
	m.marks, m.visits = make([]byte, count), make([]visitFunc, count)
	for s, name := range m.symbols {
		m.symbols[s], m.marks[s] = m.rules.mark(name)
		m.visits[s] = m.rules.visits[m.symbols[s]]
	}
	return nil
}

// compile makes the module's runtime and machine code, or takes the code out of kept where that is
// sound. Where it fails, what it made is left to close.
func (m *module) compile(ctx context.Context, wasm []byte, kept *compiled) error {
	config := wazero.NewRuntimeConfigCompiler().WithMemoryLimitPages(memoryPages)
	m.cache = kept.open()
	m.runtime = wazero.NewRuntimeWithConfig(ctx, config.WithCompilationCache(m.cache))
	_, err := m.runtime.NewHostModuleBuilder("kb").NewFunctionBuilder().
		WithGoFunction(api.GoFunc(stop), nil, []api.ValueType{api.ValueTypeI32}).Export("stop").Instantiate(ctx)
	if err != nil {
		return err
	}
	if m.code, err = m.runtime.CompileModule(ctx, wasm); err != nil {
		return err
	}
	kept.seal()
	return nil
}

// stop reports to a module whether the context of the call is over.
func stop(ctx context.Context, stack []uint64) {
	stack[0] = 0
	if ctx.Err() != nil {
		stack[0] = 1
	}
}

// unreadable is code.ErrUnreadable with its reason.
func unreadable(why string) error { return fmt.Errorf("%w: %s", code.ErrUnreadable, why) }
