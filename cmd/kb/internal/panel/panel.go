// Package panel shows a person in the browser what a repository knows: pages on this machine alone, and
// the same pages as files.
//
// # Usage
//
// New makes a Panel of a keeper; Serve answers browsers until its context ends, Write fills a folder.
// What takes long (which notes are stale, what contradicts what, how many there are of each) is made
// beside the pages and kept: a page shows the newest there is and says where that is from before.
//
// # Limitations
//
// Nothing can be changed: a page gives the commands that would.
package panel

import (
	"context"
	"embed"
	"html/template"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/cmd/kb/internal/desk/warm"
	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/cmd/kb/internal/statistics"
	"github.com/9aea2451/kb/index/org"
	"github.com/9aea2451/kb/kb/usage"
	"github.com/yuin/goldmark"
)

//go:embed pages assets
var files embed.FS

// Options of New; all but Org are required.
type Options struct {
	Desk     *desk.Desk // opened for a server; Close closes it
	Name     string     // of the repository
	Version  string     // of kb
	Now      func() time.Time
	Progress *warm.Progress // of the index, to which the desk reports
	Log      func(message string)
	Org      *org.Org // the organisation's cluster, which the search can ask; nil: none
	Static   bool     // pages are files: nothing private is on them, and what takes long is waited for
}

// patience is how long a page waits for an update of the index before it shows what there was.
const patience = 3 * time.Second

// Panel makes the pages of one repository. It may be used from several goroutines.
type Panel struct {
	o      Options
	keeper *warm.Keeper
	ctx    context.Context // of what is made beside the pages
	end    context.CancelFunc
	pages  func() *template.Template
	render func() goldmark.Markdown
	root   string // of the file that is being written

	shelves  kept[*shelf]
	links    kept[*links]
	past     kept[*desk.Past]
	touched  kept[*touched]
	disputed kept[*disputed]
	stale    kept[*staleNotes]
	health   kept[*statistics.Health]
	lives    kept[*lives]
	code     kept[[]codeModule]
	judged   judged
	sheets   sheets
	aside    aside
	made     atomic.Uint64 // counts what is made beside the pages
	slots    chan struct{} // held by pages that are being made
	turns    chan struct{} // held by those of them whose turn it is
	heavy    chan struct{} // held by a page that keeps the processors busy for long
}

// New returns a panel that works until the context ends, or it is closed. It begins to bring the index up
// to date.
func New(ctx context.Context, o Options) *Panel {
	p := &Panel{
		o: o, slots: make(chan struct{}, maxAtOnce), turns: make(chan struct{}, runtime.GOMAXPROCS(0)), heavy: make(chan struct{}, 1),
	}
	p.ctx, p.end = context.WithCancel(ctx)
	if o.Static { // how often notes are read, and together, is private to the clone
		o.Desk.Usage.Close()
		o.Desk.Usage = usage.NewReader(filepath.Join(o.Desk.Repo.StateDir(), "none"))
	}
	p.pages = sync.OnceValue(parsePages)
	p.render = sync.OnceValue(newRenderer)
	p.keeper = warm.Keep(p.ctx, o.Desk, warm.Options{
		Name: o.Name, Version: o.Version, Patience: patience, Progress: o.Progress, Log: o.Log, Guard: p.beside,
		Changed: func(*warm.Keeper, *warm.View, *warm.View) {}, Unjudged: true,
	})
	p.keeper.Begin()
	return p
}

// Close ends what is made beside the pages, and closes the desk.
func (p *Panel) Close() {
	p.end()
	p.keeper.Close()
}

// beside runs what is made beside the pages: a panic in it ends that alone.
func (p *Panel) beside(what string, work func() error) (err error) {
	defer func() {
		if fault := recover(); fault != nil {
			p.o.Log(report.Fault(what, fault))
			err = errFault
		}
	}()
	return work()
}
