package panel

import (
	"context"
	"sync"
)

// mostSheets bounds what is kept of pages, in bytes.
const mostSheets = 32 << 20

// sheets keeps pages as they were sent, as long as all that they show is as it was. The zero value is
// ready.
type sheets struct {
	mu    sync.Mutex
	of    string            // what names all that the pages show
	pages map[string]*sheet // by address
	order []string          // of those that are made: the oldest first
	size  int               // of these
}

// sheet is a page that is being made, or that was.
type sheet struct {
	done chan struct{} // closed when it is
	text []byte
	err  error
}

// get returns the page at an address, of what a state names. It is made once for all who ask for it at a
// time, and kept where make says so.
func (w *sheets) get(ctx context.Context, of, address string, make func() (text []byte, keep bool, err error)) ([]byte, error) {
	for {
		s, mine := w.begin(of, address)
		if mine {
			keep := false
			s.err = errFault // unless make returns
			defer func() { w.end(s, of, address, keep) }()
			s.text, keep, s.err = make()
			return s.text, s.err
		}
		select {
		case <-s.done:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		if s.err == nil {
			return s.text, nil
		} // who made it may have gone away: it is tried again
	}
}

// begin returns the page at an address; mine says that the caller makes it.
func (w *sheets) begin(of, address string) (s *sheet, mine bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.of != of || w.pages == nil {
		w.of, w.pages, w.order, w.size = of, map[string]*sheet{}, nil, 0
	}
	if s = w.pages[address]; s == nil {
		s, mine = &sheet{done: make(chan struct{})}, true
		w.pages[address] = s
	}
	return s, mine
}

// end hands a page to those who wait for it, and keeps it or not.
func (w *sheets) end(s *sheet, of, address string, keep bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	close(s.done)
	switch {
	case w.of != of || w.pages[address] != s: // of a state that is past
	case !keep || s.err != nil:
		delete(w.pages, address)
	default:
		w.order, w.size = append(w.order, address), w.size+len(address)+len(s.text)
		for ; w.size > mostSheets; w.order = w.order[1:] {
			oldest := w.order[0]
			w.size -= len(oldest) + len(w.pages[oldest].text)
			delete(w.pages, oldest)
		}
	}
}
