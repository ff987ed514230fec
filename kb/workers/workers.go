// Package workers runs work on several goroutines at once, so that a panic in one of them goes on
// in the goroutine that waits for it. There it ends one call of a server, or the command with a
// report, as any other panic does; on a goroutine of its own it would end the process on the spot.
package workers

import (
	"fmt"
	"runtime/debug"
	"sync"
	"sync/atomic"
)

// Panic is the panic of a goroutine on its way to the one that waits for it.
type Panic struct {
	Value any
	Stack []byte // of the goroutine that panicked
}

func (p *Panic) Error() string { return fmt.Sprintf("%v\n\n%s", p.Value, p.Stack) }

// Carry runs f on behalf of another goroutine and returns its panic, nil for none.
func Carry(f func()) (p *Panic) {
	defer func() {
		if v := recover(); v != nil {
			p = &Panic{v, debug.Stack()}
		}
	}()
	f()
	return nil
}

// Group is a number of goroutines that somebody waits for. The zero value is ready for use.
type Group struct {
	running sync.WaitGroup
	first   atomic.Pointer[Panic]
}

// Go runs f on a goroutine of its own.
func (g *Group) Go(f func()) {
	g.running.Go(func() { g.Do(f) })
}

// Do runs f and keeps its panic for Wait: who takes work from a channel goes on taking, so that
// nobody waits forever to send.
func (g *Group) Do(f func()) {
	if p := Carry(f); p != nil {
		g.first.CompareAndSwap(nil, p)
	}
}

// Wait waits for all goroutines, and panics with a *Panic where one of them did.
func (g *Group) Wait() {
	g.running.Wait()
	if p := g.first.Load(); p != nil {
		panic(p)
	}
}
