package loopback

import (
	"context"
	"net"
	"net/http"
	"sync"
	"time"
)

// patience is how long a connection may be silent while others wait for its place.
const patience = 3 * time.Second

// Crowd bounds the connections of a server: where there are too many, the next one waits until one is
// closed, or until the one that has been silent longest has been so for three seconds and is pushed out, so
// that nobody who asks is kept out by those who do not. Silent is who has not sent a whole request.
type Crowd struct {
	net.Listener
	most  int
	freed chan struct{} // a connection was closed
	mu    sync.Mutex
	open  map[net.Conn]bool
	idle  map[net.Conn]time.Time // silent connections, and since when
}

// NewCrowd bounds the connections of a listener to most.
func NewCrowd(l net.Listener, most int) *Crowd {
	return &Crowd{Listener: l, most: most, freed: make(chan struct{}, 1), open: map[net.Conn]bool{}, idle: map[net.Conn]time.Time{}}
}

// askedKey is the key of what Asked calls.
type askedKey struct{}

// Serve lets a server answer the crowd. Its handler calls Asked once it has read the body of a request
// that has one.
func (c *Crowd) Serve(s *http.Server) error {
	s.ConnState = c.changed
	s.ConnContext = func(ctx context.Context, conn net.Conn) context.Context {
		return context.WithValue(ctx, askedKey{}, func() { c.asked(conn) })
	}
	next := s.Handler
	s.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.ContentLength == 0 {
			Asked(r.Context())
		}
		next.ServeHTTP(w, r)
	})
	return s.Serve(c)
}

// Asked tells the crowd, if there is one, that the request of a context is whole and is being answered.
func Asked(ctx context.Context) {
	if asked, ok := ctx.Value(askedKey{}).(func()); ok {
		asked()
	}
}

func (c *Crowd) asked(conn net.Conn) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.idle, conn)
}

// Accept waits for room, then for a connection.
func (c *Crowd) Accept() (net.Conn, error) {
	for {
		wait, ok := c.room(time.Now())
		if ok {
			return c.Listener.Accept()
		}
		select {
		case <-c.freed:
		case <-time.After(wait):
		}
	}
}

// room reports whether there is room for one more, at a time, after pushing one out where it has to; else
// how long to wait.
func (c *Crowd) room(now time.Time) (wait time.Duration, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.open) < c.most {
		return 0, true
	}
	var oldest net.Conn
	since := now
	for conn, at := range c.idle {
		if at.Before(since) {
			oldest, since = conn, at
		}
	}
	if oldest == nil || now.Sub(since) < patience {
		return patience - now.Sub(since), false
	}
	delete(c.idle, oldest)
	delete(c.open, oldest)
	oldest.Close()
	return 0, true
}

// changed is called by the HTTP server.
func (c *Crowd) changed(conn net.Conn, to http.ConnState) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch to {
	case http.StateNew:
		c.open[conn] = true
		c.idle[conn] = time.Now()
	case http.StateIdle:
		if c.open[conn] {
			c.idle[conn] = time.Now()
		}
	case http.StateClosed, http.StateHijacked:
		delete(c.idle, conn)
		delete(c.open, conn)
		select {
		case c.freed <- struct{}{}:
		default:
		}
	}
}
