package render

import (
	"cmp"
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/9aea2451/kb/text/wording"
)

// About is what every answer says of itself.
type About struct {
	Notices  []string `json:"notices,omitempty" jsonschema:"what the server says of this answer, such as that it may be behind the files"`
	Unjudged bool     `json:"judgement_pending,omitempty" jsonschema:"notes are still being judged: not all conflicts are told yet"`
	Pending  bool     `json:"provenance_pending,omitempty" jsonschema:"the history is not read: commits are missing, memories fade by date"`
}

// Meta is the answer's own About.
func (a *About) Meta() *About { return a }

// Answer is the answer of a tool. It goes out once: as text for a model to read or, where a program
// asks for it, as structure.
type Answer interface {
	// Meta returns what the answer says of itself.
	Meta() *About
	// Render writes the answer as text, but for its notices: Write puts these in front.
	Render(b *strings.Builder)
}

// Write gives an answer in its form. What is too long is cut, last of all: first the parts that the
// answer itself lets go of, then its longest texts, then the ends of its lists. The answer says so.
func Write(answer Answer, f Form) (text string, structured json.RawMessage, err error) {
	text, structured, err = f.write(answer)
	if err != nil || f.holds(text, structured) {
		return text, structured, err
	}
	if parts, ok := answer.(interface{ Drop() bool }); ok {
		for parts.Drop() {
			if text, structured, err = f.write(answer); err != nil || f.holds(text, structured) {
				return text, structured, err
			}
		}
	}
	about := answer.Meta()
	about.Notices = append(about.Notices, "this answer was too long and was cut: "+f.Advice)
	for most, list := f.Chars, 1<<30; most > 0; {
		shorter := shortened(reflect.ValueOf(answer), most, list).Interface().(Answer)
		if text, structured, err = f.write(shorter); err != nil || f.holds(text, structured) {
			return text, structured, err
		}
		switch {
		case most > leastText:
			most = max(leastText, most*7/10)
		case list > 1:
			list = min(64, list/2)
		case len(about.Notices) > 1: // one list of one short part, and still too long: the last notice says why
			about.Notices = about.Notices[len(about.Notices)-1:]
		default:
			most /= 2
		}
	}
	if f.JSON {
		return "", structured, nil
	}
	for chars := f.Chars; !f.holds(text, nil) && chars > 0; chars -= 1 + chars/8 {
		text = CutText(text, chars)
	}
	return text, nil, nil
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
		// The greatest stay.
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
	return v
}

// CutText cuts a text after so many characters, closes the quotation that it is cut in, and says so.
func CutText(text string, chars int) string {
	if utf8.RuneCountInString(text) <= chars {
		return text
	}
	const said = "\n[cut here]\n"
	runes := []rune(text)
	text = string(runes[:max(0, chars-len(said)-markChars-len("\n"+closing+"\n"))])
	_, rest, _ := strings.Cut(text, opening) // the first mark is the fence's: what a note says stands behind it
	mark := rest[:min(markChars, len(rest))]
	if last := strings.LastIndex(text, opening+mark+"\n"); last >= 0 && !strings.Contains(text[last:], mark+closing) {
		text += "\n" + mark + closing + "\n"
	}
	return text + said
}

// leastText is how many characters a text keeps, however much there is.
const leastText = 80
