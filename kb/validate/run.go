package validate

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/9aea2451/kb/contradict/base"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/history"
	"github.com/9aea2451/kb/kb/notes"
	"github.com/9aea2451/kb/kb/opinion"
	"github.com/9aea2451/kb/kb/snapshot"
	"github.com/9aea2451/kb/kb/stale"
	"github.com/9aea2451/kb/kb/vocabulary"
	"github.com/9aea2451/kb/markdown"
)

// Options say what is judged.
type Options struct {
	Day      time.Time                          // on which notes are active
	Skip     []string                           // names of rules that are not run
	Paths    func(path string) bool             // nil for all; findings elsewhere are left out
	Cache    string                             // file of snapshot.Load
	Brief    bool                               // likewise
	Progress func(step string, done, total int) // may be nil
	Loaded   func(after *snapshot.Snapshot)     // called when the notes are read; may be nil
	Keeping  Keeping                            // of the judgement of a whole base
	Opinions *opinion.Kept                      // of a second reader; nil for none
	Waivers  *kb.Tree                           // whose waivers count; nil for those of the tree that is judged

	// Elsewhere says of names of notes of other bases which are of none, and why; nil where nobody knows.
	Elsewhere func(names []string) map[string]string
	// Symbol tells what became of a symbol that a note cites, nil where it stands or nobody can tell; with
	// changed only what the change of the code took away. nil where nobody asks.
	Symbol func(e *snapshot.Entry, c *stale.Citation, changed bool) *LostSymbol
	// Names holds the names of the code before the change and after it, nil where nobody knows them.
	Names *vocabulary.Trees
	// Past returns the history with the commits whose files are judged, nil where it is not known. It is asked when it
	// matters; nil where nobody knows.
	Past func() (h *history.History, tips []string)
	// Others are other bases that must not be contradicted.
	Others []Other
	// Sofar is given what Conflicts has found while it judges, from time to time; may be nil.
	Sofar func(found []Finding)
}

// Other is another base, by its name.
type Other struct {
	Name    string
	Checker *Checker
}

// Run is one judgement of a change: of what Before said into what After says.
type Run struct {
	Before, After *snapshot.Snapshot
	Changes       []Change // sorted by path
	Day           time.Time
	Config        *kb.Config
	Waivers       *Waivers

	waiversBefore *Waivers
	accepted      *Waivers // that count
	watch         func(done, total int) bool
	sofar         func(found []base.Finding) // is given what of everything is found while it is judged; may be nil
	inTurn        int                        // statements that are judged before what is found is kept, for tests; see base.Base
	all           *judged                    // nil until everything is judged
	stated        lastStated                 // of the new statements that were asked about last
	keeping       Keeping
	lastKept      time.Time // when the judgement that is kept was written, as this run knows it
	opinions      *opinion.Kept
	elsewhere     func(names []string) map[string]string
	others        []Other
	past          past
	symbol        func(e *snapshot.Entry, c *stale.Citation, changed bool) *LostSymbol
	naming        naming
	whole         bool              // every statement is new
	names         nameSet           // that came or went; nil until a rule asks
	linking       []*snapshot.Entry // that may link to one of them

	generated         map[string]bool // paths of new notes that programs made
	asksForDuplicates bool            // a rule will
	alone             bool            // only what changed is judged, not what links to it
}

// Change is one note that differs. Old is nil for a new one, New for one that goes.
type Change struct {
	Path     string // of New, else of Old
	Old, New *snapshot.Entry
}

// Renamed tells that the note had another path before.
func (c *Change) Renamed() bool {
	return c.Old != nil && c.New != nil && c.Old.File.Path != c.New.File.Path
}

// File is a changed file with its bytes.
type File struct {
	Change
	Source []byte
	Doc    *markdown.Document
}

// Findings judges the change from one tree to another. before may be an empty tree: then everything is new.
// Waived findings are among the result.
func Findings(ctx context.Context, repo *kb.Repo, before, after *kb.Tree, o Options) ([]Finding, error) {
	r, err := Load(ctx, repo, before, after, o)
	if err != nil {
		return nil, err
	}
	return r.Judge(ctx, repo, o)
}

// Judge runs the rules. Waived findings are among the result.
func (r *Run) Judge(ctx context.Context, repo *kb.Repo, o Options) ([]Finding, error) {
	if o.Loaded != nil {
		o.Loaded(r.After)
	}
	comparing := o.progress("comparing")
	r.watch = func(done, total int) bool {
		comparing(done, total)
		return ctx.Err() == nil
	}
	rules := wanted(o.Skip)
	r.keeping, r.elsewhere, r.others = o.Keeping, o.Elsewhere, o.Others
	r.symbol, r.past = o.Symbol, past{ctx: ctx, repo: repo, open: o.Past}
	r.naming = naming{ctx: ctx, repo: repo, trees: o.Names}
	r.asksForDuplicates = slices.ContainsFunc(rules, func(rule Rule) bool { return rule.Name == "near-duplicate" })
	found, err := r.files(ctx, repo, rules, o.progress("checking"))
	if err != nil {
		return nil, err
	}
	for _, rule := range rules {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if rule.Tree != nil {
			found = append(found, r.weigh(rule, rule.Tree(r))...)
		}
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return r.finish(found, o.Paths), nil
}

// progress reports one step of a judgement to whoever listens.
func (o *Options) progress(step string) func(done, total int) {
	if o.Progress == nil {
		return func(int, int) {}
	}
	return func(done, total int) { o.Progress(step, done, total) }
}

// wanted lists the rules but those whose names are skipped, without regard to case.
func wanted(skip []string) []Rule {
	var rules []Rule
	for _, rule := range Rules() {
		skipped := false
		for _, s := range skip {
			skipped = skipped || strings.EqualFold(strings.TrimSpace(s), rule.Name)
		}
		if !skipped {
			rules = append(rules, rule)
		}
	}
	return rules
}

// Load reads both trees. Of the old one only what differs is read.
func Load(ctx context.Context, repo *kb.Repo, before, after *kb.Tree, o Options) (*Run, error) {
	s, err := snapshot.Load(ctx, repo, after, snapshot.Options{Cache: o.Cache, Brief: o.Brief, Progress: o.progress("reading")})
	if err != nil {
		return nil, err
	}
	r := &Run{After: s, Day: o.Day, Config: after.Config, opinions: o.Opinions, keeping: o.Keeping}
	changes := kb.Diff(before, after)
	var old []git.File
	for _, c := range changes {
		if c.Old.Path != "" {
			old = append(old, c.Old)
		}
	}
	was, err := snapshot.Load(ctx, repo, &kb.Tree{Files: old, Config: before.Config}, snapshot.Options{})
	if err != nil {
		return nil, fmt.Errorf("read what was before: %w", err)
	}
	if err := missing(changes, s.Skipped, was.Skipped); err != nil {
		return nil, err
	}
	if len(before.Files) == 0 {
		r.Before = was
	} else {
		changed := make(map[string]*snapshot.Entry, len(changes))
		for _, c := range changes {
			changed[c.Path] = was.Entry(c.Path)
		}
		r.Before = r.After.With(before, changed)
	}
	for _, c := range changes {
		if change := (Change{Path: c.Path, Old: was.Entry(c.Path), New: r.After.Entry(c.Path)}); change.Old != nil || change.New != nil {
			r.Changes = append(r.Changes, change)
		}
	}
	r.Changes = pairRenames(r.Changes)
	r.Waivers, r.waiversBefore = readWaivers(after), readWaivers(before)
	if r.accepted = r.Waivers; o.Waivers != nil {
		r.accepted = readWaivers(o.Waivers)
	}
	return r, nil
}

// missing is an error when a file that differs cannot be read on a side, as in a partial clone: it
// would pass for added or removed.
func missing(changes []kb.Change, skipped ...[]kb.Skip) error {
	for _, s := range slices.Concat(skipped...) {
		changed := slices.ContainsFunc(changes, func(c kb.Change) bool { return c.Path == s.Path })
		if changed && strings.Contains(s.Reason, git.ErrMissing.Error()) {
			return fmt.Errorf("what changed in %s is not known: %w; run git fetch --refetch --no-filter", s.Path, git.ErrMissing)
		}
	}
	return nil
}

// files runs the rules that look at one file at a time.
func (r *Run) files(ctx context.Context, repo *kb.Repo, rules []Rule, progress func(done, total int)) ([]Finding, error) {
	var files []git.File
	var changes []Change
	for _, c := range r.Changes {
		if c.New != nil {
			files, changes = append(files, c.New.File), append(changes, c)
		}
	}
	if len(files) == 0 {
		return nil, nil
	}
	blobs, err := repo.Blobs(ctx)
	if err != nil {
		return nil, err
	}
	defer blobs.Close()
	var found []Finding
	r.generated = map[string]bool{}
	i := 0
	err = blobs.Each(files, func(_ git.File, source []byte, err error) error {
		c := changes[i]
		i++
		if ctx.Err() != nil || err != nil {
			return ctx.Err() // a file that cannot be read is no note, and has been left out by the snapshot as well
		}
		f := &File{Change: c, Source: source, Doc: notes.Document(source)}
		if c.Old == nil && r.asksForDuplicates && kb.IsGenerated(c.Path, source) {
			r.generated[c.Path] = true
		}
		news, err := r.file(ctx, repo, rules, f)
		found = append(found, news...)
		progress(i, len(files))
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read changed notes: %w", err)
	}
	return found, nil
}

// file runs the rules on one file, and leaves out what they find in its old bytes as well.
func (r *Run) file(ctx context.Context, repo *kb.Repo, rules []Rule, f *File) (found []Finding, err error) {
	var old *File
	for _, rule := range rules {
		if rule.File == nil {
			continue
		}
		news := rule.File(r, f)
		if len(news) > 0 && f.Old != nil {
			if old == nil {
				if old, err = readOld(ctx, repo, f); err != nil {
					return nil, err
				}
			}
			news = without(news, rule.File(r, old))
		}
		found = append(found, r.weigh(rule, news)...)
	}
	return found, nil
}

// readOld reads what a file was, under the path that it has now.
func readOld(ctx context.Context, repo *kb.Repo, f *File) (*File, error) {
	blobs, err := repo.Blobs(ctx)
	if err != nil {
		return nil, err
	}
	defer blobs.Close()
	source, err := blobs.Read(f.Old.File)
	if err != nil {
		return nil, fmt.Errorf("read what was before: %w", err)
	}
	old := *f
	old.New = f.Old
	old.Source, old.Doc = source, notes.Document(source)
	return &old, nil
}

// without leaves out the findings that stood before.
func without(found, before []Finding) []Finding {
	stood := make(map[string]bool, len(before))
	for _, f := range before {
		stood[f.Fingerprint] = true
	}
	return slices.DeleteFunc(found, func(f Finding) bool { return stood[f.Fingerprint] })
}

// weigh gives findings their rule and the severity that the configuration has for it there.
func (r *Run) weigh(rule Rule, found []Finding) []Finding {
	kept := found[:0]
	for _, f := range found {
		f.Rule = rule.Name
		if f.Severity == "" {
			f.Severity = rule.Severity
		}
		if s := r.Config.RuleSeverity(rule.Name, f.Path); s != "" {
			f.Severity = Severity(s)
		}
		if f.Severity != Off {
			kept = append(kept, f)
		}
	}
	return kept
}

// Settle gives the findings of a rule that is not among Rules the severity that the configuration
// has for it, and applies waivers.
func (r *Run) Settle(rule Rule, found []Finding) []Finding {
	return r.finish(r.weigh(rule, found), nil)
}

// finish leaves out what was not asked for, applies waivers and sorts.
func (r *Run) finish(found []Finding, paths func(string) bool) []Finding {
	kept := found[:0]
	for _, f := range found {
		if paths != nil && !paths(f.Path) {
			continue
		}
		if f.Waived = r.accepted.reason(&f, r.Day); f.Waived == "" && r.accepted != r.Waivers {
			f.Proposed = r.Waivers.reason(&f, r.Day)
		}
		kept = append(kept, f)
	}
	sort(kept)
	return kept
}
