package markdown

import (
	"slices"
	"strings"
	"testing"
	"time"
)

// What stands in a box is stated, in whatever way the box is written.
func TestStatementsInBoxes(t *testing.T) {
	for _, source := range []string{
		":::note\nS\n:::", ":::note\n\nS\n\n:::", "::: warning Title\nS\n:::", ":::tip[Use it]{#id}\nS\n:::", ":::\tinfo\nS\n:::",
		"Text:\n:::note\nS\n:::",
		"::::danger\n:::note\nS\n:::\n::::", ":::{note}\n:class: tip\nS\n:::", ":::{note} S\n:::",
		"::: {.callout-tip title=\"T\"}\nS\n:::",
		"- item\n\n  :::note\n  S\n  :::", ":::moniker range=\"x\"\nS\n:::moniker-end", "/// note | Title\nS\n///", "/// tip\nS\n///",
		"> [!NOTE]\n> S", "> [!note]- Title\n> S", ">[!TIP]\n>S", "> [!my-own|right] Title\n>\n> S", "> [!note]\n>> [!tip]\n>> S",
		"> [!note] S", ">>> [!note] Title\nS\n>>>", "1. Do:\n\n   > [!NOTE]\n   > S", "> [!NOTE]\n> - S", "> [!NOTE]\r\n> S",
		"> **Note**\n> S", "> **Warning:** S", "> :warning: S", "> ℹ️ S", "> __Tip__: S", "> **Note (ADR-26):** S", "{: .note }\n> S",
		"> S\n{: .prompt-info }",
		"> S\n{.is-info}", "{: .note }\nS", "!!! note \"Title\"\n    S", "!!! note\n\n    S", "!!!warning\n\tS", "??? tip\n    S",
		"???+ tip inline end \"T\"\n    S", "!!! a\n    !!! b \"\"\n\n        S", "1. Do:\n\n    !!! note\n\n        S",
		"=== \"Tab\"\n    S",
		"=== \"A\"\n\n    Other.\n\n=== \"B\"\n\n    !!! note\n        S", "```{note}\nS\n```", "```{tip} Title\n:class: x\n\nS\n```",
		"````{note}\n```{tip}\nS\n```\n````", "~~~{warning}\nS\n~~~", "```ad-note\ntitle: T\nS\n```", "<Note>\nS\n</Note>",
		"<Note>S</Note>",
		"<Tip> S </Tip>", "<Admonition type=\"note\" title='T'>\nS\n</Admonition>", "<Admonition\n  type=\"note\"\n>\nS\n</Admonition>",
		"<Note>S</Note>\nOther.", "<Tabs>\n<TabItem value=\"a\">\nS\n</TabItem>\n</Tabs>", "<Card.Body>\nS\n</Card.Body>",
		"<details>\n<summary>More</summary>\nS\n</details>", "<details><summary>More</summary>\nS\n</details>", "<aside>\nS\n</aside>",
		"{% hint style=\"info\" %}\nS\n{% endhint %}", "{% callout %} S {% /callout %}",
		"{% tabs %}\n{% tab title=\"A\" %}\nS\n{% endtab %}\n{% endtabs %}",
		"{{< note >}}\nS\n{{< /note >}}", "{{% alert title=\"T\" %}}\nS\n{{% /alert %}}", "{{< note >}}S{{< /note >}}",
		"{{<admonition tip \"T\">}}\nS\n{{</admonition>}}",
		"#+BEGIN_NOTE\nS\n#+END_NOTE", "!> S", "?> S", "S\n:::note\nOther.\n:::", "```\ncode\n```\n:::note\nS\n:::",
	} {
		var lines []string
		for line := range strings.SplitSeq(source, "\n") {
			before, after, said := strings.Cut(line, "S")
			if said && after == "" && strings.Trim(before, "> \t") == "" {
				lines, before = append(lines, before+"It is cached. It is"), before+"shared."
			} else if said {
				before += "It is cached. It is shared." + after
			}
			lines = append(lines, before)
		}
		source = "# T\n\n" + strings.Join(lines, "\n") + "\n"
		got := slices.DeleteFunc(statementTexts(source), func(s string) bool { return s == "Other." })
		if want := []string{"It is cached.", "It is shared."}; !slices.Equal(got, want) {
			t.Errorf("%q: %q", source, got)
		}
	}
}

// Quotations, code, titles, and boxes that quote, ask or illustrate state nothing, in boxes and elsewhere. What follows
// a box is as it was.
func TestWhatBoxesDoNotState(t *testing.T) {
	for _, source := range []string{
		"> It is cached.", "> \"It is cached.\"\n> -- Ann", "> Note that it is cached.", "> Warning (of Ann) is cached.",
		"> **Ann:** It is cached.", "> **Quote:** It is cached.",
		"> [!NOTE]\n> > It is cached.", "> > [!NOTE]\n> > It is cached.", "> It is cached.\n> [!NOTE]\n> It is cached.",
		"> [!NOTE]\n> ```\n> It is cached.\n> ```", "> [!quote] Ann\n> It is cached.", "> [!example]\n> It is cached.",
		"> [!note] Example\n> It is cached.",
		"> [!NOTE]\n>     It is cached.", "> [!NOTE]\n> | It is | cached. |\n> |---|---|", ":::quote\nIt is cached.\n:::",
		":::note\n> It is cached.\n:::",
		":::example\n:::note\nIt is cached.\n:::\nIt is cached.\n:::", "::: mermaid\nIt is cached.\n:::", ":::note It is cached\n:::",
		":::note\n```\nIt is cached.\n```\n:::", ":::{toctree}\nIt is cached.\n:::", "/// example\nIt is cached.\n///",
		"!!! quote\n    It is cached.\n\n    It is cached.", "!!! note \"It is cached\"", "!!! note\n\n        It is cached.",
		"!!! note\n    ```\n    It is cached.\n\n    ```",
		"    !!! note\n        It is cached.", "=== \"Example\"\n    It is cached.", "```{python}\nIt is cached.\n```",
		"```\n:::note\nIt is cached.\n:::\n```",
		"```{note}\n```python\nIt is cached.\n```\n```", "```{note} Rationale\nIt is cached.\n```",
		"<Example>\n\nIt is cached.\n\n</Example>",
		"<CodeBlock>\nIt is cached.\n</CodeBlock>", "<div>\nIt is cached.\n</div>", "<summary>It is cached</summary>",
		"<Name> is cached.",
		"{% highlight go %}\nIt is cached.\n{% endhighlight %}", "{{< mermaid >}}\nIt is cached.\n{{< /mermaid >}}",
		"{% include note.html %}",
		"#+BEGIN_QUOTE\nIt is cached.\n#+END_QUOTE", "#+begin_src\nIt is cached.\n#+end_src", "<!-- It is cached. -->",
		"{/* It is cached. */}",
		"{/*\nIt is cached.\n\nIt is cached.\n*/}", "{{/* It is cached. */}}", "{{- /* It is cached. */ -}}", "{# It is cached. #}",
		"{#\nIt is cached.\n#}",
		"{% comment %}It is cached.{% endcomment %}", "{% comment %}\nIt is cached.\n\nIt is cached.\n{% endcomment %}",
		"{%- comment -%}\nIt is cached.\n{%- endcomment -%}",
		"%% It is cached. %%", "%%\nIt is cached.\n\n## It\n\nIt is cached.\n%%", "{{< comment >}}\nIt is cached.\n{{< /comment >}}",
		":::note\n{/* It is cached. */}\n:::", "> [!NOTE]\n> <!-- It is cached. -->", "- {/* It is cached. */}",
	} {
		if got := statementTexts("# T\n\n" + source + "\n\n\nIt is small.\n"); !slices.Equal(got, []string{"It is small."}) {
			t.Errorf("%q: %q", source, got)
		}
	}
}

// The title of a tab is a heading to what stands in it, until it ends.
func TestTabsAreHeadings(t *testing.T) {
	for _, source := range []string{
		"=== \"A\"\n\n    !!! note\n        It is one.\n\n    It is one.\n\n=== \"B\"\n    It is two.\n\nIt is none.\n",
		"<Tabs>\n<TabItem label=\"A\">\nIt is one.\n</TabItem>\n<TabItem label=\"B\">\nIt is two.\n</TabItem>\n</Tabs>\nIt is none.\n",
		"{% tabs %}\n{% tab title=\"A\" %}\nIt is one.\n{% endtab %}\n{% tab title=\"B\" %}\nIt is two.\n" +
			"{% endtab %}\n{% endtabs %}\nIt is none.\n",
		"````{tab-set}\n```{tab-item} A\nIt is one.\n```\n```{tab-item} B\nIt is two.\n```\n````\nIt is none.\n",
		"/// tab | A\nIt is one.\n///\n/// tab | B\nIt is two.\n///\nIt is none.\n",
	} {
		for _, s := range statementsOf("# T\n\n" + source) {
			want := map[string]string{"It is one.": "T A", "It is two.": "T B", "It is none.": "T"}
			if got := strings.Join(s.HeadingPath, " "); got != want[s.Text] {
				t.Errorf("%q: %q below %q", source, s.Text, got)
			}
		}
	}
}

// A comment within a line is none of its words, and what only looks like one is.
func TestStatementsBesideComments(t *testing.T) {
	for source, want := range map[string]string{
		"It is cached. <!-- It is not. -->\n":              "It is cached.",
		"It is {/* not\nreally */} cached.\n":              "It is cached.",
		"It is {# not #} cached.\n":                        "It is cached.",
		"It is <!-- cached.\n\nIt ends. -->\n":             "It is <!-- cached.|It ends.",
		"It is `{/* cached */}`.\n":                        "It is `{/* cached */}`.",
		"## It {#it}\n\nIt is small.\n\n## Ends {#ends}\n": "It is small.",
		"It takes 100%% of it %% of all.\n":                "It takes 100%% of it %% of all.",
		"{/*\nIt is cached.\n":                             "",
	} {
		if got := strings.Join(statementTexts(source), "|"); got != want {
			t.Errorf("%q: %q, want %q", source, got, want)
		}
	}
}

// No text takes long: not one of marks that nothing closes, nor of boxes in boxes.
func TestBoxesTakeNoQuadraticTime(t *testing.T) {
	for _, unit := range []string{
		":::", ":::quote\n", "```{note}\n", "> [!NOTE]\n", ">", "> > a\n> b\n", "<Note>x\n", "<Note\n", "<Example>\n", "</Note>",
		"{% highlight %}\n",
		"{% hint %}", "{{< x >}}", "{/*", "x {/*", "{# ", "x %% ", "<!--", "`x``", "- ", "- x {/* ", "!!! note\n", "=== \"a\"\n    ",
		"    !!! note\n", "`",
		"<Code1>\n<Code2>\n<Code3>\n", "[!", "> **Note** ", "{: .note }\n", "~~~ ~~ ",
	} {
		source := []byte(strings.Repeat(unit, 1<<18/len(unit)))
		doc := Document{Sections: []Section{{Span: Span{End: len(source), StartLine: 1}}}}
		start := time.Now()
		Statements(&doc, source)
		if d := time.Since(start); d > 5*time.Second {
			t.Errorf("%q, repeated: %s", unit, d)
		}
	}
	deep := []byte("> [!NOTE]\n" + strings.Repeat("> > a\n> b\n", 100_000))
	SectionStatements(&Document{Sections: []Section{{Span: Span{End: len(deep), StartLine: 1}}}}, deep, 0)
}
