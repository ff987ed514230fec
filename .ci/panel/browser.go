package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	cdplog "github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// browser is one tab, and what was found in it.
type browser struct {
	ctx    context.Context
	close  context.CancelFunc
	axe    string
	shots  string
	pages  int
	found  []error
	mu     sync.Mutex
	home   string   // what addresses begin with that are the pages' own
	events []string // what happened on the page that should not
}

// newBrowser starts a browser without a window.
func newBrowser(ctx context.Context, program, folder, axe, shots string) (*browser, error) {
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(program), chromedp.NoSandbox,
		chromedp.UserDataDir(filepath.Join(folder, "profile")), chromedp.Flag("hide-scrollbars", true))
	allocated, end := chromedp.NewExecAllocator(ctx, options...)
	tab, endTab := chromedp.NewContext(allocated)
	b := &browser{ctx: tab, close: func() { endTab(); end() }, axe: axe, shots: shots}
	if err := chromedp.Listen(tab, b.hear); err != nil {
		return nil, err
	}
	if _, err := chromedp.Call(tab, network.Enable, network.EnableParams{}); err != nil {
		return nil, err
	}
	if _, err := chromedp.Call(tab, cdplog.Enable, cdp.Empty{}); err != nil {
		return nil, err
	}
	_, err := chromedp.Call(tab, page.Enable, page.EnableParams{})
	return b, err
}

// hear notes what a page does: what it asks for, and what runs that should not.
func (b *browser) hear(event any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch e := event.(type) {
	case *network.EventRequestWillBeSent:
		if to := e.Request.URL; !strings.HasPrefix(to, b.home) && to != "about:blank" && !strings.HasPrefix(to, "data:") {
			b.events = append(b.events, "request to "+to)
		}
	case *page.EventJavascriptDialogOpening:
		b.events = append(b.events, "a dialog: "+e.Message)
		go chromedp.Call(b.ctx, page.HandleJavaScriptDialog, page.HandleJavaScriptDialogParams{})
	case *cdplog.EventEntryAdded: // such as what the policy of the page has stopped
		if e.Entry.Level == cdplog.EntryLevelError && !strings.Contains(e.Entry.Text, "status of 404") {
			b.events = append(b.events, "an error: "+e.Entry.Text)
		}
	case *runtime.EventExceptionThrown:
		b.events = append(b.events, "an exception: "+e.ExceptionDetails.Text)
	}
}

// fault notes what is wrong with a page.
func (b *browser) fault(at, format string, args ...any) {
	b.found = append(b.found, fmt.Errorf("%s: %s", at, fmt.Sprintf(format, args...)))
}

// whole is how long a page may take until all sums on it are made.
const whole = 10 * time.Minute

// open opens a page, until it is whole.
func (b *browser) open(address string) error {
	for began := time.Now(); ; time.Sleep(500 * time.Millisecond) {
		pending := true
		err := chromedp.Do(b.ctx, chromedp.Navigate(address))
		if err == nil {
			pending, err = evaluate[bool](b, `"pending" in document.body.dataset`)
		}
		switch {
		case err != nil && !cameAgain(err):
			return fmt.Errorf("open %s: %w", address, err)
		case err == nil && !pending:
			return nil
		case time.Since(began) > whole:
			return fmt.Errorf("open %s: not whole after %v", address, whole)
		}
	}
}

// cameAgain tells that a page loaded itself again, as one does that waits for a sum, while it was asked.
func cameAgain(err error) bool {
	for _, said := range []string{"net::ERR_ABORTED", "navigated or closed", "context was destroyed", "Cannot find context"} {
		if strings.Contains(err.Error(), said) {
			return true
		}
	}
	return false
}

// evaluate runs a script on the page.
func evaluate[T any](b *browser, script string) (T, error) {
	return chromedp.Run(b.ctx, chromedp.Evaluate[T](script, chromedp.EvalAwaitPromise))
}

// seen shows the page in a window of a width, light or dark.
func (b *browser) seen(width, height int64, scheme string) error {
	_, err := chromedp.Call(b.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}},
	})
	if err != nil {
		return err
	}
	return chromedp.Do(b.ctx, chromedp.EmulateViewport(width, height))
}

// quiet complains about what happened on a page.
func (b *browser) quiet(at string) {
	b.mu.Lock()
	events := b.events
	b.events = nil
	b.mu.Unlock()
	for _, e := range events {
		b.fault(at, "%s", e)
	}
}

// violation is what axe finds.
type violation struct {
	ID, Impact, Help string
	Nodes            []struct {
		HTML   string   `json:"html"`
		Target []string `json:"target"`
	}
}

// violations are those that axe calls serious or worse.
func (b *browser) violations() (found []violation, err error) {
	there, err := evaluate[bool](b, `typeof axe !== "undefined"`)
	if err == nil && !there {
		_, err = evaluate[bool](b, b.axe+"; true")
	}
	if err != nil {
		return nil, err
	}
	text, err := evaluate[string](b,
		`axe.run(document, {resultTypes: ["violations"], preload: false}).then(r => JSON.stringify(r.violations))`)
	if err == nil {
		err = json.Unmarshal([]byte(text), &found)
	}
	return slices.DeleteFunc(found, func(v violation) bool { return v.Impact != "serious" && v.Impact != "critical" }), err
}

// control looks whether what should be found is found, on a page that is spoilt.
func (b *browser) control() error {
	_, err := evaluate[bool](b, `document.body.insertAdjacentHTML("beforeend", "<button></button><p style='color:#eee'>x</p>");
		fetch("http://127.0.0.1:9/").catch(() => 0); true`)
	if err != nil {
		return err
	}
	found, err := b.violations()
	if err != nil {
		return err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(found) == 0 || len(b.events) == 0 {
		b.fault("control", "a spoilt page passes: axe found %d, %d were stopped", len(found), len(b.events))
	}
	b.events = nil
	return nil
}

// check asks axe about a page as it is shown, light or dark, at a width.
func (b *browser) check(at string, width int64, scheme string) error {
	if err := b.seen(width, 900, scheme); err != nil {
		return err
	}
	found, err := b.violations()
	if err != nil {
		return fmt.Errorf("axe at %s: %w", at, err)
	}
	for _, v := range found {
		b.fault(at, "%s (%s, %d px, %s): %s, as in %s", v.ID, v.Impact, width, scheme, v.Help, v.Nodes[0].HTML)
	}
	over, err := evaluate[int](b, `document.documentElement.scrollWidth - innerWidth`)
	if err != nil {
		return err
	}
	if over > 0 {
		b.fault(at, "%d px wider than a window of %d", over, width)
	}
	return nil
}

// shoot takes a picture of a page.
func (b *browser) shoot(name string, width int64, scheme string) error {
	if b.shots == "" {
		return nil
	}
	if err := os.MkdirAll(b.shots, 0o777); err != nil {
		return err
	}
	if err := b.seen(width, 1600, scheme); err != nil {
		return err
	}
	picture, err := chromedp.Run(b.ctx, chromedp.CaptureScreenshot())
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(b.shots, fmt.Sprintf("%s-%d-%s.png", name, width, scheme)), picture, 0o666)
}

// looks are how each page is seen: in turn, so that each pair of pages is seen in all ways.
func looks(n int) (width int64, scheme string) {
	return []int64{1280, 360, 1920, 360}[n%4], []string{"light", "dark"}[n/2%2]
}

// look opens a page, checks it, and takes its picture.
func (b *browser) look(name, address string) error {
	if err := b.open(address); err != nil {
		return err
	}
	b.pages++
	for _, n := range []int{b.pages, b.pages + 3} {
		width, scheme := looks(n)
		if err := b.check(name, width, scheme); err != nil {
			return err
		}
	}
	b.quiet(name)
	if b.shots != "" {
		for _, width := range []int64{360, 1280, 1920} {
			for _, scheme := range []string{"light", "dark"} {
				if err := b.shoot(name, width, scheme); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// lookAtPanel looks at every page of the panel, and opens a page for each hostile text.
func (b *browser) lookAtPanel(ctx context.Context, o options, hostile int) error {
	address, end, err := serve(ctx, o)
	if err != nil {
		return err
	}
	defer end()
	u, err := url.Parse(address)
	if err != nil {
		return err
	}
	b.home = "http://" + u.Host
	if err := chromedp.Do(b.ctx, chromedp.Navigate(address)); err != nil && !cameAgain(err) {
		return err
	}
	if err := b.open(b.home + "/search"); err != nil { // a page that never loads itself again
		return err
	}
	if err := b.control(); err != nil {
		return err
	}
	if err := b.open(b.home + "/"); err != nil {
		return err
	}
	note, err := b.someNote()
	if err != nil {
		return err
	}
	named, err := url.PathUnescape(strings.TrimPrefix(note, "/note/"))
	if err != nil {
		return err
	}
	for _, p := range [][2]string{
		{"overview", "/"}, {"search", "/search?q=sessions+expire"}, {"note", note}, {"browse", "/browse"},
		{"group", "/browse/kind?name=doc"}, {"graph", "/graph"}, {"graph-note", "/graph?note=" + url.QueryEscape(named)},
		{"timeline", "/timeline"}, {"contradictions", "/contradictions"}, {"stale", "/stale"}, {"broken", "/broken"},
		{"modules", "/modules"},
		{"ask", "/ask?q=when+do+user+sessions+expire"}, {"asked", "/asked"}, {"inbox", "/inbox"}, {"review", "/review?range=HEAD~1..HEAD"},
		{"missing", "/note/none.md"},
	} {
		if err := b.look(p[0], b.home+p[1]); err != nil {
			return err
		}
	}
	for i := range hostile {
		if err := b.open(fmt.Sprintf("%s/note/hostile/n%d.md", b.home, i)); err != nil {
			return err
		}
		b.quiet(fmt.Sprintf("hostile text %d", i))
	}
	return b.typing()
}

// someNote is the address of a note that the overview names first.
func (b *browser) someNote() (address string, err error) {
	return evaluate[string](b, `(document.querySelector('main a[href*="sessions.md"]') || `+
		`document.querySelector('main a[href^="/note/"]')).getAttribute("href")`)
}

// typing looks whether the search follows what is typed, and the keys do what they should.
func (b *browser) typing() error {
	if err := b.open(b.home + "/search"); err != nil {
		return err
	}
	err := chromedp.Do(b.ctx, chromedp.SendKeys("#q", "the"), chromedp.WaitVisible("#found li"), chromedp.Blur("#q"),
		chromedp.KeyEvent("j"))
	first := ""
	if err == nil {
		first, err = evaluate[string](b, `document.activeElement.getAttribute("href") || ""`)
	}
	if err == nil && !strings.HasPrefix(first, "/note/") {
		b.fault("search", "j leads to %q and not to the first hit", first)
	}
	if err == nil {
		err = b.onADay(time.Now().UTC().Format(time.DateOnly))
	}
	if err == nil {
		err = b.keys()
	}
	if err == nil {
		err = b.printed()
	}
	b.quiet("typing")
	return err
}

// keys presses the keys that the pages name, and looks where they lead.
func (b *browser) keys() error {
	const zoomed = `String(document.querySelector(".zoomable").classList.contains("zoomed"))`
	for _, step := range []struct{ at, focus, keys, ask, want string }{
		{"/", "", "/", `document.activeElement.id`, "quick"},
		{"/search?q=the", "", "jjk", `String(document.activeElement === document.querySelector("[data-row] a"))`, "true"},
		{"/search?q=the", "", "j\r", `location.pathname.slice(0, 6)`, "/note/"},
		{"/graph", "", "gs", `location.pathname`, "/search"},
		{"/graph", "", "gb", `location.pathname`, "/browse"},
		{"/graph", "", "gh", `location.pathname`, "/"},
		{"/graph", ".zoomable", "+", zoomed, "true"},
		{"/graph", ".zoomable", "+0", zoomed, "false"},
	} {
		err := b.open(b.home + step.at)
		if err == nil && step.focus != "" {
			err = chromedp.Do(b.ctx, chromedp.Focus(step.focus))
		}
		for _, key := range step.keys {
			if err == nil {
				err = chromedp.Do(b.ctx, chromedp.KeyEvent(string(key)))
			}
		}
		got := ""
		for began := time.Now(); err == nil && got != step.want && time.Since(began) < 5*time.Second; time.Sleep(50 * time.Millisecond) {
			if got, err = evaluate[string](b, step.ask); err != nil && cameAgain(err) {
				err = nil
			}
		}
		if err != nil {
			return fmt.Errorf("keys %q at %s: %w", step.keys, step.at, err)
		}
		if got != step.want {
			b.fault(step.at, "the keys %q lead to %q and not to %q", step.keys, got, step.want)
		}
	}
	return nil
}

// printed looks whether a page in the dark is printed on white, without what only a screen needs.
func (b *browser) printed() error {
	if err := b.open(b.home + "/"); err != nil {
		return err
	}
	_, err := chromedp.Call(b.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Media: "print", Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "dark"}},
	})
	if err != nil {
		return err
	}
	got, err := evaluate[string](b, `(body => body.backgroundColor + " " + body.color)(getComputedStyle(document.body)) + " " + `+
		`getComputedStyle(document.querySelector("header")).display`)
	if want := "rgb(255, 255, 255) rgb(0, 0, 0) none"; err == nil && got != want {
		b.fault("print", "%s and not %s", got, want)
	}
	return err
}

// onADay searches as of a day, by the keys of the date picker, and with no script at all.
func (b *browser) onADay(day string) error {
	at := func() (string, error) {
		return evaluate[string](b, `new URLSearchParams(location.search).get("at") || ""`)
	}
	for _, disabled := range []bool{false, true} {
		_, err := chromedp.Call(b.ctx, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: disabled})
		if err == nil {
			err = b.open(b.home + "/search")
		}
		if err == nil {
			err = chromedp.Do(b.ctx, chromedp.SendKeys("#q", "the"), chromedp.SendKeys(`input[type="date"]`, day[5:7]+day[8:]+day[:4]),
				chromedp.SendKeys("#q", "\r"), chromedp.Sleep(2*time.Second))
		}
		if err != nil {
			return err
		}
		if got, err := at(); err != nil || got != day {
			b.fault("search", "a day typed into the picker (scripts off: %v) gives %q, %v", disabled, got, err)
		}
	}
	_, err := chromedp.Call(b.ctx, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{})
	return err
}

// lookAtSite looks at the pages as files, and searches them.
func (b *browser) lookAtSite(ctx context.Context, o options, folder string) error {
	if out, err := exec.CommandContext(ctx, o.kb, "-C", o.repo, "serve", "--static", folder).CombinedOutput(); err != nil {
		return fmt.Errorf("kb serve --static: %w: %s", err, out)
	}
	b.home = (&url.URL{Scheme: "file", Path: folder}).String()
	for _, name := range []string{"index", "search", "browse", "graph", "timeline", "contradictions", "stale", "broken"} {
		if err := b.look("site-"+name, b.home+"/"+name+".html"); err != nil {
			return err
		}
	}
	if err := chromedp.Do(b.ctx, chromedp.Navigate(b.home+"/search.html"), chromedp.SendKeys("#q", "the")); err != nil {
		return err
	}
	position, err := evaluate[string](b, `getComputedStyle(document.querySelector(".skip")).position`)
	if err != nil {
		return err
	}
	hits, err := evaluate[string](b, `document.querySelector("#found").textContent`)
	if err != nil {
		return err
	}
	if position != "absolute" {
		b.fault("site", "the style is not loaded from the disk")
	}
	if !strings.Contains(hits, "note") {
		b.fault("site", "the search finds nothing: %q", hits)
	}
	b.quiet("site")
	return nil
}
