// Package lessons takes in what agents learn: it reads the sessions that the person allows, keeps
// what the rules find in the inbox, and proposes what the person chooses as commits on a branch of
// their own. Nothing is printed, and the work tree is never touched.
//
// # Limitations
//
// A candidate is held against the statements of the notes by its words. Who refuses a proposal is
// known by what the default branch became: kb asks no forge.
package lessons

import (
	"cmp"
	"context"
	"fmt"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/cmd/kb/internal/userconfig"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/agents"
	"github.com/9aea2451/kb/kb/chat"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/inbox"
	"github.com/9aea2451/kb/kb/learn"
	"github.com/9aea2451/kb/kb/snapshot"
	"github.com/9aea2451/kb/kb/validate"
	"github.com/9aea2451/kb/text/lazy"
)

// School is a repository whose sessions are learnt from.
type School struct {
	Desk   *desk.Desk
	Config *userconfig.Config
	Homes  chat.Homes
	Inbox  *inbox.Inbox
	Remark func(string)          // nil for none
	Watch  func(done, total int) // progress of Learn, in sessions; nil for none

	place  chat.Place
	stores []chat.Store
	redact learn.Redaction
}

// Homes are where the programs of this machine keep their sessions.
func Homes(getenv func(string) string) chat.Homes {
	home := cmp.Or(getenv("HOME"), getenv("USERPROFILE"))
	if home == "" {
		return chat.Homes{Codex: getenv("CODEX_HOME"), Claude: getenv("CLAUDE_CONFIG_DIR")}
	}
	h := chat.Homes{
		User:   home,
		Config: cmp.Or(getenv("XDG_CONFIG_HOME"), filepath.Join(home, ".config")),
		Data:   cmp.Or(getenv("XDG_DATA_HOME"), filepath.Join(home, ".local", "share")),
		Codex:  cmp.Or(getenv("CODEX_HOME"), filepath.Join(home, ".codex")),
		Claude: cmp.Or(getenv("CLAUDE_CONFIG_DIR"), filepath.Join(home, ".claude")),
	}
	switch runtime.GOOS {
	case "darwin":
		h.Config = filepath.Join(home, "Library", "Application Support")
	case "windows":
		h.Config = cmp.Or(getenv("APPDATA"), filepath.Join(home, "AppData", "Roaming"))
	}
	return h
}

// Dir is the folder of a clone in which all that is learnt lies.
func Dir(repo *kb.Repo) string { return agents.At(repo.StateDir()).Dir }

// Enter prepares a school; its inbox is open.
func Enter(ctx context.Context, s School, getenv func(string) string) *School {
	repo := s.Desk.Repo
	trees := repo.WorkTrees()
	s.place = chat.NewPlace(trees...)
	s.stores = chat.Stores(s.Homes, repo.Root)
	if s.Remark == nil {
		s.Remark = func(string) {}
	}
	if s.Watch == nil {
		s.Watch = func(int, int) {}
	}
	redact := s.Config.Agents.Redact
	s.redact.Emails = slices.Contains(redact, "emails")
	if slices.Contains(redact, "home") {
		s.redact.Home = s.Homes.User
		for _, name := range []string{getenv("USER"), getenv("USERNAME"), getenv("LOGNAME")} {
			if !slices.Contains(s.redact.Names, name) && len(name) > 3 && name != "root" {
				s.redact.Names = append(s.redact.Names, name)
			}
		}
	}
	if host := repo.Origin().Host; strings.Contains(host, ".") && !public(host) {
		s.redact.Names = append(s.redact.Names, host)
	}
	return &s
}

// public reports whether the name of a forge says nothing about who works there.
func public(host string) bool {
	return slices.Contains([]string{"github.com", "gitlab.com", "bitbucket.org", "codeberg.org", "git.sr.ht"}, host)
}

// ConsentError is the error of who has not said which stores may be read.
type ConsentError struct {
	Seen []string // the stores that are on this machine
}

func (e *ConsentError) Error() string {
	if len(e.Seen) == 0 {
		return "no sessions of agents may be read: your configuration does not say which"
	}
	return "no sessions of agents may be read: your configuration does not say which of " + strings.Join(e.Seen, ", ")
}

// Seen are the names of the stores that are on this machine, whether they may be read or not.
func (s *School) Seen() []string {
	var out []string
	for _, st := range s.stores {
		if st.Seen() && !slices.Contains(out, st.Name()) {
			out = append(out, st.Name())
		}
	}
	return out
}

// allowed are the stores that may be read: those that the person named. A clone cannot name any.
func (s *School) allowed(from string) ([]chat.Store, error) {
	if s.Config.Agents.Stores == nil {
		return nil, &ConsentError{s.Seen()}
	}
	var out []chat.Store
	for _, st := range s.stores {
		if slices.Contains(s.Config.Agents.Stores, st.Name()) && (from == "" || from == st.Name()) {
			out = append(out, st)
		}
	}
	if from != "" && len(out) == 0 {
		return nil, fmt.Errorf("the sessions of %s may not be read", from)
	}
	return out, nil
}

// Seat is a session of the repository, read or not.
type Seat struct {
	chat.Ref
	store   chat.Store
	ID      string // learn.SessionID
	Read    bool   // as it stands now
	Outside bool   // its page came with the repository
}

// Sessions lists the sessions of the repository in the stores that may be read, the latest first.
func (s *School) Sessions(ctx context.Context, from string) ([]Seat, error) {
	stores, err := s.allowed(from)
	if err != nil {
		return nil, err
	}
	var out []Seat
	var tracked map[string]bool
	for _, st := range stores {
		for ref, err := range st.Sessions(ctx, s.place) {
			if err != nil {
				s.Remark(fmt.Sprintf("%s: %v", st.Name(), err))
				continue
			}
			if ref.Page != "" && tracked == nil {
				if tracked, err = s.tracked(ctx); err != nil {
					return nil, err
				}
			}
			seat := Seat{Ref: ref, store: st, ID: learn.SessionID(ref.ID), Outside: tracked[foldPath(ref.Page)]}
			if seat.Outside {
				seat.Stamp += " outside" // once git tracks it, or no longer does, it is read again
			}
			if seat.Read, err = s.Inbox.Read(seat.key(), seat.Stamp); err != nil {
				return nil, err
			}
			out = append(out, seat)
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	slices.SortStableFunc(out, func(a, b Seat) int { return b.Touched.Compare(a.Touched) })
	return out, nil
}

// tracked are the pages that git put into the work tree, or may have: those of the index, and of the
// commits that HEAD is at, was at before the last merge or reset, and is being merged with. What
// stands in them other people may have written, and one that goes on in such a page is not told from
// them: all of it is from outside.
func (s *School) tracked(ctx context.Context) (map[string]bool, error) {
	hidden, err := s.Desk.Repo.Asking(git.Interest{Listed: func(file []byte) bool { return file[0] == '.' }})
	if err != nil {
		return nil, err
	}
	entries, err := hidden.Index(ctx)
	for _, rev := range []string{"HEAD", "ORIG_HEAD", "MERGE_HEAD"} {
		if commit, none := hidden.Resolve(ctx, rev); none == nil && err == nil {
			var more []git.Entry
			more, err = hidden.Listing(ctx, commit)
			entries = append(entries, more...)
		}
	}
	out := map[string]bool{}
	for _, e := range entries {
		out[foldPath(e.Path)] = true
	}
	return out, err
}

// foldPath writes a path as one that a file system without capitals takes for the same file ("ſ" is an
// "s" there), as Windows does that drops points and blanks at the end of a name.
func foldPath(file string) string {
	return trailing().ReplaceAllString(kb.FoldName(strings.ToUpper(file)), "$1")
}

var trailing = lazy.Pattern(`[. ]+(/|$)`)

// key names a session in the inbox: two programs may tell of one session.
func (s Seat) key() string { return s.Client + "/" + s.ID }

// Tell reads a session.
func (s *School) Tell(ctx context.Context, seat Seat) (*chat.Session, error) {
	told, err := seat.store.Read(ctx, s.place, seat.Ref)
	if err == nil {
		told.Outside = seat.Outside
	}
	return told, err
}

// Pick is the session that a person names by its id or the program's own, or the first digits of either.
func Pick(seats []Seat, name string) (Seat, error) {
	var found []Seat // one of each id, as two programs may tell of one session
	for _, seat := range seats {
		named := strings.HasPrefix(seat.ID, name) || strings.HasPrefix(seat.Ref.ID, name)
		if named && !slices.ContainsFunc(found, func(f Seat) bool { return f.ID == seat.ID }) {
			found = append(found, seat)
		}
	}
	switch {
	case len(found) == 0:
		return Seat{}, fmt.Errorf("no session %s of this repository", name)
	case len(found) > 1:
		return Seat{}, fmt.Errorf("%s names %d sessions: give more of its digits", name, len(found))
	}
	return found[0], nil
}

// notes are what the repository says now.
type notes struct {
	snap    *snapshot.Snapshot
	checker *validate.Checker
	files   func(name string) bool // nil where the index of git cannot be read: see known
	said    []heard                // their statements, once somebody asks
}

// notes reads the notes of the work tree. What they state is heard when told or tellOf first asks.
func (s *School) notes(ctx context.Context) (*notes, error) {
	snap, err := s.Desk.Snapshot(ctx)
	if err != nil {
		return nil, err
	}
	return &notes{snap: snap, checker: validate.NewChecker(snap, s.Desk.Now()), files: s.known(ctx)}, nil
}

// known reports whether the repository has a file of a path, or of a name.
func (s *School) known(ctx context.Context) func(string) bool {
	names := map[string]bool{}
	every, err := s.Desk.Repo.Asking(git.Interest{Listed: func([]byte) bool { return true }}) // not only notes
	if err != nil {
		return nil
	}
	entries, err := every.Index(ctx)
	if err != nil {
		return nil
	}
	for _, e := range entries {
		names[e.Path] = true
		names[path.Base(e.Path)] = true
	}
	return func(name string) bool { return names[strings.TrimPrefix(name, "./")] }
}
