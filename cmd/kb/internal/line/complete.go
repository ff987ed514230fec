package line

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/alecthomas/kong"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
)

// candidate is a word that may stand at the cursor, with what it means.
type candidate struct {
	word, meaning string
}

// Complete answers the shells' scripts from the program's grammar: args are the shell's name and
// the words up to the cursor, the last of them unfinished. Each line of the answer is a word, for
// zsh and fish with a tab and its meaning; "@file" and "@folder" leave it to the shell.
func Complete(ctx context.Context, w app.World, program *kong.Node, args []string) error {
	if len(args) < 2 {
		return errors.New("__complete needs a shell and the words so far: it is for the scripts of kb completion")
	}
	shell, words := args[0], args[1:]
	skip := 0 // bytes of the last word that bash takes for a word of its own
	if shell == "bash" {
		words, skip = joinBashWords(words)
	}
	c := &completer{ctx: ctx, world: w, node: program}
	for _, found := range c.at(words) {
		printCandidate(w, shell, found, skip)
	}
	return nil
}

// joinBashWords puts together what bash takes apart at "=" and ":", and gives how much of the last
// word bash keeps as it is.
func joinBashWords(words []string) (joined []string, skip int) {
	glue := false
	for i, word := range words {
		separator := strings.Trim(word, "=:") == "" && word != ""
		if (separator || glue) && len(joined) > 0 {
			joined[len(joined)-1] += word
		} else {
			joined = append(joined, word)
		}
		glue = separator
		if i == len(words)-1 {
			last := joined[len(joined)-1]
			skip = strings.LastIndexAny(last, "=:") + 1
		}
	}
	return joined, skip
}

// printCandidate writes one line, in words that the shell reads back as the candidate.
func printCandidate(w app.World, shell string, c candidate, skip int) {
	word := c.word
	if strings.ContainsFunc(word, unicode.IsControl) {
		return // no shell could put it on its line
	}
	if shell != "bash" {
		if c.meaning != "" {
			word += "\t" + c.meaning
		}
		fmt.Fprintln(w.Stdout, word)
		return
	}
	if skip <= len(word) {
		fmt.Fprintln(w.Stdout, shellQuoted(word[skip:]))
	}
}

// shellQuoted puts a backslash before what bash would not take as it is.
func shellQuoted(word string) string {
	var b strings.Builder
	for i, r := range word {
		if strings.ContainsRune(" \t'\"\\$`&|;<>()*?[]{}!", r) || i == 0 && (r == '#' || r == '~') {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// completer finds candidates along the grammar.
type completer struct {
	ctx   context.Context
	world app.World
	node  *kong.Node // the program, or the verb once it is known
	dir   string     // of -C
	args  int        // positional words seen
}

// at follows the finished words and gives the candidates for the last one.
func (c *completer) at(words []string) []candidate {
	last := words[len(words)-1]
	flagsEnded := false
	for i := 0; i < len(words)-1; i++ {
		word := words[i]
		switch {
		case flagsEnded || word == "-" || !strings.HasPrefix(word, "-"):
			c.enter(word)
		case word == "--":
			flagsEnded = true
		default:
			flag, value, inline := findFlag(c.node, word)
			if flag == nil || flag.IsBool() {
				continue
			}
			if inline {
				c.set(flag, value)
				continue
			}
			if i == len(words)-2 {
				return c.values(flag.Value, "", last)
			}
			i++
			c.set(flag, words[i])
		}
	}
	if !flagsEnded && strings.HasPrefix(last, "-") {
		if flag, value, inline := findFlag(c.node, last); inline && flag != nil && !flag.IsBool() {
			return c.values(flag.Value, strings.TrimSuffix(last, value), value)
		}
		var out []candidate
		for _, group := range c.node.AllFlags(true) {
			for _, f := range group {
				if name := "--" + f.Name; strings.HasPrefix(name, last) {
					out = append(out, candidate{name, f.Help})
				}
			}
		}
		slices.SortFunc(out, func(a, b candidate) int { return strings.Compare(a.word, b.word) })
		return out
	}
	var out []candidate
	for _, child := range c.node.Children {
		if !child.Hidden && strings.HasPrefix(child.Name, last) {
			out = append(out, candidate{child.Name, child.Help})
		}
	}
	if positional := c.positional(); positional != nil {
		out = append(out, c.values(positional, "", last)...)
	}
	return out
}

// positional returns the argument that the next word would be.
func (c *completer) positional() *kong.Value {
	n := len(c.node.Positional)
	if n == 0 {
		return nil
	}
	if c.args < n {
		return c.node.Positional[c.args]
	}
	if c.node.Positional[n-1].IsCumulative() {
		return c.node.Positional[n-1]
	}
	return nil
}

// enter takes a finished word that is no flag: a verb, or an argument.
func (c *completer) enter(word string) {
	if child := childNamed(c.node, word); child != nil {
		c.node = child
		return
	}
	c.args++
}

// set notes the flags that decide where notes are looked for.
func (c *completer) set(flag *kong.Flag, value string) {
	if flag.Name == "dir" {
		c.dir = value
	}
}

// values returns what a flag or an argument may be set to. before stands in front of the value within the word.
func (c *completer) values(v *kong.Value, before, word string) []candidate {
	if comma := strings.LastIndexByte(word, ','); comma >= 0 && v.IsSlice() {
		before, word = before+word[:comma+1], word[comma+1:]
	}
	var out []candidate
	switch {
	case v.Enum != "":
		out = startingWith(word, plain(v.EnumSlice()))
	case v.Tag.Get("complete") == "query":
		// The values of field:value filters; other words of a query are the person's own.
		minus := word[:len(word)-len(strings.TrimPrefix(word, "-"))]
		field, value, ok := strings.Cut(word[len(minus):], ":")
		before += minus
		if !ok {
			if field == "" && minus == "" {
				return nil
			}
			out := startingWith(field, plain(filterFields()))
			for i := range out {
				out[i].word = before + out[i].word
			}
			return out
		}
		out := c.stored(field, value)
		for i := range out {
			if strings.HasPrefix(out[i].word, "@") {
				return nil
			}
			out[i].word = before + field + ":" + out[i].word
		}
		return out
	case v.Tag.Get("complete") != "":
		out = c.stored(v.Tag.Get("complete"), word)
	}
	for i := range out {
		if !strings.HasPrefix(out[i].word, "@") {
			out[i].word = before + out[i].word
		}
	}
	return out
}

// filterFields are the beginnings of the filters of a query.
func filterFields() []string {
	return []string{"kind:", "type:", "status:", "label:", "doc-type:", "tag:", "category:", "path:", "id:", "entity:", "file:", "source:",
		"importance:", "confidence:", "declared-confidence:", "after:", "before:"}
}

// plain makes candidates of words that need no explanation.
func plain(words []string) []candidate {
	var out []candidate
	for _, w := range words {
		out = append(out, candidate{word: w})
	}
	return out
}

// startingWith keeps the candidates that begin with what was typed.
func startingWith(word string, all []candidate) []candidate {
	return slices.DeleteFunc(all, func(c candidate) bool { return !strings.HasPrefix(c.word, word) })
}
