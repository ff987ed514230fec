package codebase

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"

	"github.com/9aea2451/kb/kb/code"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/pack"
	"github.com/9aea2451/kb/kb/record"
)

// Worded is what a search keeps of a file: Data of the whole, and something for each of its terms.
type Worded struct {
	Source int64 // by which Term names the file; set by Words
	Data   string
	Terms  map[string][]byte // of KeepWords; not read back
}

// Wording makes what a search keeps of a file. Version changes with whatever it makes otherwise.
type Wording struct {
	Version string
	Of      func(f *code.File, source []byte) Worded
}

// segment holds what a search looks for in some files, an entry of a pack. Its body lists the files and with which term each of
// its groups begins; a group has terms in their order, each with what is kept of it by number of file.
type segment struct {
	pack.Pieces
	firsts []string
	groups [][]term // those that were read: a search looks up some hundred words to know the languages
}

// term is a term of a segment, with what is kept of it.
type term struct{ text, its string }

// words is the kind of packs of segments: joining packs joins their segments.
var words = pack.Kind{Format: "kb code words 3", Join: joinWords}

// groupWords closes a group of terms, in bytes: it fills a block.
const groupWords = 15 << 10

// wordsDir is the folder of the segments.
func (b *Base) wordsDir() string { return filepath.Join(Folder(b.o.Dir), "words") }

// Words returns what a search keeps of each of some files, in their order, without Terms; Data is nil
// of what cannot be read. What was never made is made first, of files that were never read as well.
func (b *Base) Words(ctx context.Context, files []git.File, w Wording) (out []Worded, err error) {
	err = b.mended(func() error {
		if _, err := b.Update(ctx, files); err != nil {
			return err
		}
		store := words.Open(b.wordsDir())
		known, err := b.readWords(store)
		if err != nil {
			return err
		}
		var missing []git.File
		for _, f := range files {
			if _, ok := known[w.key(f)]; !ok {
				known[w.key(f)] = Worded{}
				missing = append(missing, f)
			}
		}
		if len(missing) > 0 {
			if err = b.makeWords(ctx, store, missing, w); err == nil {
				known, err = b.readWords(store)
			}
			if err != nil {
				return fmt.Errorf("find the words of the code: %w", err)
			}
		}
		out = make([]Worded, len(files))
		for i, f := range files {
			out[i] = known[w.key(f)]
		}
		return nil
	})
	return out, err
}

// key is what the words of a file are kept by: by another Version they are made anew.
func (w *Wording) key(f git.File) sourceKey {
	k := keyOf(f)
	return sourceKey{k.blob, k.reader + " " + w.Version}
}

// readWords opens the segments, and lists the files in them.
func (b *Base) readWords(store *pack.Store) (known map[sourceKey]Worded, err error) {
	b.words, known = nil, map[sourceKey]Worded{}
	store.Heads(func(_, _ string, head *record.Reader, pieces pack.Pieces) {
		pieces.At(head)
		source := int64(len(b.words)) << 32
		firsts, failed := filesIn(pieces.Body, func(k sourceKey, data string) {
			if _, ok := known[k]; !ok {
				known[k] = Worded{Source: source, Data: data}
			}
			source++
		})
		b.words, err = append(b.words, segment{pieces, firsts, make([][]term, len(firsts))}), errors.Join(err, failed)
	})
	return known, err
}

// makeWords makes what is kept of files of which nothing is.
func (b *Base) makeWords(ctx context.Context, store *pack.Store, missing []git.File, w Wording) error {
	blobs, err := b.repo.Blobs(ctx)
	if err != nil {
		return err
	}
	defer blobs.Close()
	for from := 0; from < len(missing); from += batch {
		b.o.Progress("words of the code", from, len(missing))
		m := newMaking()
		err := blobs.Each(missing[from:min(from+batch, len(missing))], func(f git.File, data []byte, err error) error {
			if ctx.Err() != nil || err != nil { // not here, or changed meanwhile: the next time looks again
				return ctx.Err()
			}
			read, _, ok, err := b.head(keyOf(f))
			var made Worded // one that cannot be read is kept without words, so that it is not looked at again
			if ok && code.Language(f.Path) != "" {
				made = w.Of(&read, data)
			}
			n := m.add(w.key(f), made.Data)
			for term, its := range made.Terms {
				m.put(term, n, string(its))
			}
			return err
		})
		if err == nil {
			err = store.Add(pack.List(m.entry()))
		}
		if err != nil {
			return err
		}
	}
	b.o.Progress("words of the code", len(missing), len(missing))
	return nil
}

// making is a segment in the making.
type making struct {
	numbers map[sourceKey]int
	files   record.Writer
	terms   map[string]*record.Writer
}

func newMaking() *making {
	return &making{numbers: map[sourceKey]int{}, terms: map[string]*record.Writer{}}
}

// add adds a file, and returns its number.
func (m *making) add(k sourceKey, data string) int {
	n := len(m.numbers)
	m.numbers[k] = n
	for _, text := range []string{k.blob, k.reader, data} {
		m.files.String(text)
	}
	return n
}

// put adds what is kept of a term of a file.
func (m *making) put(term string, n int, data string) {
	its := m.terms[term]
	if its == nil {
		its = &record.Writer{}
		m.terms[term] = its
	}
	its.Int(n)
	its.String(data)
}

// entry returns the segment as it is kept.
func (m *making) entry() *pack.Entry {
	e := &pack.Entry{Name: "words", Blob: fmt.Sprintf("%016x", rand.Uint64())}
	var body, group record.Writer
	body.Int(len(m.numbers))
	body.Raw(string(m.files.Data))
	end := func() {
		if len(group.Data) > 0 {
			e.Groups, group = append(e.Groups, pack.Group{First: len(e.Groups), Text: string(group.Data)}), record.Writer{}
		}
	}
	for _, term := range slices.Sorted(maps.Keys(m.terms)) {
		its := m.terms[term]
		if len(group.Data)+len(its.Data) > groupWords {
			end()
		}
		if len(group.Data) == 0 {
			body.String(term)
		}
		group.String(term)
		group.String(string(its.Data))
	}
	end()
	e.Body = string(body.Data)
	return e
}

// joinWords makes one segment of several.
func joinWords(list iter.Seq2[*pack.Entry, error]) iter.Seq2[*pack.Entry, error] {
	return func(yield func(*pack.Entry, error) bool) {
		m := newMaking()
		for e, err := range list {
			var numbers []int // -1 for a file that another segment has
			if err == nil {
				_, err = filesIn(func() (string, error) { return e.Body, nil }, func(k sourceKey, data string) {
					n := -1
					if _, ok := m.numbers[k]; !ok {
						n = m.add(k, data)
					}
					numbers = append(numbers, n)
				})
			}
			if err != nil {
				yield(nil, err)
				return
			}
			for _, g := range e.Groups {
				for _, t := range termsIn(g.Text) {
					eachIn(t.its, func(n int, data string) {
						if n < len(numbers) && numbers[n] >= 0 {
							m.put(t.text, numbers[n], data)
						}
					})
				}
			}
		}
		yield(m.entry(), nil)
	}
}

// filesIn calls f for each file that the body of a segment lists, and returns the first term of each of its groups.
func filesIn(body func() (string, error), f func(k sourceKey, data string)) (firsts []string, err error) {
	text, err := body()
	if err != nil {
		return nil, err
	}
	r := record.Read(text)
	for n := r.Count(); n > 0; n-- {
		f(sourceKey{r.String(), r.String()}, r.String())
	}
	for r.More() {
		firsts = append(firsts, r.String())
	}
	return firsts, r.Err()
}

// termsIn returns the terms of a group.
func termsIn(group string) (out []term) {
	for r := record.Read(group); r.More(); {
		out = append(out, term{r.String(), r.String()})
	}
	return out
}

// eachIn calls f with what is kept of a term, by number of file.
func eachIn(its string, f func(n int, data string)) {
	for r := record.Read(its); r.More(); {
		f(r.Int(), r.String())
	}
}

// from calls f for the terms of the segments from one on, of each segment until it returns false.
func (b *Base) from(first string, f func(segment int, t term) bool) error {
	for i := range b.words {
		s := &b.words[i]
		at, found := slices.BinarySearch(s.firsts, first)
		if !found && at > 0 {
			at--
		}
		for more := true; more && at < len(s.firsts); at++ {
			if s.groups[at] == nil {
				group, err := s.Group(at)
				if err != nil {
					return errors.Join(err, words.Open(b.wordsDir()).Drop()) // they are made anew for the next search
				}
				s.groups[at] = termsIn(group)
			}
			j, _ := slices.BinarySearchFunc(s.groups[at], first, func(t term, first string) int { return strings.Compare(t.text, first) })
			for ; more && j < len(s.groups[at]); j++ {
				more = f(i, s.groups[at][j])
			}
		}
	}
	return nil
}

// Term calls f for every file that has a term, whatever tree it is of.
func (b *Base) Term(text string, f func(source int64, data string)) error {
	return b.from(text, func(segment int, t term) bool {
		if t.text == text {
			eachIn(t.its, func(n int, data string) { f(int64(segment)<<32+int64(n), data) })
		}
		return false
	})
}

// Terms calls f for every term that begins so, in their order, until it returns false.
func (b *Base) Terms(prefix string, f func(term string) bool) error {
	var terms []string
	err := b.from(prefix, func(_ int, t term) bool {
		begins := strings.HasPrefix(t.text, prefix)
		if begins {
			terms = append(terms, t.text)
		}
		return begins
	})
	slices.Sort(terms)
	for _, term := range slices.Compact(terms) {
		if err != nil || !f(term) {
			break
		}
	}
	return err
}

// Heads calls f with what was read of some files but their uses; not of those that cannot be read.
func (b *Base) Heads(ctx context.Context, files []git.File, f func(f git.File, read *code.File) error) error {
	for _, file := range files {
		head, _, ok, err := b.head(keyOf(file))
		if err == nil && ok {
			err = f(file, &head)
		}
		if err := errors.Join(err, ctx.Err()); err != nil {
			return err
		}
	}
	return nil
}

// Source is Heads with the bytes of each file.
func (b *Base) Source(ctx context.Context, files []git.File, f func(f git.File, read *code.File, source []byte) error) error {
	blobs, err := b.repo.Blobs(ctx)
	if err != nil {
		return fmt.Errorf("read the code: %w", err)
	}
	defer blobs.Close()
	return blobs.Each(files, func(file git.File, data []byte, err error) error {
		if err != nil {
			return fmt.Errorf("read the code: %w", err)
		}
		return b.Heads(ctx, []git.File{file}, func(file git.File, read *code.File) error { return f(file, read, data) })
	})
}
