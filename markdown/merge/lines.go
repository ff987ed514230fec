package merge

import (
	"slices"
	"strings"
)

// mergeLines merges as git does: changes that overlap or meet are a conflict, unless they are the same.
func mergeLines(base, ours, theirs string) []piece {
	return mergeLineLists(linesOf(base), linesOf(ours), linesOf(theirs), false)
}

// mergeLineLists merges lists of lines. With once, a conflict is left where theirs brings what ours
// has brought at another place.
func mergeLineLists(base, ours, theirs []string, once bool) []piece {
	var pieces []piece
	add := func(lines []string) {
		if len(lines) > 0 {
			pieces = append(pieces, piece{text: strings.Join(lines, "\n"), sep: "\n"})
		}
	}
	always := func(hunk, hunk) bool { return true }
	ourHunks := hunks(matching(base, ours), len(ours), nil)
	theirHunks := hunks(matching(base, theirs), len(theirs), nil)
	all := zones(ourHunks, theirHunks, always)
	brought := map[string]bool{}
	for _, z := range all {
		for _, line := range ours[z.oursStart:z.oursEnd] {
			brought[line] = once && wordy([]string{line})
		}
	}
	at := 0
	for _, z := range all {
		add(base[at:z.start])
		at = z.end
		o, t := ours[z.oursStart:z.oursEnd], theirs[z.theirsStart:z.theirsEnd]
		switch {
		case len(z.theirs) == 0, slices.Equal(o, t):
			add(o)
		case len(z.ours) == 0 && slices.ContainsFunc(t, func(line string) bool { return brought[line] }):
			pieces = append(pieces, piece{sep: "\n", conflict: &conflict{base[z.start:z.end], o, t}})
		case len(z.ours) == 0:
			add(t)
		case z.start == z.end:
			pieces = append(pieces, bothAdded(o, t)...)
		default:
			pieces = append(pieces, piece{sep: "\n", conflict: &conflict{base[z.start:z.end], o, t}})
		}
	}
	add(base[at:])
	return pieces
}

// bothAdded keeps lines that both sides added once, and makes conflicts of the rest.
func bothAdded(ours, theirs []string) []piece {
	match := matching(ours, theirs)
	var pieces []piece
	i, j := 0, 0
	for k := 0; k <= len(ours); {
		n := k
		for n < len(ours) && match[n] >= 0 && (n == k || match[n] == match[n-1]+1) {
			n++
		}
		if k < len(ours) && !wordy(ours[k:n]) {
			k = max(n, k+1)
			continue
		}
		to := len(theirs)
		if k < len(ours) {
			to = match[k]
		}
		switch {
		case i < k && j < to:
			pieces = append(pieces, piece{sep: "\n", conflict: &conflict{nil, ours[i:k], theirs[j:to]}})
		case i < k:
			pieces = append(pieces, piece{text: strings.Join(ours[i:k], "\n"), sep: "\n"})
		case j < to:
			pieces = append(pieces, piece{text: strings.Join(theirs[j:to], "\n"), sep: "\n"})
		}
		if k == len(ours) {
			break
		}
		pieces = append(pieces, piece{text: strings.Join(ours[k:n], "\n"), sep: "\n"})
		i, j, k = n, match[n-1]+1, n
	}
	return pieces
}

// wordy tells whether lines say something, so that it is no accident that both sides have them.
func wordy(lines []string) bool {
	return slices.ContainsFunc(lines, func(line string) bool { return len(words(line)) > 0 })
}
