// Package blame tells which commit each line and each section of a note comes from.
//
// # Results
//
// A line comes from the newest commit that wrote it, followed through renames of the note and
// through both sides of merges, as git blame does; it is worked out from the recorded versions of
// the note and their blobs, without running git blame. A section was last changed by the newest
// commit that wrote one of its lines that is not blank, or took one away that stood between two
// that are left.
//
// # Limitations
//
// Lines that were moved or copied come from the commit that did so, unless the difference by lines
// shows them as untouched. Where the history is cut off, a blob is missing, or a note went through
// more than Limits allow, the lines are given to the oldest version that can be looked at, which
// says so (Origin.Boundary).
package blame

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"slices"
	"sort"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/history"
	"github.com/9aea2451/kb/kb/history/quiet"
	"github.com/9aea2451/kb/kb/history/walk"
	"github.com/9aea2451/kb/text/diff"
)

// Origin is a commit that lines come from.
type Origin struct {
	Commit   *walk.Commit // nil for what is not committed
	Path     string       // of the note in it
	Boundary bool         // lines may be older than it: what was before cannot be looked at
}

// Blame is where the lines of a note come from.
type Blame struct {
	Origins []Origin // newest first
	Lines   []int    // of each line of the text: its origin
	Cuts    []Cut    // lines that were taken away, newest first for each place
	Partial bool     // Limits were reached

	// Passed are commits, newest first, that are passed over: they changed layout alone, or the
	// repository tells git blame to ignore them. Their lines come from where they stood before.
	Passed []*walk.Commit
}

// Cut is where a commit took lines away and put none in their place.
type Cut struct {
	After  int  // the line before, -1 for the beginning
	Origin int  // index into Origins
	Head   bool // a heading was among them
}

// Limits bound the work for one note.
const (
	maxLines = 200_000   // of a version; a longer one is the origin of all
	maxWork  = 8_000_000 // lines compared
)

// Of blames the lines of a text, which is what the note holds now: committed or not. path is that
// of the note in the tree of commit; where that is "" all lines are uncommitted.
func Of(ctx context.Context, repo *kb.Repo, h *history.History, commit, path string, text []byte) (*Blame, error) {
	var versions []history.Version
	if commit != "" {
		found, err := h.Versions(ctx, commit, path)
		if err != nil {
			return nil, err
		}
		versions = found
	}
	blobs, err := repo.Blobs(ctx)
	if err != nil {
		return nil, fmt.Errorf("blame %s: %w", path, err)
	}
	defer blobs.Close()
	w := &descent{
		ctx:      ctx,
		versions: versions,
		blobs:    blobs,
		ignored:  quiet.ReadIgnored(repo),
		texts:    map[int][][]byte{},
		open:     map[int][]span{},
		used:     map[int]int{},
	}
	return w.run(text)
}

// span is a run of lines of the text that stands in a version too.
type span struct {
	line int // of the text
	here int // of the version
	n    int
}

// descent goes from the text back through its versions. open are the lines whose origin is a version
// or one before it.
type descent struct {
	ctx      context.Context
	versions []history.Version
	blobs    *git.BlobReader
	ignored  quiet.Ignored
	texts    map[int][][]byte // of versions that are still needed; nil for what cannot be read
	open     map[int][]span
	used     map[int]int // index into Origins, by version; -1 for what is not committed
	work     int         // lines compared so far, see maxWork
	out      Blame
}

// uncommitted is the number of the text itself, before any version.
const uncommitted = -1

// run hands the lines of the text down through its versions, newest first, and gives what it found.
// A version is passed before those that it was made from, and its lines are let go then.
func (w *descent) run(text []byte) (*Blame, error) {
	lines := diff.SplitLines(text)
	w.out.Lines = make([]int, len(lines))
	w.texts[uncommitted], w.open[uncommitted] = lines, []span{{0, 0, len(lines)}}
	var parents []int
	if len(w.versions) > 0 {
		parents = []int{0}
		if old := w.text(0); len(old) > 0 && len(lines) > 0 && crlf(old[0]) != crlf(lines[0]) {
			w.texts[uncommitted] = withLineEnds(lines, crlf(old[0]))
		}
	}
	w.pass(uncommitted, parents)
	for i := range w.versions {
		if err := w.ctx.Err(); err != nil {
			return nil, err
		}
		if len(w.open[i]) > 0 {
			w.pass(i, w.versions[i].Parents)
		}
		delete(w.texts, i)
	}
	return &w.out, nil
}

// withLineEnds gives lines other line ends: git may have changed them in the work tree.
func withLineEnds(lines [][]byte, dos bool) [][]byte {
	out := make([][]byte, len(lines))
	for i, line := range lines {
		bare := bytes.TrimSuffix(bytes.TrimSuffix(line, []byte("\n")), []byte("\r"))
		end := ""
		if bytes.HasSuffix(line, []byte("\n")) {
			end = "\n"
			if dos {
				end = "\r\n"
			}
		}
		out[i] = append(bare[:len(bare):len(bare)], end...)
	}
	return out
}

func crlf(line []byte) bool { return bytes.HasSuffix(line, []byte("\r\n")) }

// pass hands the open lines of a version on to the versions that it was made from, and keeps those
// that none of them has.
func (w *descent) pass(version int, parents []int) {
	spans := w.open[version]
	delete(w.open, version)
	here := w.text(version)
	boundary := version >= 0 && w.versions[version].Boundary
	for _, p := range parents {
		there := w.text(p)
		if there == nil || here == nil || w.work > maxWork {
			boundary = true
			w.out.Partial = w.out.Partial || w.work > maxWork
			continue
		}
		w.work += len(here) + len(there)
		hunks := diff.LinesOf(there, here)
		over := len(parents) == 1 && w.passesOver(version, there, here)
		if len(parents) == 1 && !over {
			w.cuts(version, spans, hunks, there)
		}
		var passed []span
		passed, spans = split(spans, hunks, len(here))
		w.open[p] = merge(w.open[p], passed)
		// What a version that is passed over wrote comes from the lines that stood there before.
		if over && len(there) > 0 {
			w.open[p] = merge(w.open[p], relaid(spans, hunks, len(there)))
			w.out.Passed = append(w.out.Passed, w.versions[version].Commit)
			return
		}
	}
	for _, s := range spans {
		o := w.origin(version, boundary)
		for i := range s.n {
			w.out.Lines[s.line+i] = o
		}
	}
}

// text reads the lines of a version once.
func (w *descent) text(version int) [][]byte {
	if lines, ok := w.texts[version]; ok {
		return lines
	}
	var lines [][]byte
	if data, err := w.blobs.Read(git.Blob(w.versions[version].Blob)); err == nil && bytes.Count(data, []byte{'\n'}) <= maxLines {
		lines = diff.SplitLines(data)
		if lines == nil {
			lines = [][]byte{}
		}
	}
	w.texts[version] = lines
	return lines
}

// origin takes a version up among the origins.
func (w *descent) origin(version int, boundary bool) int {
	if o, ok := w.used[version]; ok {
		w.out.Origins[o].Boundary = w.out.Origins[o].Boundary || boundary
		return o
	}
	o := Origin{Boundary: boundary}
	if version >= 0 {
		o.Commit, o.Path = w.versions[version].Commit, w.versions[version].Path
	}
	w.used[version] = len(w.out.Origins)
	w.out.Origins = append(w.out.Origins, o)
	return w.used[version]
}

// cuts notes where a version took lines away, as far as a line before the place or behind it is still there.
func (w *descent) cuts(version int, spans []span, hunks []diff.Hunk, there [][]byte) {
	at := 0
	for _, h := range hunks {
		if h.NewStart < h.NewEnd || blank(there[h.OldStart:h.OldEnd]) {
			continue
		}
		for at < len(spans) && spans[at].here+spans[at].n < h.NewStart {
			at++
		}
		if at == len(spans) {
			return
		}
		s := spans[at]
		if h.NewStart < s.here {
			continue // what was around it is gone too
		}
		w.out.Cuts = append(w.out.Cuts,
			Cut{After: s.line + h.NewStart - s.here - 1, Origin: w.origin(version, false), Head: heads(there[h.OldStart:h.OldEnd])})
	}
}

// blank tells lines of which none says anything.
func blank(lines [][]byte) bool {
	for _, line := range lines {
		if len(bytes.TrimSpace(line)) > 0 {
			return false
		}
	}
	return true
}

// heads tells whether a heading is among lines.
func heads(lines [][]byte) bool {
	for _, line := range lines {
		if bytes.HasPrefix(line, []byte("#")) {
			return true
		}
	}
	return false
}

// split parts spans into those that stand in an older text, by their lines there, and the rest. n
// is the number of lines of the newer text.
func split(spans []span, hunks []diff.Hunk, n int) (passed, kept []span) {
	for _, s := range spans {
		for s.n > 0 {
			at := sort.Search(len(hunks), func(i int) bool { return hunks[i].NewEnd > s.here })
			part, changed := span{s.line, s.here, min(s.n, n-s.here)}, false
			switch {
			case at == len(hunks):
			case s.here >= hunks[at].NewStart:
				part.n, changed = min(s.n, hunks[at].NewEnd-s.here), true
			default:
				part.n = min(s.n, hunks[at].NewStart-s.here)
			}
			s = span{s.line + part.n, s.here + part.n, s.n - part.n}
			if changed {
				kept = append(kept, part)
				continue
			}
			if at > 0 {
				part.here += hunks[at-1].OldEnd - hunks[at-1].NewEnd
			}
			passed = append(passed, part)
		}
	}
	return passed, kept
}

// merge joins two lists of spans, each in the order of the version's lines. A line of the version
// may stand for several of the text's when it came by several ways.
func merge(a, b []span) []span {
	out := append(a[:len(a):len(a)], b...)
	slices.SortStableFunc(out, func(x, y span) int { return cmp.Or(cmp.Compare(x.here, y.here), cmp.Compare(x.line, y.line)) })
	return out
}
