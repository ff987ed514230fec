package panel

import (
	"cmp"
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/9aea2451/kb/cmd/kb/internal/desk/warm"
	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/index"
)

// searchIndex is what the search of a site without a server looks into: the words of titles, headings and
// tags, and those of the text as long as the index stays small.
type searchIndex struct {
	notes [][]string
	words map[string][]int // twice the number of the note, and one more where the word is of a title
	text  int              // words of texts that were taken
}

const (
	mostWords  = 600_000 // of texts: some two megabytes
	longestOne = 40      // bytes of a word that is kept
)

// newSearchIndex is empty: notes are added in the order of their numbers.
func newSearchIndex() *searchIndex { return &searchIndex{words: map[string][]int{}} }

// add takes in a note.
func (x *searchIndex) add(ctx context.Context, v *warm.View, r *index.NoteRecord) error {
	n := len(x.notes)
	x.notes = append(x.notes, []string{address(noteFile(r.Path)), cmp.Or(r.Title, r.Path), r.Path, r.Kind, cmp.Or(r.Inactive, r.Status)})
	head, body := map[string]bool{}, map[string]bool{}
	wordsOf(strings.Join(append([]string{r.Title, r.Path}, r.Tags...), " "), head)
	chunks, err := v.Searcher.Chunks(ctx, r.Path, v.At.Day)
	if err != nil {
		return err
	}
	for i := range chunks {
		wordsOf(strings.Join(chunks[i].HeadingPath, " "), head)
		if x.text < mostWords {
			wordsOf(chunks[i].Text, body)
		}
	}
	for _, word := range slices.Sorted(maps.Keys(head)) {
		x.words[word] = append(x.words[word], 2*n+1)
	}
	for _, word := range slices.Sorted(maps.Keys(body)) {
		if !head[word] {
			x.words[word] = append(x.words[word], 2*n)
			x.text++
		}
	}
	return nil
}

// wordsOf adds the words of a text: letters and digits in a row, in small letters, as the script reads
// what is typed.
func wordsOf(text string, to map[string]bool) {
	apart := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) }
	for _, word := range strings.FieldsFunc(strings.ToLower(text), apart) {
		if len(word) > 1 && len(word) <= longestOne {
			to[word] = true
		}
	}
}

// script is the index as a file that a page loads: numbers are written to the base 36, each as the
// difference from the one before.
func (x *searchIndex) script() []byte {
	words := make(map[string]string, len(x.words))
	for word, notes := range x.words {
		var b strings.Builder
		for i, n := range notes {
			if i > 0 {
				b.WriteByte(' ')
				n -= notes[i-1]
			}
			b.WriteString(strconv.FormatInt(int64(n), 36))
		}
		words[word] = b.String()
	}
	notes, _ := json.Marshal(x.notes) // strings alone
	index, _ := json.Marshal(words)
	return report.Escape(slices.Concat([]byte("var kbNotes="), notes, []byte(";\nvar kbWords="), index, []byte(";\n")))
}
