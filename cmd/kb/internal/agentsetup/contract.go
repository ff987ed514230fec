package agentsetup

import (
	"bytes"
	"regexp"
	"strings"
	"sync"

	kbroot "github.com/9aea2451/kb"
	"github.com/9aea2451/kb/cmd/kb/internal/mcpclient"
	"github.com/9aea2451/kb/text/wording"
)

// contract is what an agent is asked to do in a repository with notes, between marks by which it is
// known again: the section that kb init writes, too. Raise its version with every change of its words.
// head stands before it in a file that has nothing else.
func contract() (text, head string) {
	file, _ := kbroot.Template.ReadFile(".memory-template/AGENTS.md") // which is embedded
	at := block().FindIndex(file)
	return string(file[at[0]:]), string(file[:at[0]])
}

// block matches the contract of any version, with its line end.
var block = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?s)<!-- kb:begin(?: v\d+)? -->.*?<!-- kb:end -->(\r?\n)?`)
})

// WithContract is a text with the contract.
func WithContract(text []byte) []byte {
	out, _, _ := addContract(text) // which fails where it is there already
	return out
}

// addContract puts the contract at the end of a text, or in the place of one that has other words.
func addContract(text []byte) ([]byte, [][]string, error) {
	want, head := contract()
	if len(bytes.TrimSpace(text)) == 0 {
		return []byte(head + want), nil, nil
	}
	want = strings.ReplaceAll(want, "\n", lineEnd(text))
	if at := block().FindIndex(text); at != nil {
		if wording.OneLine(string(text[at[0]:at[1]])) == wording.OneLine(want) {
			return text, nil, mcpclient.ErrThere
		}
		return bytes.Join([][]byte{text[:at[0]], []byte(want), text[at[1]:]}, nil), nil, nil
	}
	return appendBlock(text, want), nil, nil
}

// appendBlock puts lines at the end of a text, after a blank line.
func appendBlock(text []byte, lines string) []byte {
	out := bytes.Clone(text)
	if len(out) > 0 && out[len(out)-1] != '\n' {
		out = append(out, lineEnd(text)...)
	}
	if len(bytes.TrimSpace(out)) > 0 {
		out = append(out, lineEnd(text)...)
	}
	return append(out, lines...)
}

// removeContract takes the contract out, with the blank line before it, and the heading of a file that
// has nothing else.
func removeContract(text []byte, _ [][]string) ([]byte, error) {
	at := block().FindIndex(text)
	if at == nil {
		return text, mcpclient.ErrMissing
	}
	rest := cut(text, at[0], at[1])
	if _, head := contract(); wording.OneLine(string(rest)) == wording.OneLine(head) {
		return nil, nil
	}
	return rest, nil
}

// cut takes a part out that stands on lines of its own, with a blank line before it. Nil says that
// nothing is left.
func cut(text []byte, start, end int) []byte {
	eol := []byte(lineEnd(text))
	before := text[:start]
	if bytes.HasSuffix(before, append(bytes.Clone(eol), eol...)) {
		before = before[:len(before)-len(eol)]
	}
	out := append(bytes.Clone(before), text[end:]...)
	if len(bytes.TrimSpace(out)) == 0 {
		return nil
	}
	return out
}

// reference has Claude Code read AGENTS.md.
const reference = "@AGENTS.md"

// addReference puts the reference into a CLAUDE.md that has none.
func addReference(text []byte) ([]byte, [][]string, error) {
	for line := range strings.Lines(string(text)) {
		if strings.Contains(line, reference) {
			return text, nil, mcpclient.ErrThere
		}
	}
	return appendBlock(text, reference+lineEnd(text)), nil, nil
}

// removeReference takes it out again.
func removeReference(text []byte, _ [][]string) ([]byte, error) {
	at := 0
	for line := range strings.Lines(string(text)) {
		if strings.TrimRight(line, "\r\n") == reference {
			return cut(text, at, at+len(line)), nil
		}
		at += len(line)
	}
	return text, mcpclient.ErrMissing
}

// lineEnd is how the lines of a text end, by its first.
func lineEnd(text []byte) string {
	if at := bytes.IndexByte(text, '\n'); at > 0 && text[at-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}
