package mcp

import (
	"context"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/desk/warm"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// lookEvery is how often the repositories are looked at while a client listens for changes; else
// only before an answer.
const lookEvery = 2 * time.Second

// watches are what clients listen for.
type watches struct {
	server *Server

	mu        sync.Mutex
	uris      map[string]int // subscriptions to one resource
	listening int            // streams that listen for changes
	stop      context.CancelFunc
}

// subscribe is called when a client begins to listen for changes of a resource.
func (w *watches) subscribe(_ context.Context, req *sdk.SubscribeRequest) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.uris[req.Params.URI]++
	w.begin()
	return nil
}

// unsubscribe is called when a client no longer does.
func (w *watches) unsubscribe(_ context.Context, req *sdk.UnsubscribeRequest) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.uris[req.Params.URI]--; w.uris[req.Params.URI] <= 0 {
		delete(w.uris, req.Params.URI)
	}
	w.end()
	return nil
}

// listen counts a stream that listens for changes of lists, until it ends.
func (w *watches) listen() (end func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.listening++
	w.begin()
	return func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.listening--
		w.end()
	}
}

// begin sees to it that the repositories are looked at. The caller holds the lock.
func (w *watches) begin() {
	if w.stop != nil {
		return
	}
	var ctx context.Context
	ctx, w.stop = context.WithCancel(w.server.ctx)
	go w.poll(ctx)
}

// end stops the looking when nobody listens. The caller holds the lock.
func (w *watches) end() {
	if w.listening == 0 && len(w.uris) == 0 && w.stop != nil {
		w.stop()
		w.stop = nil
	}
}

// poll looks at the repositories; what has changed brings on an update, which tells.
func (w *watches) poll(ctx context.Context) {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
		for _, b := range w.server.bases {
			w.server.o.beside("looking for changes", func() error { b.Glance(ctx); return nil })
		}
	}
}

// tell tells the clients that another state has taken the place of one; before is nil at first.
func (w *watches) tell(b *warm.Keeper, before, after *warm.View) {
	if before == nil {
		return
	}
	old, err := blobs(w.server.ctx, before)
	if err != nil {
		return
	}
	now, err := blobs(w.server.ctx, after)
	if err != nil {
		return
	}
	if !slices.Equal(slices.Sorted(maps.Keys(old)), slices.Sorted(maps.Keys(now))) {
		w.server.addDecisions() // replacing a resource tells that the list has changed
	}
	for _, uri := range w.subscribed() {
		if touched(b, uri, old, now) {
			w.server.sdk.ResourceUpdated(w.server.ctx, &sdk.ResourceUpdatedNotificationParams{URI: uri})
		}
	}
}

// subscribed lists the resources that somebody listens for, once each, so that clients are told
// without the lock.
func (w *watches) subscribed() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Sorted(maps.Keys(w.uris))
}

// blobs gives the blob of each note.
func blobs(ctx context.Context, st *warm.View) (map[string]string, error) {
	records, err := st.Notes(ctx)
	if err != nil {
		return nil, err
	}
	out := make(map[string]string, len(records))
	for _, r := range records {
		out[r.Path] = r.Blob
	}
	return out, nil
}

// touched tells whether a resource is another than it was: a note by its bytes, a category or the
// decisions by any note.
func touched(b *warm.Keeper, uri string, old, now map[string]string) bool {
	if strings.HasPrefix(uri, noteURI) {
		p := fromURI(b, uri)
		return old[p] != now[p]
	}
	return !maps.Equal(old, now)
}
