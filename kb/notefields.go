package kb

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/9aea2451/kb/markdown"
	"github.com/9aea2451/kb/text/wording"
)

// field reads one top-level key of the front matter.
func (r *noteReader) field(f *markdown.Field) {
	n := &r.note
	switch key := fieldKey(f.Key); key {
	case "id":
		n.ID = r.id(f)
	case "kind":
		r.kind(f)
	case "type":
		r.typeWord = f
	case "title":
		n.Title = markdown.PlainTitle(r.text(f))
	case "status":
		r.status(r.text(f), f)
	case "withdrawal_reason":
		r.extra(f)
		r.withdrawn(f)
	case "tags", "tag", "keywords":
		for _, t := range r.list(f) {
			n.addTag(t)
		}
	case "category", "categories":
		if list := r.list(f); len(list) > 0 && n.Category == "" {
			n.Category = list[0]
		}
	case "aliases", "alias", "permalink", "slug":
		r.aliases(key, f)
	case "confidence":
		n.HasConfidence = r.unit(f, &n.Confidence)
	case "importance":
		r.unit(f, &n.Importance)
	case "pinned":
		n.Pinned = r.bool(f)
	case "needs_review":
		n.NeedsReview = r.bool(f)
	case "disputed":
		n.Disputed = r.bool(f)
	case "draft":
		r.isDraft = r.bool(f)
	case "source":
		n.Source = r.word(f, Sources())
	case "files":
		n.Files = r.files(f)
	case "entities":
		n.Entities = r.entities(f)
	case "relations":
		r.relations(f)
	case "steps", "commits":
		r.list(f)
		r.extra(f) // it is shown and searched like any other key
	case "tried", "failed_because", "instead", "branch":
		r.text(f)
		r.extra(f)
	default:
		if !r.dateField(key, f) && !r.relationField(key, f) {
			r.extra(f)
		}
	}
}

// aliases reads other names of the note: of a slug, by which the addresses of a site know it, the last part.
func (r *noteReader) aliases(key string, f *markdown.Field) {
	for _, a := range r.list(f) {
		if key == "slug" {
			a = strings.Trim(path.Base(a), "/.")
		}
		r.note.addAlias(a)
	}
	if key == "slug" {
		r.extra(f)
	}
}

// fieldKey is a key in kb's spelling.
func fieldKey(key string) string { return strings.ReplaceAll(strings.ToLower(key), "-", "_") }

// dateField reads the keys that hold dates.
func (r *noteReader) dateField(key string, f *markdown.Field) bool {
	switch key {
	case "verified":
		r.note.Verified = r.date(f)
	case "valid_from":
		r.note.ValidFrom = r.date(f)
	case "valid_until":
		r.note.ValidUntil = r.date(f)
	default:
		kind := slices.Index(dateKinds[:], DateKey(key))
		if kind < 0 {
			return false
		}
		if d := r.date(f); r.dates[kind] == "" {
			r.dates[kind] = d
		}
	}
	return true
}

// maxExtra bounds the unknown keys that are kept.
const maxExtra = 200

// extra keeps a field that kb gives no meaning, as long as there are not too many.
func (r *noteReader) extra(f *markdown.Field) {
	if r.note.Extra == nil {
		r.note.Extra = map[string]any{}
	}
	if len(r.note.Extra) < maxExtra {
		r.note.Extra[f.Key] = f.Value
	}
}

// wrong tells what a key asks for where something else stands.
type wrong struct {
	expected string   // what may stand there
	nearest  string   // the allowed value nearest to what stands there
	inner    []string // the place in the field's value: keys and indices
	meant    bool     // the value is surely meant for kb: it is nearly one of its words, or a date
}

// problem tells that a value is not what the key asks for. Other tools use most keys too, and what
// they write is no mistake.
func (r *noteReader) problem(f *markdown.Field, w wrong, format string, args ...any) {
	if !r.strict && !w.meant && !ownKey(fieldKey(f.Key)) {
		r.extra(f)
		return
	}
	line, col := f.ValueLine, f.ValueCol
	if line == 0 {
		line, col = f.Line, max(f.Col, 1)
	}
	if len(w.inner) > 0 {
		if l, c, ok := r.doc.FrontMatter.Place(r.source, append([]string{f.Key}, w.inner...)...); ok {
			line, col = l, c
		}
	}
	key := strings.Join(append([]string{f.Key}, w.inner...), ".")
	r.problems = append(r.problems, markdown.Problem{Line: line, Col: col, Key: key, Expected: w.expected, Nearest: w.nearest,
		Message: f.Key + ": " + fmt.Sprintf(format, args...)})
}

// ownKey tells the keys that no other tool is known to use.
func ownKey(key string) bool {
	switch key {
	case "valid_from", "valid_until", "needs_review", "disputed", "relations":
		return true
	}
	return false
}

// foreign keeps a word that need not be meant for kb, and tells of it where it must be, or is one
// slip away from a word of kb.
func (r *noteReader) foreign(f *markdown.Field, value string, words []string) {
	r.extra(f)
	r.problem(f, wrong{expected: "one of " + strings.Join(words, ", "), nearest: wording.Slip(value, words), meant: isSlip(value, words)},
		"%q is none of %s%s", clip(value), strings.Join(words, ", "), didYouMean(value, words))
}

// isSlip tells a word of five letters or more that one slip of the hand makes of one of words:
// longer ways lead to other words.
func isSlip(value string, words []string) bool {
	value = strings.ToLower(value)
	near := wording.Slip(value, words)
	return near != "" && len(value) >= 5 && wording.Distance(value, near, 2) == 1
}

// text reads a string; numbers, dates and booleans count as what was written.
func (r *noteReader) text(f *markdown.Field) string {
	s, ok := scalarText(f.Value)
	if !ok {
		r.problem(f, wrong{expected: "text"}, "expected text, not a list or a mapping")
	}
	return s
}

// scalarText is a single value as text, "" for null; false for lists and mappings.
func scalarText(v any) (string, bool) {
	switch v := v.(type) {
	case nil:
		return "", true
	case string:
		return strings.TrimSpace(v), true
	case []any, map[string]any:
		return "", false
	case fmt.Stringer: // time.Time of TOML
		return timeText(v), true
	}
	return fmt.Sprint(v), true
}

// list reads a list of words; a string is split at commas.
func (r *noteReader) list(f *markdown.Field) []string {
	items, ok := f.Value.([]any)
	if !ok {
		s, single := scalarText(f.Value)
		if !single {
			r.problem(f, wrong{expected: "a list such as [a, b]"}, "expected a list such as [a, b]")
			return nil
		}
		for part := range strings.SplitSeq(s, ",") {
			items = append(items, part)
		}
	}
	var list []string
	for i, item := range items {
		s, ok := scalarText(item)
		if !ok {
			r.problem(f, wrong{expected: "a word", inner: []string{strconv.Itoa(i)}}, "expected a list of words such as [a, b]")
			continue
		}
		if s != "" {
			list = append(list, s)
		}
	}
	return list
}

// maxID is the greatest length of an id in characters.
const maxID = 128

// id reads the id of a note: one word.
func (r *noteReader) id(f *markdown.Field) string {
	id := r.text(f)
	if utf8.RuneCountInString(id) > maxID || strings.ContainsAny(id, " \t\n") {
		r.problem(f, wrong{expected: fmt.Sprintf("one word of at most %d characters", maxID)},
			"expected one word such as a ULID, at most %d characters", maxID)
		return ""
	}
	return id
}

// word reads one of several words.
func (r *noteReader) word(f *markdown.Field, words []string) string {
	s, ok := scalarText(f.Value)
	if w := fieldKey(s); slices.Contains(words, w) {
		return w
	}
	if !ok || s != "" {
		r.foreign(f, s, words)
	}
	return ""
}

// kind reads the kind; the type of a memory is taken for one too.
func (r *noteReader) kind(f *markdown.Field) {
	s, ok := scalarText(f.Value)
	w := strings.ReplaceAll(fieldKey(s), " ", "_")
	switch {
	case slices.Contains(Kinds(), w):
		r.setKind(w)
	case slices.Contains(MemoryTypes(), w):
		r.setKind("memory")
		r.kindType = w
	case w != "" || !ok:
		r.foreign(f, s, append(Kinds(), MemoryTypes()...))
	}
}

// setKind changes the kind, and with it the label where the path gave none of its own.
func (r *noteReader) setKind(kind string) {
	r.note.Kind, r.kindSet = kind, true
	if r.note.Label == "doc" && kind != "doc" {
		r.note.Label = kind
	}
}

// resolveType reads the type, whose meaning depends on the kind: other tools use the key for much else.
func (r *noteReader) resolveType() {
	n := &r.note
	n.Type = r.kindType
	if r.typeWord == nil {
		return
	}
	s, ok := scalarText(r.typeWord.Value)
	w := strings.ReplaceAll(fieldKey(s), " ", "_")
	if !r.kindSet && n.Kind == "doc" && (w == "memory" || w == "decision" || w == "spec") {
		r.setKind(w)
		return
	}
	switch {
	case n.Kind != "memory":
		r.extra(r.typeWord)
	case slices.Contains(MemoryTypes(), w):
		n.Type = w
	case w != "" && w != "memory" || !ok:
		r.foreign(r.typeWord, s, MemoryTypes())
	}
}

// bool reads a switch; words for it are taken as YAML 1.1 has them.
func (r *noteReader) bool(f *markdown.Field) bool {
	switch v := f.Value.(type) {
	case nil:
		return false
	case bool:
		return v
	case string:
		switch strings.ToLower(v) {
		case "true", "yes", "on":
			return true
		case "false", "no", "off", "":
			return false
		}
	}
	r.problem(f, wrong{expected: "true or false"}, "expected true or false")
	return false
}

// unit reads a number from 0 to 1.
func (r *noteReader) unit(f *markdown.Field, to *float64) bool {
	return r.unitIn(f, nil, f.Value, to)
}

// unitIn reads a number from 0 to 1 that stands inside of a field's value.
func (r *noteReader) unitIn(f *markdown.Field, inner []string, value any, to *float64) bool {
	x, ok := number(value)
	name := ""
	if len(inner) > 0 {
		name = inner[len(inner)-1] + ": "
	}
	w := wrong{expected: "a number from 0 to 1", inner: inner}
	switch {
	case value == nil:
		return false
	case !ok:
		s, _ := scalarText(value)
		r.problem(f, w, "%sexpected a number from 0 to 1, not %q", name, clip(s))
		return false
	case !(x >= 0 && x <= 1):
		w.nearest = fmt.Sprint(min(max(x, 0), 1))
		if x != x {
			w.nearest = ""
		}
		r.problem(f, w, "%sexpected a number from 0 to 1, not %v%s", name, x, nearestNumber(w.nearest))
		return false
	}
	*to = x
	return true
}

// nearestNumber is the end of a message that suggests a number.
func nearestNumber(n string) string {
	if n == "" {
		return ""
	}
	return " (nearest: " + n + ")"
}

// date reads a day, in the form 2026-05-04. What a template left to be filled in is no mistake.
func (r *noteReader) date(f *markdown.Field) string {
	if _, is := f.Value.(map[string]any); is { // who changed it stands there, too
		r.extra(f)
	}
	s, ok := dateText(f.Value)
	if s == "" && ok {
		return ""
	}
	d, isDate := normalDate(s)
	if !isDate && !isPlaceholder(s) {
		var dates []string
		day, _ := dateWords(s)
		for _, layout := range []string{"2 1 2006", "1 2 2006"} {
			if t, err := time.Parse(layout, day); err == nil && !slices.Contains(dates, t.Format(time.DateOnly)) {
				dates = append(dates, t.Format(time.DateOnly))
			}
		}
		w := wrong{expected: "a date such as 2026-05-04", nearest: strings.Join(dates, " or ")}
		w.meant = isLikeDate(s) && !IsTemplate(r.note.Path) && !inTemplates(r.note.Path)
		r.problem(f, w, "expected a date such as 2026-05-04, not %q", clip(s))
	}
	return d
}

// dateText is the value that says a date: in a list of one, as YAML reads [[2026-05-04]], and among
// others in a mapping such as {date: 2026-05-04, author: ann}.
func dateText(v any) (string, bool) {
	switch v := v.(type) {
	case []any:
		if len(v) == 1 {
			return dateText(v[0])
		}
	case map[string]any:
		for _, kind := range dateKinds {
			for _, key := range slices.Sorted(maps.Keys(v)) {
				if DateKey(key) == kind {
					return dateText(v[key])
				}
			}
		}
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64), true
	}
	return scalarText(v)
}

// files reads patterns of code files, which stay inside the repository.
func (r *noteReader) files(f *markdown.Field) []string {
	var list []string
	for _, p := range r.list(f) {
		if strings.HasPrefix(p, "/") || strings.Contains("/"+strings.ReplaceAll(p, `\`, "/")+"/", "/../") {
			r.problem(f, wrong{expected: "a pattern from the root of the repository"},
				"%q leads out of the repository: expected a pattern from its root such as internal/auth/**", clip(p))
			continue
		}
		list = append(list, strings.TrimPrefix(p, "./"))
	}
	return list
}

// entities reads [{type: tool, name: redis}], or plain names.
func (r *noteReader) entities(f *markdown.Field) []Entity {
	items, ok := f.Value.([]any)
	if !ok && f.Value != nil {
		r.problem(f, wrong{expected: "a list"}, "expected a list such as [{type: tool, name: redis}]")
	}
	var list []Entity
	for i, item := range items {
		var e Entity
		if m, ok := item.(map[string]any); ok {
			e.Type, _ = scalarText(m["type"])
			e.Name, _ = scalarText(m["name"])
		} else {
			e.Name, _ = scalarText(item)
		}
		if e.Name == "" {
			r.problem(f, wrong{expected: "{type: tool, name: redis}", inner: []string{strconv.Itoa(i)}},
				"an entity has no name: expected {type: tool, name: redis}")
			continue
		}
		list = append(list, e)
	}
	return list
}
