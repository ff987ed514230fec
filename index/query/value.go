package query

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/text/days"
	"github.com/9aea2451/kb/text/wording"
)

// Known is what Parse asks about the tree that is searched.
type Known struct {
	Today time.Time

	// Any tells whether a note of the tree fits; it is asked only for values that kb itself does not
	// know, such as a status that stands in the front matter alone. nil: there is none.
	Any func(fits func(*kb.Note) bool) (bool, error)
}

// ValueError is a filter whose value no note can have. It wraps ErrQuery.
type ValueError struct {
	Field, Value string
	Values       []string // those that there are; none for dates and numbers
	InText       bool     // it stood in the text of the query, where it may have been meant as words
}

func (e *ValueError) Error() string {
	if e.Field == "after" || e.Field == "before" {
		return fmt.Sprintf("%s: not a date: %q", e.Field, wording.ClipBytes(e.Value, maxShown))
	}
	if len(e.Values) == 0 {
		return fmt.Sprintf("%s: not a number from 0 to 1: %q", e.Field, wording.ClipBytes(e.Value, maxShown))
	}
	return fmt.Sprintf("no %s is called %q", strings.ReplaceAll(e.Field, "-", " "), wording.ClipBytes(e.Value, maxShown))
}

// Unwrap says that it is the query which has to change.
func (e *ValueError) Unwrap() error { return ErrQuery }

// Advice says what can stand there instead, a line each.
func (e *ValueError) Advice() string {
	var lines []string
	switch near := wording.Slip(e.Value, e.Values); {
	case e.Field == "after" || e.Field == "before":
		lines = append(lines, "write it as "+days.Forms)
	case len(e.Values) == 0:
		lines = append(lines, "write it as >0.7, >=0.7, <0.3, <=0.3 or 0.5")
	case near != "" && len(e.Value) > 3: // of three letters every word is near
		lines = append(lines, fmt.Sprintf("did you mean %s:%s?", e.Field, near))
		fallthrough
	default:
		lines = append(lines, "there are: "+strings.Join(e.Values, ", "))
	}
	if e.InText {
		lines = append(lines, fmt.Sprintf("quoted it is words to look for: '\"%s:%s\"'", e.Field, wording.ClipBytes(e.Value, maxShown)))
	}
	return strings.Join(lines, "\n")
}

// maxShown bounds the bytes of a value in a message.
const maxShown = 80

// check refuses a value that no note can have in a field.
func check(field, value string, known Known) error {
	field = fieldName(field)
	refused := &ValueError{Field: field, Value: value}
	switch field {
	case "after", "before":
		if _, _, err := days.Span(value, known.Today); err != nil {
			return refused
		}
		return nil
	case "importance", "confidence", "declared-confidence":
		if _, ok := parseComparison(value); !ok {
			return refused
		}
		return nil
	}
	var f Filter
	for _, l := range f.lists() {
		if l.name != field || l.known == nil {
			continue
		}
		refused.Values = l.known()
		if oneOf([]string{value}, refused.Values...) {
			return nil
		}
		if l.of == nil || known.Any == nil {
			return refused
		}
		some, err := known.Any(func(n *kb.Note) bool {
			have := l.of(n)
			for _, v := range have {
				if len(refused.Values) < maxValues && v != "" && !slices.Contains(refused.Values, v) {
					refused.Values = append(refused.Values, v)
				}
			}
			return oneOf([]string{value}, have...)
		})
		if err != nil || some {
			return err
		}
		return refused
	}
	return nil
}

// maxValues bounds the values that a message lists.
const maxValues = 40

// dated writes the dates of a filter in digits. It has been checked.
func (f *Filter) dated(today time.Time) {
	if first, _, err := days.Span(f.After, today); err == nil && f.After != "" {
		f.After = first.Format(time.DateOnly)
	}
	if _, last, err := days.Span(f.Before, today); err == nil && f.Before != "" {
		f.Before = last.Format(time.DateOnly)
	}
}
