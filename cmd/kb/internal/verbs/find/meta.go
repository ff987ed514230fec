package find

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/text/wording"
)

// printMeta prints the record of a note, one line a fact; what is not known has no line.
func printMeta(b *session.Base, r *index.NoteRecord) error {
	if b.App.JSON {
		return b.App.Emit(r)
	}
	facts := [][2]string{
		{"path", b.Shown(r.Path)}, {"title", r.Title}, {"id", r.ID}, {"kind", r.Kind}, {"type", r.Type},
		{"label", r.Label}, {"doc type", r.DocType}, {"status", r.Status}, {"status written", r.RawStatus},
		{"tags", strings.Join(r.Tags, ", ")}, {"aliases", strings.Join(r.Aliases, ", ")}, {"category", r.Category},
		{"confidence", fmt.Sprintf("%.2f", r.Confidence)}, {"importance", fmt.Sprintf("%.2f", r.Importance)},
		{"pinned", yes(r.Pinned)}, {"source", r.Source}, {"verified", r.Verified}, {"needs review", yes(r.NeedsReview)},
		{"disputed", yes(r.Disputed)}, {"disputed by", r.DisputedBy},
		{
			"valid from",
			r.ValidFrom,
		}, {"valid until", r.ValidUntil}, {"standing", r.Standing.String()},
		{"active", activeFact(b, r)}, {"date", r.Date}, {"files", strings.Join(r.Files, ", ")},
		{"superseded by", r.SupersededBy}, {"blob", r.Blob}, {"pagerank", fmt.Sprintf("%.4f", r.PageRank)},
		{"linked from", wording.Count(r.InLinks, "note")}, {"last change", lastChange(r)},
	}
	for _, e := range r.Entities {
		facts = append(facts, [2]string{"entity", strings.TrimSpace(e.Type + " " + e.Name)})
	}
	for _, l := range r.Relations {
		facts = append(facts,
			[2]string{"relation", fmt.Sprintf("%s %s (strength %.2g)", relationName(l.Type, l.Inverse), l.Target, l.Strength)})
	}
	for _, key := range slices.Sorted(maps.Keys(r.Extra)) {
		facts = append(facts, [2]string{key, extraText(r.Extra[key])})
	}
	for _, f := range facts {
		if f[1] != "" {
			b.App.Printf("%-14s %s\n", f[0], report.CleanLine(f[1]))
		}
	}
	return nil
}

// lastChange says where the note comes from.
func lastChange(r *index.NoteRecord) string {
	if r.Provenance == nil {
		return ""
	}
	return r.Provenance.String()
}

// activeFact reports whether the note holds on the day of the record, and why it does not.
func activeFact(b *session.Base, r *index.NoteRecord) string {
	if r.Inactive == "" {
		return "yes"
	}
	return "no: " + inactiveReason(b, r)
}

// inactiveReason says why a note does not hold, and what does instead.
func inactiveReason(b *session.Base, r *index.NoteRecord) string {
	if r.SupersededBy != "" && r.Inactive == "superseded" {
		return "superseded by " + app.CleanName(b.Shown(r.SupersededBy))
	}
	return report.CleanLine(r.Inactive)
}

// extraText writes a free-form value on one line.
func extraText(v any) string {
	if s, ok := v.(string); ok {
		return s
	}
	if b, err := json.Marshal(v); err == nil {
		return string(b)
	}
	return fmt.Sprint(v)
}

// yes writes a flag that is set; one that is not has no line.
func yes(b bool) string {
	if b {
		return "yes"
	}
	return ""
}
