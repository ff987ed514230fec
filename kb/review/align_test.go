package review

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// changes aligns two texts of a note and gives one line a statement: what became of it, and in what
// the versions differ.
func changes(before, after string) (out []string) {
	v := version{old: unitsOf("a.md", []byte(before)), new: unitsOf("a.md", []byte(after))}
	pairs := v.align()
	for i := range pairs {
		if s, ok := pairs[i].statement(); ok {
			line := s.Change + " " + strings.Join(s.Aspects, ",")
			if s.Moved {
				line += " moved"
			}
			out = append(out, strings.TrimSpace(line)+": "+s.said().Text)
		}
	}
	slices.Sort(out)
	return out
}

func TestAlign(t *testing.T) {
	for _, test := range []struct {
		name, before, after string
		want                []string
	}{
		{"wrapped anew", "One sentence\nof two lines. Another one.", "One sentence of two lines.\nAnother\none.", nil},
		{"value", "The queue holds 10 jobs. It is fair.", "The queue holds 20 jobs. It is fair.",
			[]string{"changed value: The queue holds 20 jobs."}},
		{"between others", "It is small. It is kind. The queue holds 10 jobs. It is fair. It never sleeps.",
			"It is small. It is kind. The queue holds 20 jobs. It is fair. It never sleeps.",
			[]string{"changed value: The queue holds 20 jobs."}},
		{"hardly alike, and alone between others", "It is fair. Small messages of guests stay in memory at night. It never sleeps.",
			"It is fair. Large messages of guests go to slower disks. It never sleeps.",
			[]string{"changed polarity,words: Large messages of guests go to slower disks."}},
		{"hardly alike, and not alone", "It is fair. Small messages of guests stay in memory at night. It never sleeps.",
			"It is fair. Large messages of guests go to slower disks. Nobody reads them. It never sleeps.",
			[]string{"added: Large messages of guests go to slower disks.", "added: Nobody reads them.",
				"removed: Small messages of guests stay in memory at night."}},
		{"said twice, then once", "It is slow today. It is slow today.", "It is slow today.", []string{"removed: It is slow today."}},
		{"said once, then twice", "It is slow today.", "It is slow today. It is slow today.", []string{"added: It is slow today."}},
		{"force", "- Clients MUST retry.", "- Clients SHOULD retry.", []string{"changed force: Clients SHOULD retry."}},
		{"spelling", "The schedular picks a node.", "The scheduler picks a node.", []string{"reworded: The scheduler picks a node."}},
		{"markup", "The **scheduler** picks a node.", "The `scheduler` picks a node.",
			[]string{"reworded format: The `scheduler` picks a node."}},
		{"emphasis", "The **scheduler** picks a node.", "The *scheduler* picks a node.",
			[]string{"reworded format: The *scheduler* picks a node."}},
		{"link", "See [the page](a.md) for more of it.", "See [the page](b.md) for more of it.",
			[]string{"reworded link: See [the page](b.md) for more of it."}},
		{"definition", "See [it].\n\n[it]: a.md\n", "See [it].\n\n[it]: b.md\n", []string{"reworded link: [it]: b.md"}},
		{"added and removed", "Cats sleep all day long.", "Rockets need much fuel.",
			[]string{"added: Rockets need much fuel.", "removed: Cats sleep all day long."}},
		{"cut in two", "The worker stops, and the job is lost.", "The worker stops. And the job is lost.",
			[]string{"reworded format: The worker stops. And the job is lost."}},
		{"joined", "The worker stops. The job is lost.", "The worker stops; the job is lost.",
			[]string{"reworded format: The worker stops; the job is lost."}},
		{"moved", "# A\n\nThe worker stops at once.\n\n# B\n\nThe rest follows later on.\n\nIt is slow.\n",
			"# A\n\n# B\n\nThe rest follows later on.\n\nIt is slow.\n\nThe worker stops at once.\n",
			[]string{"moved  moved: The worker stops at once."}},
		{"section renamed", "# Limits\n\nThe worker stops at once.\n", "# Quotas\n\nThe worker stops at once.\n",
			[]string{"changed words: Quotas"}},
		{"row", "| a | b |\n|---|---|\n| port | 80 |\n", "| a | b |\n|---|---|\n| port | 443 |\n", []string{"changed value: port | 443"}},
		{"code", "```go\na := 1\nb := 2\n```\n", "```go\na := 1\nb := 3\n```\n", []string{"changed code: a := 1\nb := 3"}},
		{"indented anew", "```\na\n b\n```\n", "```\na\n   b\n```\n", nil},
		{"field", "---\nstatus: draft\ntags: [a, b]\n---\nText.", "---\nstatus: accepted\ntags: [a, b]\ndate: 2026-01-01\n---\nText.",
			[]string{"added: date: 2026-01-01", "changed value: status: accepted"}},
		{"label", "- Testing: TBD\n- Owner: Bo\n", "- Testing: see the pages of the last release\n- Owner: Bo\n",
			[]string{"changed name,words: Testing: see the pages of the last release"}},
		{"box", "- [ ] It is written down.", "- [x] It is written down.", []string{"changed words: [x] It is written down."}},
		{"comment", "<!--\nNothing\n-->\nText stands here.", "<!--\nSomething\nelse\n-->\nText stands here.", nil},
		{"tags", "<b>\nThe template is defined here.\n</b>\n", "**The template is defined here.**\n",
			[]string{"reworded format: **The template is defined here.**"}},
	} {
		if got := changes(test.before, test.after); !slices.Equal(got, test.want) {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

// TestAlignIsWhole proves that every unit of both versions is told once, or stays as it is.
func TestAlignIsWhole(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := func(label string) string {
			var b strings.Builder
			for range rapid.IntRange(0, 12).Draw(t, label) {
				switch rapid.IntRange(0, 6).Draw(t, "kind") {
				case 0:
					fmt.Fprintf(&b, "\n## Part %d\n\n", rapid.IntRange(0, 3).Draw(t, "heading"))
				case 1:
					fmt.Fprintf(&b, "- item %d of the list\n", rapid.IntRange(0, 3).Draw(t, "item"))
				case 2:
					fmt.Fprintf(&b, "\n```\nx = %d\n```\n\n", rapid.IntRange(0, 2).Draw(t, "code"))
				default:
					fmt.Fprintf(&b, "The %s holds %d of them. ",
						rapid.SampledFrom([]string{"cache", "queue", "store"}).Draw(t, "noun"), rapid.IntRange(0, 3).Draw(t, "n"))
				}
			}
			return b.String()
		}
		v := version{old: unitsOf("a.md", []byte(text("old"))), new: unitsOf("a.md", []byte(text("new")))}
		told := map[string]int{}
		for _, p := range v.align() {
			for side, u := range map[string]*unit{"old": p.old, "new": p.new} {
				if u != nil {
					for line := u.Line; line <= u.EndLine; line++ {
						told[fmt.Sprint(side, line)]++
					}
				}
			}
		}
		kept := func(side string, units []unit) (out []string) {
			for i := range units {
				if told[fmt.Sprint(side, units[i].Line)] == 0 {
					out = append(out, units[i].key)
				}
			}
			return out
		}
		if old, new := kept("old", v.old), kept("new", v.new); len(old) != len(new) {
			for _, key := range old {
				if !slices.ContainsFunc(v.new, func(u unit) bool { return u.key == key }) {
					t.Fatalf("%q is told nowhere\n%v\n%v", key, old, new)
				}
			}
		}
	})
}

// Equal units of very long notes are paired in their order, each once.
func TestInOrder(t *testing.T) {
	units := func(keys string) (out []unit) {
		for _, k := range strings.Fields(keys) {
			out = append(out, unit{key: k})
		}
		return out
	}
	for _, test := range []struct{ before, after, want string }{
		{"a b c", "a b c", "[[5 5] [6 6] [7 7]]"},
		{"a b c", "a x c", "[[5 5] [7 7]]"},
		{"a a b", "a b a", "[[5 5] [7 6]]"},
		{"a b a", "b a a", "[[6 5] [7 6]]"},
		{"a", "b", "[]"},
	} {
		if got := fmt.Sprint(inOrder(units(test.before), units(test.after), 5)); got != test.want {
			t.Errorf("%s and %s: %s, want %s", test.before, test.after, got, test.want)
		}
	}
}
