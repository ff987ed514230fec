//go:build unix

package setup

import (
	"io/fs"
	"os"
	"syscall"
)

// pollable returns a stream that is a pipe or socket as one for which the runtime waits without
// holding a processor, and what ends that: a read that blocks holds one for up to ten milliseconds,
// which calls that are at work would miss. Other streams, such as terminals, which the shell
// shares, are given as they are.
func pollable[T any](stream T) (same T, end func()) {
	asItIs := func() {}
	f, ok := any(stream).(*os.File)
	if !ok {
		return stream, asItIs
	}
	info, err := f.Stat()
	if err != nil || info.Mode()&(fs.ModeNamedPipe|fs.ModeSocket) == 0 {
		return stream, asItIs
	}
	fd := int(f.Fd())
	own, err := dup(fd)
	if err != nil {
		return stream, asItIs
	}
	if syscall.SetNonblock(fd, true) != nil {
		syscall.Close(own)
		return stream, asItIs
	}
	polled := os.NewFile(uintptr(own), f.Name())
	same, _ = any(polled).(T)
	return same, func() {
		polled.Close()
		syscall.SetNonblock(fd, false)
	}
}

// dup returns a descriptor of its own for the same stream: of two files with one descriptor, the
// first that is collected closes both.
func dup(fd int) (int, error) {
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()
	own, err := syscall.Dup(fd)
	if err == nil {
		syscall.CloseOnExec(own)
	}
	return own, err
}
