// Package org keeps the notes of an organisation's repositories in an OpenSearch cluster, and answers
// from there. The cluster finds candidates; kb's own search scores them, with the statistics of all
// that the one who asks may read.
//
// What lies there, by the field k of a document:
//
//	c  a chunk: its terms, by which it is found; no text
//	n  a note at a path: all that ranking needs of it, packed, and what filters ask for
//	t  the text of that note's chunks, packed
//	h  the head of a repository: its commit, its sizes, and the table of the notes that are there now
//	p  a push that is under way
//
// A document of the first three kinds never changes: its id says what is in it. What is there is
// what the head's table names, so that one write, of the head, shows a whole push or none of it.
//
// # Limitations
//
// How notes were used is not asked for. The settings of ranking in a repository's .memory/kb.yaml do
// not count beside those of others: all are weighed by the defaults.
package org

import (
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/9aea2451/kb/index/org/cluster"
	"github.com/9aea2451/kb/model"
)

// form is the version of what lies in the cluster. Documents of another one are not read.
const form = 3

// Everyone is the reader that every asker is.
const Everyone = "everyone"

// Defaults of Settings.
const (
	DefaultAlias      = "kb"
	DefaultCandidates = 200
	maxCandidates     = 50_000 // as many as an index lets a search return
)

// Settings say which cluster, and who asks. They are the user's, never a repository's.
type Settings struct {
	Server     cluster.Server
	Alias      string   // "" for DefaultAlias
	Groups     []string // of the one who asks, beside Everyone
	Candidates int      // notes that a question looks at, and chunks that lead to them; 0 for DefaultCandidates
	Shards     int      // of an index that a push creates, 0 for 1
	Model      string   // that the vectors of all repositories are of, as the embedder is called; "" for none: then words only
}

// Org is the index of an organisation. It is safe for concurrent use.
type Org struct {
	c        *cluster.Cluster
	s        Settings
	embedder model.Embedder   // of Settings.Model, nil for none
	now      func() time.Time // for what is told, never for what is decided
	beat     time.Duration    // between two signs of life of a push
}

// Open checks the settings. Nothing is sent before the first call. embedder turns a question to a
// vector of the shared model; nil where there is none.
func Open(s Settings, embedder model.Embedder, now func() time.Time) (*Org, error) {
	if s.Alias == "" {
		s.Alias = DefaultAlias
	}
	if s.Candidates == 0 {
		s.Candidates = DefaultCandidates
	}
	if s.Shards == 0 {
		s.Shards = 1
	}
	switch {
	case !aliasName().MatchString(s.Alias):
		return nil, fmt.Errorf("index: %q: expected a name in lower case, such as kb", s.Alias)
	case s.Candidates < 1 || s.Candidates > maxCandidates:
		return nil, fmt.Errorf("candidates: expected 1 to %d", maxCandidates)
	case s.Shards < 1 || s.Shards > 1024:
		return nil, errors.New("shards: expected 1 to 1024")
	case s.Model != "" && embedder == nil:
		return nil, fmt.Errorf("model: %q has to embed the questions, and models.embed names no server", s.Model)
	case s.Model != "" && embedder.Model() != s.Model:
		return nil, fmt.Errorf("model: %q has to embed the questions, and models.embed names %q", s.Model, embedder.Model())
	}
	for _, g := range s.Groups {
		if err := checkReader(g); err != nil {
			return nil, fmt.Errorf("groups: %w", err)
		}
	}
	c, err := cluster.Open(s.Server)
	if err != nil {
		return nil, err
	}
	if s.Model == "" {
		embedder = nil
	}
	return &Org{c: c, s: s, embedder: embedder, now: now, beat: 2 * time.Second}, nil
}

// Host names the cluster in messages.
func (o *Org) Host() string { return o.c.Host() }

func aliasName() *regexp.Regexp { return regexp.MustCompile(`^[a-z][a-z0-9_-]{0,99}$`) }

// checkReader says what is wrong with the name of a group of readers.
func checkReader(name string) error {
	odd := func(r rune) bool { return r < ' ' || r == ',' || r == '"' || r == '$' }
	if name == "" || len(name) > 200 || strings.ContainsFunc(name, odd) {
		return fmt.Errorf("%q is no name of a group of readers", name)
	}
	return nil
}

// CheckName says what is wrong with the name of a repository: it is a path of plain names.
func CheckName(name string) error {
	for part := range strings.SplitSeq(name, "/") {
		if part == "" || part == "." || part == ".." || len(name) > 200 ||
			strings.ContainsFunc(part, func(r rune) bool { return r <= ' ' || r == '\\' || r == ':' || r == '"' || r == 0x7f }) {
			return fmt.Errorf("%q is no name of a repository: expected one such as platform/auth", name)
		}
	}
	return nil
}

// readers are the groups that the asker is in.
func (o *Org) readers() []string {
	all := append([]string{Everyone}, o.s.Groups...)
	slices.Sort(all)
	return slices.Compact(all)
}

// indexName is the index of a generation.
func (o *Org) indexName(generation int) string { return fmt.Sprintf("%s-%06d", o.s.Alias, generation) }

// keyBytes of a hash name a thing: two of 10⁹ have the same key once in 10⁴ such collections.
const keyBytes = 9

// key stands for a text in ids.
func key(parts ...string) string {
	h := sha256.New()
	for _, p := range parts {
		fmt.Fprintf(h, "%d:%s", len(p), p)
	}
	return base64.RawURLEncoding.EncodeToString(h.Sum(nil)[:keyBytes])
}

// keyLength is that of a key as text.
const keyLength = keyBytes * 8 / 6

// The ids of documents. That of a note or chunk begins with the keys of its repository and path.
func headID(repo string) string                 { return "h." + repo }
func pushID(repo string) string                 { return "p." + repo }
func noteID(repo, note, version string) string  { return "n." + repo + "." + note + "." + version }
func textID(repo, note, version string) string  { return "t." + repo + "." + note + "." + version }
func chunkID(repo, note, content string) string { return "c." + repo + "." + note + "." + content }

// place is a note: the keys of its repository and of its path.
type place struct{ repo, note string }

// String is how documents name a place.
func (p place) String() string { return p.repo + "." + p.note }

// placeOf reads a place out of a document.
func placeOf(text string) (p place, ok bool) {
	p.repo, p.note, ok = strings.Cut(text, ".")
	return p, ok && len(p.repo) == keyLength && len(p.note) == keyLength
}
