package kb

import (
	"path"
	"slices"
	"strings"
)

// Kinds are the kinds of notes.
func Kinds() []string { return []string{"memory", "decision", "spec", "summary", "doc"} }

// Labels are the labels that paths give notes; .memory/kb.yaml may add others.
func Labels() []string {
	return []string{"spec", "delta-spec", "discovery", "proposal", "tasks", "workflow", "design", "archive", "knowledge", "decision",
		"memory", "summary", "doc"}
}

// DocTypes tell knowledge from instructions for work in progress.
func DocTypes() []string { return []string{"semantic", "procedural"} }

// MemoryTypes are the types of a memory.
func MemoryTypes() []string {
	return []string{"solution", "pattern", "standard", "preference", "gotcha", "error_pattern", "dead_end", "module_insight",
		"workflow_recipe", "causal_dependency", "work_state", "requirement", "episode", "fact", "constraint", "goal",
		"prefetch_pattern", "task_calibration", "e2e_observation", "work_unit_outcome", "context_cost"}
}

// Statuses are the statuses of a note.
func Statuses() []string {
	return []string{"draft", "proposed", "accepted", "deprecated", "superseded", "rejected", "archived"}
}

// Sources tell who wrote a note down.
func Sources() []string { return []string{"user", "agent", "import", "observed"} }

// classify gives the kind, label and doc type that a path stands for.
func classify(file string) (kind, label, docType string) {
	label = labelOf(file)
	if dirs := folders(file); isFolderNote(file) && (strings.HasPrefix(file, ".memory/") || len(dirs) > 0 && labelOfFolder(dirs) != "") {
		label = "doc" // it tells of the folder, and is none of what lies in it
	}
	switch label {
	case "spec", "delta-spec":
		kind = "spec"
	case "decision", "memory", "summary":
		kind = label
	default:
		kind = "doc"
	}
	return kind, label, docTypeOf(file, label)
}

// docTypeOf tells instructions for work in progress from knowledge.
func docTypeOf(file, label string) string {
	archived := slices.Contains(folders(file), "archive")
	if label == "workflow" || label == "tasks" || label == "proposal" && archived {
		return "procedural"
	}
	return "semantic"
}

// folders are the lower-cased names of the folders above a file.
func folders(file string) []string {
	dir := path.Dir(strings.ToLower(file))
	if dir == "." {
		return nil
	}
	return strings.Split(dir, "/")
}

// labelOf gives the label of a path. The innermost rule that fits wins, an archived file is one first of all.
func labelOf(file string) string {
	dirs := folders(file)
	name := strings.ToLower(Stem(file))
	if deltaOf(dirs) >= 0 {
		return "delta-spec"
	}
	archive := slices.Index(dirs, "archive")
	if archive < 0 {
		if label := folderLabel(dirs); label != "" {
			return label
		}
	}
	switch name {
	case "proposal", "tasks", "workflow", "design":
		return name
	case "discovery":
		if archive >= 0 {
			return name
		}
	}
	if archive >= 0 {
		return "archive"
	}
	return "doc"
}

// deltaOf returns which of the folders is the change of OpenSpec that a delta lies in, open or archived:
// changes/ID/specs/**, archive/ID/specs/**; -1 for none.
func deltaOf(dirs []string) int {
	for _, above := range []string{"archive", "changes"} {
		if i := slices.Index(dirs, above); i >= 0 && i+2 < len(dirs) && slices.Contains(dirs[i+2:], "specs") {
			return i + 1
		}
	}
	return -1
}

// folderLabel gives the label of the innermost folder that has one.
func folderLabel(dirs []string) string {
	for i := len(dirs); i > 0; i-- {
		if label := labelOfFolder(dirs[:i]); label != "" {
			return label
		}
	}
	return ""
}

// labelOfFolder gives the label that the last of some folders gives what lies in it, "" for none.
func labelOfFolder(dirs []string) string {
	i := len(dirs) - 1
	switch d := dirs[i]; {
	case d == "specs":
		return "spec"
	case d == "knowledge":
		return "knowledge"
	case d == "decisions" || d == "adr" || d == "adrs":
		return "decision"
	case i > 0 && dirs[i-1] == "docs" && strings.HasPrefix(d, "adr"):
		return "decision"
	case d == "memories":
		return "memory"
	case d == "categories" && slices.Contains(dirs, ".memory"):
		return "summary"
	}
	return ""
}
