package kb

import (
	"slices"
	"strings"

	"github.com/9aea2451/kb/markdown"
	"github.com/9aea2451/kb/text/wording"
)

// status reads a status in kb's words or in another tool's; f is where it stands.
func (r *noteReader) status(raw string, f *markdown.Field) {
	raw = plainStatus(raw)
	if raw == "" {
		return
	}
	status, ok := mapStatus(raw)
	if !ok {
		r.note.RawStatus = raw
		if slip := isSlip(raw, Statuses()); slip || r.strict {
			r.problem(f, wrong{expected: "one of " + strings.Join(Statuses(), ", "), nearest: wording.Slip(raw, Statuses()), meant: slip},
				"%q is none of %s%s", clip(raw), strings.Join(Statuses(), ", "), didYouMean(raw, Statuses()))
		}
		return
	}
	r.note.Status = status
	if raw != status {
		r.note.RawStatus = raw
	}
	r.statusRelation(raw, f.Line)
}

// plainStatus drops markup and a comment around a status.
func plainStatus(s string) string {
	s, _, _ = strings.Cut(s, "<!--")
	return strings.Trim(strings.TrimSpace(s), "*_`\"' .")
}

// statusRelation reads "superseded by [ADR-0005](0005-x.md)" and "supercedes [3. X](0003-x.md)".
func (r *noteReader) statusRelation(raw string, line int) {
	words := strings.Fields(raw)
	for _, n := range []int{2, 1} {
		if len(words) <= n {
			continue
		}
		name := strings.TrimRight(strings.Join(words[:n], " "), ":")
		if !isStatusRelation(name) {
			continue
		}
		rest := strings.TrimSpace(strings.TrimLeft(strings.Join(words[n:], " "), ": "))
		targets, _ := relationTargets(rest)
		for _, t := range targets {
			r.relate(name, t, line)
		}
		return
	}
}

// withdrawn reads what an EIP was withdrawn for: "Superseded by EIP-7702." names it, "superseded by the other proposals" does not.
func (r *noteReader) withdrawn(f *markdown.Field) {
	reason, _ := scalarText(f.Value)
	reason = plainStatus(reason)
	words := strings.Fields(reason)
	if len(words) == 0 {
		return
	}
	last := words[len(words)-1]
	if _, _, ok := splitNumber(last); ok && len(words) == 3 || strings.Contains(reason, "](") {
		r.statusRelation(reason, f.Line)
	}
}

// isStatusRelation tells the relations that stand in a status.
func isStatusRelation(name string) bool {
	switch strings.ToLower(name) {
	case "superseded by", "superceded by", "replaced by", "obsoleted by", "deprecated by", "supersedes", "supercedes", "replaces",
		"amends", "amended by", "clarifies", "clarified by", "extends", "extended by", "depends on":
		return true
	}
	return false
}

// mapStatus gives kb's word for the status of another tool. Its first words count: "superseded by X", "Accepted (2020)".
func mapStatus(raw string) (string, bool) {
	s := strings.ToLower(strings.TrimSpace(raw))
	if status := statusWord(s); status != "" {
		return status, true
	}
	words := strings.FieldsFunc(s, func(c rune) bool { return strings.ContainsRune(" \t,;:(—–[", c) })
	if len(words) == 0 {
		return "", false
	}
	switch words[0] {
	case "superseded", "superceded", "replaced", "obsoleted":
		return "superseded", true
	}
	// Further words must be a date or stand in brackets: "Accepted (2020)", "accepted, 2020-01-02".
	rest := strings.TrimSpace(strings.TrimPrefix(s, words[0]))
	if rest != "" && strings.ContainsAny(rest[:1], "(,;:—–-[0123456789") || strings.HasPrefix(rest, "on ") ||
		strings.HasPrefix(rest, "by ") {
		status := statusWord(words[0])
		return status, status != ""
	}
	return "", false
}

// statusWord gives kb's word for one status, "" when it is none.
func statusWord(s string) string {
	for _, status := range Statuses() {
		if s == status || slices.Contains(ForeignStatuses(status), s) {
			return status
		}
	}
	return ""
}

// ownStatus is the note's status in the word that stands in its file, where that is one of another
// convention: a stagnant proposal is one that nobody works on, not one that is deprecated.
func (n *Note) ownStatus() string {
	raw := strings.ToLower(n.RawStatus)
	for _, word := range ForeignStatuses(n.Status) {
		if rest, ok := strings.CutPrefix(raw, word); ok && (rest == "" || strings.ContainsAny(rest[:1], " \t,;:([")) {
			return word
		}
	}
	return n.Status
}

// ForeignStatuses are the words of other conventions that are read as a status: MADR, adr-tools, log4brains, EIP, PEP, KEP, RFC
// and OpenSpec words, in lower case.
func ForeignStatuses(status string) []string {
	switch status {
	case "draft":
		return []string{"wip", "work in progress", "idea", "deferred"}
	case "proposed":
		return []string{"proposal", "pending", "review", "in review", "under review", "last call", "provisional", "open", "candidate",
			"under discussion", "in discussion", "rfc", "request for comments", "speculative"}
	case "accepted":
		return []string{"approved", "final", "living", "active", "adopted", "decided", "implementable", "implemented", "ratified",
			"standard", "stable", "current", "merged"}
	case "deprecated":
		return []string{"stagnant", "obsolete", "retired", "defunct", "reverted"}
	case "superseded":
		return []string{"superceded", "replaced", "obsoleted"}
	case "rejected":
		return []string{"withdrawn", "declined", "abandoned", "cancelled", "canceled"}
	case "archived":
		return []string{"moved"}
	}
	return nil
}
