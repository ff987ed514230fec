package kb

import (
	"bytes"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/9aea2451/kb/markdown"
	"github.com/9aea2451/kb/text/lazy"
)

// Standing returns the standing of a note as a whole: by why it does not hold, "" where it does, by where it lies, by
// the tasks of its feature, as the RawStatus of Feature's note says how far they are, "" for none, and by its status.
func (n *Note) Standing(inactive, tasks string) markdown.Standing {
	switch {
	case n.Status == "rejected":
		return markdown.NotChosen
	case inactive == "not yet valid":
		return markdown.Proposed
	case inactive != "":
		return markdown.History
	}
	if standing := PathStanding(n.Path); standing != markdown.InForce {
		return standing
	}
	if standing, told := n.featureStanding(tasks); told {
		return standing
	}
	if n.Status == "draft" || n.Status == "proposed" {
		return markdown.Proposed
	}
	if n.Kind == "doc" {
		return taskStanding(strings.ToLower(n.RawStatus))
	}
	return markdown.InForce
}

// StandingWord returns the word that marks a text which stands so, "" where it is in force, or where its note's status, or
// why that does not hold, says it already.
func StandingWord(standing markdown.Standing, status, inactive string) string {
	said := standing.String()
	if standing == markdown.InForce || inactive != "" || status == "draft" && standing == markdown.Proposed || status == said {
		return ""
	}
	return said
}

// Feature returns the path of the tasks of the spec-kit feature that a file is part of, specs/NNN-name/tasks.md, "" for none.
func Feature(file string) string {
	if !strings.Contains(file, "specs/") { // as of nearly all
		return ""
	}
	if dir := featureFolder().FindString(file); dir != "" {
		return dir + "tasks.md"
	}
	return ""
}

var featureFolder = lazy.Pattern(`^(?:.*[/:])?specs/[0-9]{3,}-[^/]+/`)

// featureStanding returns how a note of a feature stands by the state of its tasks: proposed until the last is done, unless it
// says itself that it is built; then the spec and what describes the parts are in force, and what led there is history.
func (n *Note) featureStanding(tasks string) (standing markdown.Standing, told bool) {
	switch taskStanding(tasks) {
	case markdown.Proposed:
		said := strings.ToLower(n.RawStatus)
		built := taskStanding(said) == markdown.History || strings.HasPrefix(said, "implemented")
		return markdown.Proposed, !built || n.Path == Feature(n.Path)
	case markdown.History:
		name := strings.ToLower(Stem(n.Path))
		if name == "plan" || name == "tasks" || name == "research" || slices.Contains(folders(n.Path), "checklists") {
			return markdown.History, true
		}
		return markdown.InForce, true
	}
	return markdown.InForce, false
}

// tasksState returns how far the tasks of a list are by their boxes, as boards of tasks write it: "" where it has none.
func tasksState(source []byte) (state string) {
	var fence []byte
	for line := range bytes.Lines(source) {
		line = bytes.TrimSpace(line)
		switch {
		case fence != nil:
			if markdown.ClosesFence(line, fence) {
				fence = nil
			}
		case markdown.Fence(line) != nil:
			fence = markdown.Fence(line)
		case len(line) > 5 && bytes.IndexByte([]byte("-*+"), line[0]) >= 0 && line[1] == ' ' && line[2] == '[' && line[4] == ']':
			switch line[3] {
			case ' ':
				return "in-progress"
			case 'x', 'X':
				state = "done"
			}
		}
	}
	return state
}

// taskStanding returns the standing of a record of work by its state, as boards of tasks write it.
func taskStanding(state string) markdown.Standing {
	switch state {
	case "done", "complete", "completed", "closed", "finished", "resolved", "shipped":
		return markdown.History
	case "to do", "todo", "in progress", "in-progress", "doing", "blocked", "backlog", "planned", "ready":
		return markdown.Proposed
	}
	return markdown.InForce
}

// PathStanding returns the standing that its path gives a note: of forms, data of tests and what is others',
// of archives, logs of what changed, minutes and records of finished work, of open changes and drafts.
func PathStanding(file string) markdown.Standing {
	dirs := folders(file)
	is := func(standing markdown.Standing) bool {
		return slices.ContainsFunc(dirs, func(dir string) bool { return folderStanding(dir) == standing })
	}
	switch {
	case IsTemplate(file), isForm(dirs, strings.ToLower(Stem(file))), isTestData(file, false), is(markdown.Example):
		return markdown.Example
	case is(markdown.History), isLog(strings.ToLower(Stem(file))), isFinished(dirs, Stem(file)):
		return markdown.History
	case is(markdown.Proposed), deltaOf(dirs) >= 0, isOpenChange(dirs):
		return markdown.Proposed
	}
	return markdown.InForce
}

// folderStanding returns the standing of what lies in a folder of a name in small letters.
func folderStanding(dir string) markdown.Standing {
	switch strings.ReplaceAll(strings.TrimLeft(dir, "_."), " ", "-") {
	case "vendor", "node_modules", "third_party", "third-party", "issue_template", "pull_request_template":
		return markdown.Example
	case "archive", "archived", "archives", "attic", "deprecated", "obsolete", "legacy", "old", "superseded",
		"changelog", "changelogs", "release-notes", "release_notes", "releasenotes", "releases",
		"completed", "done", "defunct", "retired", "abandoned", "minutes", "meetings", "meeting-notes", "meeting_notes",
		"meeting-minutes", "meeting-notes-archive", "retrospectives", "retros":
		return markdown.History
	case "drafts", "draft":
		return markdown.Proposed
	}
	return markdown.InForce
}

// isForm reports whether a file is a form that forges fill in, or lies in a folder of forms outside of documentation.
func isForm(dirs []string, name string) bool {
	switch name {
	case "issue_template", "pull_request_template":
		return true
	}
	at := slices.IndexFunc(dirs, func(dir string) bool { return dir == "templates" || dir == "_templates" })
	return at >= 0 && !slices.ContainsFunc(dirs[:at], func(dir string) bool {
		return strings.Contains(dir, "doc") || dir == "content" || dir == "src" || dir == "specs" || dir == "site" || dir == "website"
	})
}

// isLog reports whether the name of a file in small letters is that of a list of what changed, or of minutes.
func isLog(name string) bool {
	switch name {
	case "changes", "history", "news", "releases", "release-notes", "release_notes", "releasenotes":
		return true
	}
	return strings.HasPrefix(name, "changelog") || strings.HasPrefix(name, "retrospective") ||
		strings.Contains(name, "meeting") && strings.Contains(name, "minutes")
}

// isFinished reports whether a file is a plan of work that was done, or what was written when it was: 01-02-PLAN,
// 01-02-SUMMARY, and all in the phases of .planning.
func isFinished(dirs []string, name string) bool {
	at := slices.Index(dirs, ".planning")
	return at >= 0 && (slices.Contains(dirs[at:], "phases") || slices.Contains(dirs[at:], "milestones")) ||
		name != "" && name[0] >= '0' && name[0] <= '9' && (strings.HasSuffix(name, "-PLAN") || strings.HasSuffix(name, "-SUMMARY"))
}

// isOpenChange reports whether folders lead into a change of OpenSpec that is not archived.
func isOpenChange(dirs []string) bool {
	at := slices.Index(dirs, "changes")
	return at > 0 && dirs[at-1] == "openspec" && at+1 < len(dirs)
}

// recordsDays reports whether a note says what was said or done on a day: a post, a journal, announcements.
func recordsDays(n *Note) bool {
	name := strings.ToLower(strings.TrimSuffix(path.Base(n.Path), path.Ext(n.Path)))
	return n.Kind == "doc" && (dated(name) || slices.ContainsFunc(folders(n.Path), func(dir string) bool {
		switch dir {
		case "blog", "posts", "_posts", "newsletters", "announcements":
			return true
		}
		return false
	}))
}

// Asserts reports whether the sentences of a note say what is so, or is to be: not in plans of work, in what was put
// into an archive, in lists of what changed, in posts, or in forms that are yet to be filled in.
func (n *Note) Asserts() bool {
	standing := PathStanding(n.Path)
	if n.Kind == "doc" && taskStanding(strings.ToLower(n.RawStatus)) == markdown.History {
		return false
	}
	return (standing == markdown.InForce || standing == markdown.Proposed) && n.DocType != "procedural" && n.Label != "archive" &&
		!recordsDays(n)
}

// dated reports a name that begins with a day, "2026-05-04 Weekly", "20260504-outage".
func dated(name string) bool {
	digits := 0
	for _, r := range name {
		switch {
		case r >= '0' && r <= '9':
			digits++
		case digits == 8:
			return strings.HasPrefix(name, "19") || strings.HasPrefix(name, "20")
		case r != '-' && r != '_' && r != '.':
			return false
		}
	}
	return digits == 8 && (strings.HasPrefix(name, "19") || strings.HasPrefix(name, "20"))
}

// InactiveOn is Inactive for a note with those that supersede it, in order of path, as they stand
// on a day: one that is only proposed, or given up, supersedes nothing, and one whose validity does
// not cover the day does not on that day. A note that is superseded by status alone, while all that
// supersede it begin later, still holds. supersededBy is the path of the note that holds instead,
// "" for none.
func InactiveOn(n *Note, superseders []*Note, day time.Time) (why, supersededBy string) {
	later, others := 0, 0
	for _, by := range superseders {
		if by.Path == n.Path || !supersedes(by.Status) {
			continue
		}
		others++
		dates := Note{ValidFrom: by.ValidFrom, ValidUntil: by.ValidUntil}
		switch Inactive(&dates, "", day) {
		case "":
			if supersededBy == "" {
				supersededBy = by.Path
			}
		case "not yet valid":
			later++
		}
	}
	judged := *n
	if n.Status == "superseded" && others > 0 && later == others {
		judged.Status = "accepted"
	}
	return Inactive(&judged, supersededBy, day), supersededBy
}

// supersedes reports whether a note of this status takes the place of others.
func supersedes(status string) bool {
	switch status {
	case "draft", "proposed", "deprecated", "rejected", "archived":
		return false
	}
	return true
}

// Inactive returns why a note does not hold on a day: its status, in the word of its own convention
// ("stagnant", "withdrawn"), "superseded", "not yet valid" or "expired"; "" when it is active.
// supersededBy is the path of an active note that supersedes it, "" for none. A note holds through
// the whole of its last day.
func Inactive(n *Note, supersededBy string, day time.Time) string {
	switch n.Status {
	case "deprecated", "rejected", "archived":
		return n.ownStatus()
	case "superseded":
		return n.Status
	}
	if supersededBy != "" && supersededBy != n.Path {
		return "superseded"
	}
	// Days are compared by the calendar: what a person wrote as a date has no zone.
	today := time.Date(day.Year(), day.Month(), day.Day(), 0, 0, 0, 0, time.UTC)
	if from, _, ok := dateSpan(n.ValidFrom); ok && today.AddDate(0, 0, 1).Compare(from) <= 0 {
		return "not yet valid"
	}
	if _, end, ok := dateSpan(n.ValidUntil); ok && today.Compare(end) >= 0 {
		return "expired"
	}
	return ""
}
