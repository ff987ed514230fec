package grammar

import (
	"context"
	"encoding/binary"
	"errors"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
)

// instance is a module with memory of its own, for one goroutine at a time.
type instance struct{ module api.Module }

// instantiate makes an instance: 1 to 4 ms.
func (m *module) instantiate(ctx context.Context) (*instance, error) {
	// The name must be empty for there to be several.
	module, err := m.runtime.InstantiateModule(ctx, m.code, wazero.NewModuleConfig().WithName("").WithStartFunctions("_initialize"))
	if err != nil {
		return nil, err
	}
	i := &instance{module}
	started, err := i.call(ctx, "start")
	if err == nil && started != 1 {
		err = errors.New("the module does not start")
	}
	if err == nil && m.marks != nil {
		err = i.mark(ctx, m.marks)
	}
	if err != nil {
		i.close(ctx)
		return nil, err
	}
	return i, nil
}

// close frees the memory of the instance, also where ctx is over.
func (i *instance) close(ctx context.Context) { _ = i.module.Close(context.WithoutCancel(ctx)) }

// call calls a function of the module that gives one number.
func (i *instance) call(ctx context.Context, name string, args ...uint64) (uint64, error) {
	results, err := i.module.ExportedFunction(name).Call(ctx, args...)
	if err != nil {
		return 0, err
	}
	return results[0], nil
}

// buffer returns the place of the module's buffer, which has room for n bytes.
func (i *instance) buffer(ctx context.Context, n int) (uint32, error) {
	at, err := i.call(ctx, "buf", uint64(n))
	if err == nil && at == 0 {
		err = errors.New("no memory")
	}
	return uint32(at), err
}

// mark tells the module which nodes are wanted.
func (i *instance) mark(ctx context.Context, marks []byte) error {
	at, err := i.call(ctx, "marks")
	if err == nil && !i.module.Memory().Write(uint32(at), marks) {
		err = errors.New("no memory")
	}
	return err
}

// Why a parse ended early, as the shim has it.
const (
	endedStopped = -1
	endedSteps   = -2
)

// parse returns the records of a source, and whether it nests deeper than depth. The error is one of
// the context, of code.ErrUnreadable, or of the instance, which is then of no more use.
func (i *instance) parse(ctx context.Context, source []byte, steps uint64, depth int) ([]record, bool, error) {
	at, err := i.buffer(ctx, max(len(source), 1))
	if err != nil {
		return nil, false, err
	}
	if !i.module.Memory().Write(at, source) {
		return nil, false, errors.New("no memory")
	}
	result, err := i.call(ctx, "parse", uint64(len(source)), steps, uint64(depth))
	if err != nil {
		return nil, false, err
	}
	switch n := int32(result); {
	case n == endedStopped:
		return nil, false, unreadable("it takes too long to parse")
	case n == endedSteps:
		return nil, false, unreadable("it takes too many steps to parse")
	case n < 0:
		return nil, false, errors.New("no memory")
	default:
		return i.records(ctx, int(n))
	}
}

// records copies n records out of the module's memory.
func (i *instance) records(ctx context.Context, n int) ([]record, bool, error) {
	at, err := i.call(ctx, "out")
	if err != nil {
		return nil, false, err
	}
	deep, err := i.call(ctx, "too_deep")
	if err != nil {
		return nil, false, err
	}
	bytes, ok := i.module.Memory().Read(uint32(at), uint32(n)*16)
	if !ok {
		return nil, false, errors.New("records outside of memory")
	}
	out := make([]record, n)
	for k := range out {
		b := bytes[k*16:]
		word := binary.LittleEndian.Uint32(b)
		out[k] = record{symbol: uint16(word), field: uint8(word >> 16), flags: uint8(word >> 24),
			start: int32(binary.LittleEndian.Uint32(b[4:])), end: int32(binary.LittleEndian.Uint32(b[8:])),
			next: int32(binary.LittleEndian.Uint32(b[12:]))}
	}
	return out, deep != 0, nil
}
