package agents

import (
	"slices"
	"time"
)

// GroupIn is the group of a session; "" for one that began in none, or changed it with the setting.
func GroupIn(lines []Line) Group {
	group := lines[0].Group
	if slices.ContainsFunc(lines, func(l Line) bool { return l.Group != group }) {
		return ""
	}
	return group
}

// ReEntered is 1 where a session changed a file after it was given a dead end of it, or would have
// been; seen is whether there was any.
func ReEntered(lines []Line, deadEnd map[string]bool) (x float64, seen bool) {
	for i, l := range lines {
		for _, note := range slices.Concat(l.Given, l.Held) {
			if !deadEnd[note] || len(l.Files) == 0 {
				continue
			}
			seen = true
			after := slices.DeleteFunc(slices.Clone(lines[i+1:]), func(o Line) bool { return sameCall(l, o) })
			if EditedIn(after, l.Files) {
				return 1, true
			}
		}
	}
	return 0, seen
}

// Solved is the share of the errors a note knows that did not come again, once it was given, or would
// have been.
func Solved(lines []Line) (x float64, seen bool) {
	met := map[string]bool{}
	n, once := 0, 0
	for i, l := range lines {
		if len(l.Errors) == 0 {
			continue
		}
		e := l.Errors[0]
		if met[e] || len(l.Given)+len(l.Held) == 0 {
			met[e] = true
			continue
		}
		met[e] = true
		n++
		if !slices.ContainsFunc(lines[i+1:], func(o Line) bool { return slices.Contains(o.Errors, e) }) {
			once++
		}
	}
	if n == 0 {
		return 0, false
	}
	return float64(once) / float64(n), true
}

// callTime is how long a call may take whose lines before and after it are told from two calls.
const callTime = 30 * time.Second

// sameCall reports whether two lines are of one call, noted before and after it or by two programs.
func sameCall(a, b Line) bool {
	return b.Event == a.Event && slices.Equal(a.Files, b.Files) && b.Time.Sub(a.Time) < callTime
}

// ReReads is the share of the reads of a session that read what it had read before and not changed
// since.
func ReReads(lines []Line) (x float64, seen bool) {
	known := map[string]bool{}
	n, again := 0, 0
	for i, l := range lines {
		if i > 0 && l.Event == lines[i-1].Event && sameCall(lines[i-1], l) {
			continue
		}
		for _, f := range l.Files {
			switch l.Event {
			case "edit":
				known[f] = false
			case "read":
				if n++; known[f] {
					again++
				}
				known[f] = true
			}
		}
	}
	if n == 0 {
		return 0, false
	}
	return float64(again) / float64(n), true
}

// EditedIn reports whether one of some files is changed in lines.
func EditedIn(lines []Line, files []string) bool {
	return slices.ContainsFunc(lines, func(o Line) bool {
		return o.Event == "edit" && slices.ContainsFunc(o.Files, func(f string) bool { return slices.Contains(files, f) })
	})
}
