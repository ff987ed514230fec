// Package program is the whole of kb: the grammar of its command line, completion, manual pages, and
// the way from the arguments to a verb and to the exit code. The stories of the verbs, which lie
// beside them, run it.
package program

import (
	"bytes"
	"cmp"
	"embed"
	"io/fs"
	"reflect"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/verbs/clone"
	"github.com/9aea2451/kb/cmd/kb/internal/verbs/find"
	"github.com/9aea2451/kb/cmd/kb/internal/verbs/judge"
	"github.com/9aea2451/kb/cmd/kb/internal/verbs/learn"
	"github.com/9aea2451/kb/cmd/kb/internal/verbs/measure"
	"github.com/9aea2451/kb/cmd/kb/internal/verbs/past"
	"github.com/9aea2451/kb/cmd/kb/internal/verbs/reach"
	"github.com/9aea2451/kb/cmd/kb/internal/verbs/setup"
	"github.com/9aea2451/kb/cmd/kb/internal/verbs/survey"
	"github.com/9aea2451/kb/cmd/kb/internal/verbs/write"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/markdown"
	"github.com/9aea2451/kb/text/wording"
)

// topic is the type Verbs of a package of verbs. Each of its other methods describes a verb, so
// that a verb is added by one file that has such a method.
type topic interface {
	Help() fs.FS // help/VERB.txt, help/VERB-SUBCOMMAND.txt
}

// topics returns all packages of verbs.
func topics() []topic {
	return []topic{
		find.Verbs{}, past.Verbs{}, survey.Verbs{}, write.Verbs{}, judge.Verbs{}, clone.Verbs{}, setup.Verbs{}, measure.Verbs{},
		learn.Verbs{}, reach.Verbs{}, Verbs{},
	}
}

//go:embed help
var help embed.FS

// Verbs are the verbs about the program itself: they need its grammar.
type Verbs struct{}

// Help holds the long texts of kb VERB --help, each in a file that is named for its verb.
func (Verbs) Help() fs.FS { return help }

// verb is a verb with the long texts of its topic.
type verb struct {
	app.Verb
	help fs.FS
}

// verbs returns all verbs in the order in which they are listed.
func verbs() []verb {
	var all []verb
	for _, t := range topics() {
		for _, method := range reflect.ValueOf(t).Methods() {
			if describe, ok := method.Interface().(func() app.Verb); ok {
				all = append(all, verb{describe(), t.Help()})
			}
		}
	}
	slices.SortFunc(all, func(a, b verb) int { return cmp.Or(cmp.Compare(a.Place, b.Place), strings.Compare(a.Name, b.Name)) })
	return all
}

// named returns the verb of a name alone. Where no verb has it, all are returned.
func named(all []verb, name string) []verb {
	if i := slices.IndexFunc(all, func(v verb) bool { return v.Name == name }); i >= 0 {
		return all[i : i+1]
	}
	return all
}

// newParser builds a parser of the verbs, all or one: all take 6 ms. What kong prints by itself
// goes to out, and exit is called in the place of os.Exit.
func newParser(g *app.Globals, verbs []verb, out *bytes.Buffer, exit func(int)) (*kong.Kong, error) {
	options := []kong.Option{
		kong.Name("kb"),
		kong.Description("Find, write and check the knowledge that a git repository holds as markdown."),
		kong.Writers(out, out),
		kong.Exit(exit),
		kong.ExplicitGroups(append(groups(),
			kong.Group{Key: "bases", Title: "Several bases:"},
			kong.Group{Key: "filter", Title: "Filters (repeat a flag, or separate values by commas, for alternatives):"},
			kong.Group{Key: "global", Title: "Global flags:"},
		)),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, NoExpandSubcommands: true, WrapUpperBound: 80, FlagsLast: true}),
		kong.PostBuild(func(k *kong.Kong) error {
			for i, child := range k.Model.Children {
				v := verbs[i]
				pairs := []string{
					"${kinds}", strings.Join(kb.Kinds(), ","),
					"${statuses}", strings.Join(kb.Statuses(), ","),
					"${standings}", strings.ReplaceAll(strings.Join(markdown.Standings(), ","), " ", "-"),
					"${glob}", "Only notes in this folder, or that match this glob (** crosses folders).",
					"${at}", "From the notes as of this revision, or on this day (v1.2, HEAD~20, 2026-05-04, yesterday).",
					"${severities}", "error,warn,warning,info,never", // "warning" is how other tools write it
					"${severity}", "error, warn, info or never",
				}
				for name, text := range v.Words {
					pairs = append(pairs, "${"+name+"}", text)
				}
				verbs[i].explain(child, child.Name, strings.NewReplacer(pairs...))
			}
			return nil
		}),
	}
	for _, v := range verbs {
		hidden := ""
		if v.Hidden {
			hidden = `hidden:""`
		}
		options = append(options, kong.DynamicCommand(v.Name, v.Help, groupOf(v.Verb), v.Command, hidden))
	}
	return kong.New(g, options...)
}

// explain returns a verb and its subcommands the long texts that have files, and fills in the words
// in the tags of their flags and arguments.
func (v verb) explain(node *kong.Node, name string, words *strings.Replacer) {
	if text, err := fs.ReadFile(v.help, "help/"+name+".txt"); err == nil {
		node.Detail = words.Replace(strings.TrimSuffix(string(text), "\n"))
	}
	values := slices.Clone(node.Positional)
	for _, flag := range node.Flags {
		values = append(values, flag.Value)
	}
	for _, value := range values {
		value.Enum = words.Replace(value.Enum)
		value.Help = strings.ReplaceAll(words.Replace(value.Help), "${choices}", choices(value.Enum))
	}
	for _, child := range node.Children {
		v.explain(child, name+"-"+child.Name, words)
	}
}

// choices writes the values of an enum in words. An empty one stands for none and is not said.
func choices(enum string) string {
	return wording.Choice(strings.Split(strings.TrimPrefix(enum, ","), ","))
}
