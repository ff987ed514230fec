package mcp

import (
	"bytes"
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

const (
	slackChars = 599 // that an answer may have beyond what was asked for: a tool fits its parts by what they take, about
	leastText  = 80  // characters that a text keeps, however much there is
)

// limitOf is how many characters an answer may have, in either form, to a call with these arguments.
func limitOf(arguments any) int {
	chars := defaultChars
	v := reflect.ValueOf(arguments)
	if f := v.FieldByName("MaxChars"); f.IsValid() && f.Int() > 0 {
		chars = int(f.Int())
	}
	if f := v.FieldByName("Budget"); f.IsValid() { // of tokens
		chars = max(mostChars, 8*int(f.Int()))
		return chars
	}
	return min(chars+slackChars, mostChars)
}

// write gives both forms of an answer, neither with more than so many characters. What is too long
// is cut: its longest texts first, then the ends of its lists. The answer says so, with advice.
func write(answer output, chars int, advice string) (text string, structured json.RawMessage, err error) {
	text, structured, err = forms(answer)
	if err != nil || fits(text, structured, chars) {
		return text, structured, err
	}
	about := answer.about()
	about.Notices = append(about.Notices, fmt.Sprintf("this answer had more than %d characters and was cut: %s", chars, advice))
	for most, list := chars, 1<<30; list > 0; {
		shorter := shortened(reflect.ValueOf(answer), most, list).Interface().(output)
		if text, structured, err = forms(shorter); err != nil || fits(text, structured, chars) {
			return text, structured, err
		}
		if most = most * 7 / 10; most < leastText {
			most, list = leastText, min(64, list/2)
		}
	}
	return cutText(text, chars), structured, nil
}

func fits(text string, structured []byte, chars int) bool {
	return utf8.RuneCountInString(text) <= chars && utf8.RuneCount(structured) <= chars
}

// forms writes an answer as text and as JSON. Both are UTF-8 without characters that could harm a terminal.
func forms(answer output) (text string, structured json.RawMessage, err error) {
	var b strings.Builder
	for _, n := range answer.about().Notices {
		fmt.Fprintf(&b, "Note: %s\n", cleanLine(n))
	}
	answer.render(&b)
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

// cutText cuts a text after so many characters, closes the quotation that it is cut in, and says so.
func cutText(text string, chars int) string {
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

// harmless escapes what could harm a terminal in a line of JSON.
func harmless(line []byte) []byte { return report.Escape(line) }

// escaper is harmless for JSON that comes in pieces, which may end within a character.
type escaper struct {
	rest []byte // of a character
}

func (e *escaper) next(p []byte) []byte {
	p = append(e.rest, p...)
	end := len(p)
	for i := 1; i < utf8.UTFMax && i <= len(p); i++ {
		if b := p[len(p)-i]; utf8.RuneStart(b) {
			if !utf8.FullRune(p[len(p)-i:]) {
				end = len(p) - i
			}
			break
		}
	}
	e.rest = bytes.Clone(p[end:])
	return harmless(p[:end])
}
