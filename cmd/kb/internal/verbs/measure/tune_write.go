package measure

import (
	"cmp"
	"fmt"
	"reflect"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/rank"
)

// configFile is the repository's own configuration.
const configFile = ".memory/kb.yaml"

// withRanking gives the text of a configuration with a fusion and weights, where they differ from
// what it says, and every other byte as it is. What cannot be changed so is an error that says what
// to write by hand.
func withRanking(text, fusion string, weights rank.Weights) (string, error) {
	before, problems := kb.ParseConfig([]byte(text))
	holds := before.Ranking()
	want := holds
	want.Fusion, want.Weights = fusion, weights
	var settings [][2]string
	if fusion != holds.Fusion {
		settings = append(settings, [2]string{"fusion", fusion})
	}
	was := holds.Weights.Fields()
	for i, f := range weights.Fields() {
		if *f.Value != *was[i].Value {
			settings = append(settings, [2]string{f.Name, trimFloat(*f.Value)})
		}
	}
	out := text
	for _, s := range settings {
		out = withSetting(out, s[0], s[1])
	}
	after, more := kb.ParseConfig([]byte(out))
	if len(more) > len(problems) || !reflect.DeepEqual(after.Ranking(), want) {
		var lines strings.Builder
		for _, s := range settings {
			fmt.Fprintf(&lines, "\n  %s: %s", s[0], s[1])
		}
		return "", app.WithHint(fmt.Errorf("%s is written in a way that cannot be edited here", configFile),
			"put this into it by hand:\nranking:%s", lines.String())
	}
	return out, nil
}

// withSetting puts one setting on a line of its own below the key ranking, which is added at the end
// where it is missing.
func withSetting(text, name, value string) string {
	lines := strings.SplitAfter(text, "\n")
	for i, line := range lines {
		if !strings.HasPrefix(line, "ranking:") {
			continue
		}
		indent := ""
		for k := i + 1; k < len(lines); k++ {
			body := strings.TrimLeft(lines[k], " ")
			spaces := lines[k][:len(lines[k])-len(body)]
			switch {
			case strings.TrimSpace(body) == "" || body[0] == '#':
				continue
			case spaces == "":
				k = len(lines)
				continue
			case strings.HasPrefix(body, name+":"):
				rest := strings.TrimLeft(body[len(name)+1:], " ")
				before, _, _ := strings.Cut(rest, " #")
				lines[k] = spaces + name + ": " + value + rest[len(strings.TrimRight(before, " \t\r\n")):]
				return strings.Join(lines, "")
			}
			indent = cmp.Or(indent, spaces) // of the first; what is nested in it is indented further
		}
		lines[i] = strings.TrimRight(line, "\n") + "\n" + cmp.Or(indent, "  ") + name + ": " + value + "\n"
		return strings.Join(lines, "")
	}
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	return text + "ranking:\n  " + name + ": " + value + "\n"
}
