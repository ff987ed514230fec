package render

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/text/wording"
)

// About is what every answer says of itself.
type About struct {
	Notices []string `json:"notices,omitempty" jsonschema:"what the server has to say about this answer, such as that it may be behind the files"`
	Pending bool     `json:"provenance_pending,omitempty" jsonschema:"the history was not read: commits are missing, and memories fade by their own dates"`
}

// Meta is the answer's own About.
func (a *About) Meta() *About { return a }

// Answer is the answer of a tool: structured, and as text for a model to read.
type Answer interface {
	// Meta returns what the answer says of itself.
	Meta() *About
	// Render writes the answer as text.
	Render(b *strings.Builder)
}

// Write gives both forms of an answer, neither with more than so many characters. What is too long
// is cut: its longest texts first, then the ends of its lists. The answer says so, with advice.
func Write(answer Answer, chars int, advice string) (text string, structured json.RawMessage, err error) {
	text, structured, err = forms(answer)
	if err != nil || fits(text, structured, chars) {
		return text, structured, err
	}
	about := answer.Meta()
	about.Notices = append(about.Notices, fmt.Sprintf("this answer had more than %d characters and was cut: %s", chars, advice))
	for most, list := chars, 1<<30; list > 0; {
		shorter := shortened(reflect.ValueOf(answer), most, list).Interface().(Answer)
		if text, structured, err = forms(shorter); err != nil || fits(text, structured, chars) {
			return text, structured, err
		}
		if most = most * 7 / 10; most < leastText {
			most, list = leastText, min(64, list/2)
		}
	}
	return CutText(text, chars), structured, nil
}

func fits(text string, structured []byte, chars int) bool {
	return utf8.RuneCountInString(text) <= chars && utf8.RuneCount(structured) <= chars
}

// forms writes an answer as text and as JSON. Both are UTF-8 without characters that could harm a terminal.
func forms(answer Answer) (text string, structured json.RawMessage, err error) {
	var b strings.Builder
	for _, n := range answer.Meta().Notices {
		fmt.Fprintf(&b, "Note: %s\n", CleanLine(n))
	}
	answer.Render(&b)
	if structured, err = json.Marshal(answer); err != nil {
		return "", nil, fmt.Errorf("write the answer: %w", err)
	}
	return report.Clean(b.String()), report.Escape(structured), nil
}

// shortened is a copy of a value whose texts have at most so many characters, and whose lists so
// many elements. Notices and cursors stay whole.
func shortened(v reflect.Value, most, list int) reflect.Value {
	switch v.Kind() {
	case reflect.String:
		return reflect.ValueOf(wording.Clip(v.String(), most)).Convert(v.Type())
	case reflect.Pointer:
		if v.IsNil() {
			return v
		}
		p := reflect.New(v.Type().Elem())
		p.Elem().Set(shortened(v.Elem(), most, list))
		return p
	case reflect.Struct:
		out := reflect.New(v.Type()).Elem()
		out.Set(v)
		for i := range v.NumField() {
			f := v.Type().Field(i)
			if f.IsExported() && f.Type != reflect.TypeFor[About]() && f.Name != "NextCursor" {
				out.Field(i).Set(shortened(v.Field(i), most, list))
			}
		}
		return out
	case reflect.Slice:
		if v.IsNil() {
			return v
		}
		out := reflect.MakeSlice(v.Type(), min(v.Len(), list), min(v.Len(), list))
		for i := range out.Len() {
			out.Index(i).Set(shortened(v.Index(i), most, list))
		}
		return out
	case reflect.Map:
		return shortenedCounts(v, most, list)
	}
	return v
}

// shortenedCounts cuts counts by name: the greatest stay.
func shortenedCounts(v reflect.Value, most, list int) reflect.Value {
	counts, ok := v.Interface().(map[string]int)
	if !ok || counts == nil {
		return v
	}
	names := slices.SortedFunc(maps.Keys(counts), func(a, b string) int { return cmp.Or(counts[b]-counts[a], strings.Compare(a, b)) })
	out := map[string]int{}
	for _, n := range names[:min(len(names), list)] {
		out[wording.Clip(n, most)] += counts[n]
	}
	return reflect.ValueOf(out)
}

// CutText cuts a text after so many characters, closes the quotation that it is cut in, and says so.
func CutText(text string, chars int) string {
	if utf8.RuneCountInString(text) <= chars {
		return text
	}
	const said = "\n[cut here]\n"
	runes := []rune(text)
	text = string(runes[:max(0, chars-len(said)-markChars-len("\n>>\n"))])
	if open := strings.LastIndex(text, "<<evidence "); open >= 0 {
		if mark := text[open+len("<<evidence "):]; len(mark) > markChars && !strings.Contains(text[open:], mark[:markChars]+">>") {
			text += "\n" + mark[:markChars] + ">>\n"
		}
	}
	return text + said
}

const (
	slackChars = 599 // that an answer may have beyond what was asked for: a tool fits its parts by what they take, about
	leastText  = 80  // characters that a text keeps, however much there is
)
