package panel

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/desk/warm"
	"github.com/9aea2451/kb/cmd/kb/internal/loopback"
	"github.com/9aea2451/kb/kb/history/quiet"
)

// endTimeout is for pages that are being made when the panel ends.
const endTimeout = 2 * time.Second

// errFault is what a person is told of a panic.
var errFault = errors.New("kb has a fault that this page met: what it is stands where kb serve runs")

// Serve answers the browsers of a listener until ctx ends. They must know the token.
func (p *Panel) Serve(ctx context.Context, l net.Listener, token string) error {
	base, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	server := &http.Server{
		Handler: p.Handler(token), BaseContext: func(net.Listener) context.Context { return base },
		ReadHeaderTimeout: headerTimeout, ReadTimeout: readTimeout, WriteTimeout: writeTimeout, IdleTimeout: idleTimeout,
		MaxHeaderBytes: maxHeader,
		ErrorLog:       log.New(io.Discard, "", 0), // its lines would tell of clients that hang up
	}
	ended := make(chan error, 1)
	go func() { ended <- loopback.NewCrowd(l, maxConnections).Serve(server) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	last, stop := context.WithTimeout(base, endTimeout)
	defer stop()
	if err := server.Shutdown(last); err != nil { // what is still made is cut short
		cancel()
		server.Close()
	}
	<-ended
	return nil
}

// Handler answers requests that know the token, for the pages of the panel.
func (p *Panel) Handler(token string) http.Handler {
	mux := http.NewServeMux()
	for path, page := range p.routes() {
		mux.Handle("GET "+path, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			text, err := p.inSlot(page, r)
			if err != nil {
				p.fail(w, r, statusOf(err), err)
				return
			}
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			w.Write(text) // holding no slot: who reads slowly keeps nobody waiting
		}))
	}
	for _, name := range assetNames() {
		mux.HandleFunc("GET /assets/"+name, func(w http.ResponseWriter, r *http.Request) {
			kind := "text/css; charset=utf-8"
			if strings.HasSuffix(name, ".js") {
				kind = "text/javascript; charset=utf-8"
			}
			w.Header().Set("Content-Type", kind)
			w.Write(asset(name))
		})
	}
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) { p.fail(w, r, http.StatusNotFound, errNoPage) })
	return guarded(token, mux)
}

// errNoPage is the error about an address that is none of the panel's.
var errNoPage = errors.New("there is no such page")

// routes gives the page of each address.
func (p *Panel) routes() map[string]maker {
	return map[string]maker{
		"/{$}":            p.overview,
		"/search":         p.search,
		"/note/{path...}": p.note,
		"/browse":         p.browse,
		"/browse/{way}":   p.group,
		"/graph":          p.graph,
		"/timeline":       p.timeline,
		"/modules":        p.modules,
		"/contradictions": p.contradictions,
		"/stale":          p.staleList,
		"/broken":         p.brokenLinks,
		"/ask":            p.ask,
		"/asked":          p.asked,
		"/inbox":          p.inbox,
		"/review":         p.review,
	}
}

// maker makes a page. v is the newest view of the work tree.
type maker func(ctx context.Context, v *warm.View, r *request) (*page, error)

// inSlot makes the text of a page, one of so many at a time.
func (p *Panel) inSlot(make maker, r *http.Request) (text []byte, err error) {
	ctx, cancel := context.WithTimeout(r.Context(), pageTimeout)
	defer cancel()
	defer context.AfterFunc(p.ctx, cancel)()
	asked := &request{Request: r}
	end := p.aside.page()
	defer func() { end(asked.pending) }()
	select {
	case p.slots <- struct{}{}:
		defer func() { <-p.slots }()
	case <-ctx.Done():
		return nil, errBusy
	}
	err = p.beside("making a page", func() (err error) {
		text, err = p.page(ctx, make, asked)
		return err
	})
	return text, err
}

// errBusy is the error about a page for which there was no time.
var errBusy = errors.New("the panel is busy with other pages: ask again")

// page makes the text of a page of the newest view, or takes it from before.
func (p *Panel) page(ctx context.Context, make maker, r *request) ([]byte, error) {
	v, late, err := p.keeper.Acquire(ctx, nil)
	if err != nil {
		return nil, err
	}
	defer v.Release()
	write := func() (text []byte, keep bool, err error) {
		end, err := p.takeTurn(ctx)
		if err != nil {
			return nil, false, err
		}
		defer end()
		made, err := make(ctx, v, r)
		if err != nil {
			return nil, false, err
		}
		if late != "" {
			made.notice(late)
		}
		r.pending = made.Pending
		text, err = p.text(made)
		return text, !made.Pending, err
	}
	if late != "" || p.fleeting(r) {
		text, _, err := write()
		return text, err
	}
	return p.sheets.get(ctx, p.shown(v), r.URL.RequestURI(), write)
}

// takeTurn waits until a processor is free. Pages that share one would all be late, the first ones as late as
// the last. A page that takes longer than a turn goes on beside the next.
func (p *Panel) takeTurn(ctx context.Context) (end func(), err error) {
	select {
	case p.turns <- struct{}{}:
	case <-ctx.Done():
		return nil, errBusy
	}
	over := sync.OnceFunc(func() { <-p.turns })
	late := time.AfterFunc(turn, over)
	return func() { late.Stop(); over() }, nil
}

// shown names all that pages show which are not fleeting.
func (p *Panel) shown(v *warm.View) string {
	return fmt.Sprint(dated(v), p.made.Load(), v.Doubted(), p.o.Desk.Usage.Version(), quiet.ReadIgnored(v.Repo).Sum)
}

// fleeting reports whether a page shows what can change unseen: what is private, branches, the cluster of
// an organisation, and the order that a model gives to hits as far as it has come.
func (p *Panel) fleeting(r *request) bool {
	switch r.URL.Path {
	case "/asked", "/inbox", "/review":
		return true
	case "/search", "/ask":
		return r.value("org") != "" || r.value("at") != "" || p.o.Desk.Reranks()
	}
	return r.value("at") != ""
}
