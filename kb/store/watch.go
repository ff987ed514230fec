package store

import "sync/atomic"

// Op is one change of files.
type Op struct {
	Verb string // create, write, truncate, sync, rename, link, remove, mkdir, chmod, touch, or what another store calls its own
	Path string // of the file that is made, changed or removed
}

// Watcher stands between kb and the disk: it carries an operation out by do, or does not, and tells
// what kb is to learn of it.
type Watcher func(op Op, do func() error) error

var watcher atomic.Pointer[Watcher]

// Watch lets every operation of this process pass a watcher, until end is called. It is for tests:
// nothing outside of the process can ask for it.
func Watch(w Watcher) (end func()) {
	watcher.Store(&w)
	return func() { watcher.Store(nil) }
}

// Watched tells that there is a watcher.
func Watched() bool { return watcher.Load() != nil }

// Do carries out an operation.
func Do(verb, path string, do func() error) error {
	if w := watcher.Load(); w != nil {
		return (*w)(Op{verb, path}, do)
	}
	return do()
}
