package walk

import "strings"

// ParseTrailers reads the trailers of a message's body by git's rule (git-interpret-trailers): the
// last paragraph, if all of its lines are trailers, or if at least a quarter are and one was
// written by git itself.
func ParseTrailers(body string) []Trailer {
	lines := lastParagraph(body)
	var out []Trailer
	other, byGit := 0, false
	for _, line := range lines {
		if (line[0] == ' ' || line[0] == '\t') && len(out) > 0 {
			last := &out[len(out)-1]
			last.Value = bounded(last.Value+" "+strings.TrimSpace(line), maxValue)
			continue
		}
		t, ok := parseTrailer(line)
		switch {
		case strings.HasPrefix(line, "(cherry picked from commit "):
			byGit = true
		case !ok:
			other++
		default:
			byGit = byGit || strings.EqualFold(t.Key, "Signed-off-by")
			out = append(out, t)
		}
	}
	if other > 0 && (!byGit || len(out)*3 < other) {
		return nil
	}
	return out[:min(len(out), maxTrailers)]
}

// parseTrailer reads "Key: value", the key being letters, digits and hyphens.
func parseTrailer(line string) (Trailer, bool) {
	key, value, ok := strings.Cut(line, ":")
	key = strings.TrimRight(key, " \t")
	if !ok || key == "" || strings.Trim(key, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-") != "" {
		return Trailer{}, false
	}
	return Trailer{bounded(key, maxName), bounded(strings.TrimSpace(value), maxValue)}, true
}

// lastParagraph gives the lines after the last blank one; none of them is empty.
func lastParagraph(body string) []string {
	lines := strings.Split(strings.TrimRight(body, " \t\n"), "\n")
	start := len(lines)
	for start > 0 && strings.TrimSpace(lines[start-1]) != "" {
		start--
	}
	return lines[start:]
}
