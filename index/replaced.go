package index

import "github.com/9aea2451/kb/rank"

// maxReplaced bounds how long a chain of notes that supersede each other is followed.
const maxReplaced = 8

// preferReplacements puts a note that supersedes another right above it, where both answer: who
// finds what was given up looks for what took its place.
func preferReplacements(kept []candidate) {
	at := make(map[string]int, len(kept))
	for i := range kept {
		at[kept[i].record.Path] = i
	}
	for range maxReplaced {
		moved := false
		for i := range kept {
			old := &kept[i]
			j, ok := at[old.record.SupersededBy]
			if !ok || old.record.Inactive == "" || j == i || kept[j].score > old.score {
				continue
			}
			by := &kept[j]
			by.factors.set("replaces", (old.score+1e-8)/by.score)
			by.score = rank.Round(old.score + 1e-8)
			moved = true
		}
		if !moved {
			return
		}
	}
}
