package kb

import (
	"path"
	"slices"
	"strings"
)

// IsTemplate tells a form that notes are written from by its path: adr-template.md,
// 0000-template.md, _template.md, templates/adr.md, decisions/templates/any.md,
// NNNN-kep-template/README.md. What has a number of its own is none.
func IsTemplate(file string) bool {
	words, numbered := formWords(seriesName(file))
	if numbered || len(words) == 0 {
		return false
	}
	if inTemplates(file) && slices.Contains([]string{"decision", "memory"}, folderLabel(folders(file))) {
		return true
	}
	if slices.ContainsFunc(words, func(w string) bool { return w != "template" && !isFormWord(w) }) {
		return false
	}
	return slices.Contains(words, "template") || inTemplates(file)
}

// inTemplates tells a file below a folder of templates. One below specs is named by what it specifies.
func inTemplates(file string) bool {
	dirs := folders(file)
	return !slices.Contains(dirs, "specs") && slices.ContainsFunc(dirs, func(dir string) bool {
		dir = strings.TrimLeft(dir, "_.")
		return dir == "templates" || dir == "template"
	})
}

// formWords are the words of a name without the number that a form leaves open, 0000 or NNNN;
// numbered tells one that is not open.
func formWords(name string) (words []string, numbered bool) {
	for w := range strings.FieldsFuncSeq(strings.ToLower(name), func(c rune) bool { return strings.ContainsRune("-_. ", c) }) {
		switch {
		case strings.Trim(w, "0") == "", len(w) > 1 && (strings.Trim(w, "n") == "" || strings.Trim(w, "x") == ""):
		case strings.Trim(w, "0123456789") == "":
			numbered = true
		default:
			words = append(words, w)
		}
	}
	return words, numbered
}

// isFormWord tells the words that say of which notes a form is, and how much of it there is.
func isFormWord(w string) bool {
	switch w {
	case "adr",
		"madr",
		"any",
		"architectural",
		"architecture",
		"decision",
		"decisions",
		"design",
		"eip",
		"enhancement",
		"kep",
		"lightweight",
		"memory",
		"note",
		"pep",
		"proposal",
		"record",
		"rfc",
		"spec",
		"specification",
		"the",
		"bare",
		"basic",
		"full",
		"long",
		"minimal",
		"short",
		"simple":
		return true
	}
	return false
}

// IsPart reports whether a note is what a builder of sites puts into other pages: its links are meant from there.
func IsPart(file string) bool {
	if name := path.Base(file); name[0] == '_' && !isFolderNote(file) {
		return true
	}
	return slices.ContainsFunc(folders(file), func(dir string) bool {
		switch dir {
		case "snippets", "_snippets", "includes", "_includes", "include", "partials", "_partials", "fragments", "_fragments",
			"shared", "_shared":
			return true
		}
		return false
	})
}

// isTestData reports whether a note is data of tests, whose links are made to be read, not followed; of wiki links also one
// in a folder of tests, or of a forge, where no vault is.
func isTestData(file string, wiki bool) bool {
	return slices.ContainsFunc(folders(file), func(dir string) bool {
		switch dir {
		case "testdata", "test-data", "test_data", "fixtures", "__fixtures__", "__tests__":
			return true
		case "test", "tests", ".github", ".gitlab":
			return wiki
		}
		return false
	})
}
