//go:build unix

package main

import (
	"io/fs"
	"os"
	"runtime"
	"syscall"
)

// pollable gives a stream that is a pipe or socket as one for which the runtime waits without holding a processor, and what ends that:
// a read that blocks holds one for up to ten milliseconds, which calls that are at work would miss. Other streams, such as terminals,
// which the shell shares, are given as they are.
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
	if syscall.SetNonblock(fd, true) != nil {
		return stream, asItIs
	}
	polled := os.NewFile(uintptr(fd), f.Name())
	same, _ = any(polled).(T)
	return same, func() {
		syscall.SetNonblock(fd, false)
		runtime.KeepAlive(polled)
	}
}
