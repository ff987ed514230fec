package revision

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/9aea2451/kb/markdown"
	"github.com/9aea2451/kb/text/diff"
)

// Field is a key of the front matter that changed.
type Field struct {
	Op    Op          `json:"op"` // Added, Removed or Changed
	Key   string      `json:"key"`
	Old   string      `json:"old,omitempty"` // values as one line of text
	New   string      `json:"new,omitempty"`
	Words []diff.Word `json:"words,omitempty"` // of a changed one
}

// compareFields compares keys without regard to case, as they are read.
func compareFields(old, new markdown.FrontMatter) []Field {
	out := []Field{}
	before := map[string]string{}
	for _, f := range old.Fields {
		before[strings.ToLower(f.Key)] = valueText(f.Value)
	}
	now := map[string]bool{}
	for _, f := range new.Fields {
		key := strings.ToLower(f.Key)
		if now[key] {
			continue
		}
		now[key] = true
		value := valueText(f.Value)
		was, had := before[key]
		switch {
		case !had:
			out = append(out, Field{Op: Added, Key: f.Key, New: value})
		case was != value:
			out = append(out, Field{Op: Changed, Key: f.Key, Old: was, New: value, Words: diff.Words(was, value)})
		}
	}
	for _, f := range old.Fields {
		if key := strings.ToLower(f.Key); !now[key] {
			now[key] = true
			out = append(out, Field{Op: Removed, Key: f.Key, Old: before[key]})
		}
	}
	return out
}

// valueText writes a value on one line: a list with commas, a mapping as JSON.
func valueText(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		return v
	case time.Time:
		return v.Format(time.RFC3339)
	case []any:
		parts := make([]string, len(v))
		for i, e := range v {
			parts[i] = valueText(e)
		}
		return strings.Join(parts, ", ")
	case map[string]any:
		if b, err := json.Marshal(v); err == nil {
			return string(b)
		}
	}
	return fmt.Sprint(v)
}
