package kb

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/9aea2451/kb/kb/git"

	"pgregory.net/rapid"

	"github.com/9aea2451/kb/markdown"
)

func testResolver(options ...ResolverOption) *Resolver {
	return NewResolver([]Name{
		{Path: "README.md", Title: "Project"},
		{Path: "docs/guide.md", Title: "The Guide", Aliases: []string{"Handbook", "/help/"}},
		{Path: "docs/My Notes.md", Title: "Notes"},
		{Path: "docs/auth/README.md", Title: "Auth docs"},
		{Path: "docs/auth/session.md", Title: "Sessions", ID: "01JD3K8Q2W9X0Y4Z5A6B7C8D9E"},
		{Path: "docs/billing/session.md", Title: "Billing session"},
		{Path: "docs/billing/invoice.md", Title: "Twin"},
		{Path: "docs/billing/receipt.md", Title: "Twin"},
		{Path: "docs/billing/Case.md"},
		{Path: "docs/billing/case.md"},
		{Path: "docs/page.markdown"},
		{Path: "openspec/specs/users/spec.md", Title: "Users"},
		{Path: "adr/0003-server-sessions.md", Title: "3. Server sessions"},
		{Path: "adr/0005-jwt.md", Title: "5. JWT"},
		{Path: "EIPS/eip-20.md", Title: "Token"},
		{Path: "EIPS/eip-721.md"},
		{Path: "other/0020-x.md"},
		{Path: "keps/sig-a/1234-feature/README.md"},
		{Path: "content/posts/hello.md"},
		{Path: "text/0401-coercions.md", Aliases: []string{"https://example.com/pull/401"}},
		{Path: "notes/foo-bar.md"},
		{Path: "notes/Section 2.1.md"},
		{Path: "notes/c#.md"},
		{Path: "notes/why?.md"},
	}, options...)
}

// outcome writes a resolution short: a path, "broken", "external" or "a|b".
func outcome(r Resolution) string {
	switch {
	case r.External:
		return "external"
	case r.Path != "":
		return r.Path
	case len(r.Candidates) > 0:
		return strings.Join(r.Candidates, "|")
	}
	return "broken"
}

// linkCase is a link and what it resolves to.
type linkCase struct {
	kind               markdown.LinkKind
	from, target, want string
}

func testLinks(t *testing.T, tests []linkCase) {
	r := testResolver()
	t.Helper()
	for _, test := range tests {
		got := outcome(r.Link(test.from, markdown.Link{Kind: test.kind, Target: test.target}))
		if got != test.want {
			t.Errorf("%s %q in %s: %s, want %s", test.kind, test.target, test.from, got, test.want)
		}
	}
}

func TestMarkdownLinks(t *testing.T) {
	testLinks(t, []linkCase{
		{markdown.LinkMarkdown, "docs/guide.md", "auth/session.md", "docs/auth/session.md"},
		{markdown.LinkMarkdown, "docs/guide.md", "./auth/session", "docs/auth/session.md"},
		{markdown.LinkMarkdown, "docs/auth/session.md", "../guide.md", "docs/guide.md"},
		{markdown.LinkMarkdown, "docs/auth/session.md", "docs/guide.md", "docs/guide.md"},
		{markdown.LinkMarkdown, "docs/auth/session.md", "./docs/guide.md", "broken"},
		{markdown.LinkMarkdown, "docs/auth/session.md", "/docs/guide.md", "docs/guide.md"},
		{markdown.LinkMarkdown, "docs/auth/session.md", "/guide", "docs/guide.md"},
		{markdown.LinkMarkdown, "README.md", "/posts/hello/", "content/posts/hello.md"},
		{markdown.LinkMarkdown, "README.md", "/help/", "docs/guide.md"},
		{markdown.LinkMarkdown, "docs/guide.md", "auth/", "docs/auth/README.md"},
		{markdown.LinkMarkdown, "docs/guide.md", "auth", "docs/auth/README.md"},
		{markdown.LinkMarkdown, "docs/auth/session.md", "..", "external"},
		{markdown.LinkMarkdown, "docs/guide.md", "My%20Notes.md", "docs/My Notes.md"},
		{markdown.LinkMarkdown, "docs/guide.md", "My Notes.md", "docs/My Notes.md"},
		{markdown.LinkMarkdown, "docs/guide.md", "page", "docs/page.markdown"},
		{markdown.LinkMarkdown, "docs/guide.md", "auth/session.html", "docs/auth/session.md"},
		{markdown.LinkMarkdown, "docs/guide.md", "auth/index.html", "docs/auth/README.md"},
		{markdown.LinkMarkdown, "docs/guide.md", "AUTH/Session.md", "docs/auth/session.md"},
		{markdown.LinkMarkdown, "docs/guide.md", "billing/CASE.md", "docs/billing/Case.md|docs/billing/case.md"},
		{markdown.LinkMarkdown, "docs/guide.md", "billing/case.md", "docs/billing/case.md"},
		{markdown.LinkMarkdown, "docs/guide.md", "guide.md", "docs/guide.md"},
		{markdown.LinkMarkdown, "docs/guide.md", "auth/session.md?plain=1", "docs/auth/session.md"},
		{markdown.LinkMarkdown, "notes/c#.md", "why?.md", "notes/why?.md"},
		{markdown.LinkMarkdown, "notes/why?.md", "c#.md", "notes/c#.md"},
		{markdown.LinkMarkdown, "docs/guide.md", "gone.md", "broken"},
		{markdown.LinkMarkdown, "docs/guide.md", "gone", "external"},
		{markdown.LinkMarkdown, "docs/guide.md", "gone.html", "external"},
		{markdown.LinkMarkdown, "docs/guide.md", "../main.go", "external"},
		{markdown.LinkMarkdown, "docs/guide.md", "", "external"},
		{markdown.LinkMarkdown, "docs/guide.md", "mailto:a@example.com", "external"},
		{markdown.LinkMarkdown, "docs/guide.md", "//example.com/x.md", "external"},
		{markdown.LinkMarkdown, "docs/guide.md", "../../../etc/passwd.md", "broken"},
		{markdown.LinkMarkdown, "docs/guide.md", "%zz.md", "broken"},
		{markdown.LinkMarkdown, "docs/guide.md", `{{< ref "auth/session.md" >}}`, "docs/auth/session.md"},
		{markdown.LinkMarkdown, "docs/guide.md", `{% link docs/page.markdown %}`, "docs/page.markdown"},
		{markdown.LinkURL, "docs/guide.md", "https://example.com/x.md", "external"},
		{markdown.LinkURL, "docs/guide.md", "https://example.com/pull/401", "text/0401-coercions.md"},
		{markdown.LinkMarkdown, "docs/guide.md", "https://example.com/pull/401/", "text/0401-coercions.md"},
	})
}

func TestPlaceholdersAreNoLinks(t *testing.T) {
	testLinks(t, []linkCase{
		{markdown.LinkMarkdown, "docs/guide.md", "<issue>.md", "external"},
		{markdown.LinkMarkdown, "docs/guide.md", "adr/{{ number }}.md", "external"},
		{markdown.LinkMarkdown, "docs/guide.md", "{link}.md", "external"},
		{markdown.LinkMarkdown, "docs/guide.md", "[TODO].md", "external"},
		{markdown.LinkMarkdown, "docs/guide.md", "NNNN-title.md", "external"},
		{markdown.LinkMarkdown, "docs/guide.md", "YYYY-MM-DD.md", "external"},
		{markdown.LinkWiki, "docs/guide.md", "{{title}}", "external"},
		{markdown.LinkWiki, "docs/guide.md", "TODO", "external"},
		{markdown.LinkMarkdown, "docs/guide.md", `{{< ref "auth/gone.md" >}}`, "broken"},
		{markdown.LinkMarkdown, "docs/guide.md", "todo.md", "broken"},
		{markdown.LinkMarkdown, "docs/guide.md", "a<b.md", "broken"},
		{markdown.LinkWiki, "docs/guide.md", "Annex", "broken"},
	})
}

func TestWikiLinks(t *testing.T) {
	testLinks(t, []linkCase{
		{markdown.LinkWiki, "README.md", "guide", "docs/guide.md"},
		{markdown.LinkWiki, "README.md", "Guide.md", "docs/guide.md"},
		{markdown.LinkWiki, "README.md", "docs/auth/session", "docs/auth/session.md"},
		{markdown.LinkWiki, "README.md", "auth/session", "docs/auth/session.md"},
		{markdown.LinkWiki, "README.md", "session", "docs/auth/session.md|docs/billing/session.md"},
		{markdown.LinkWiki, "docs/billing/invoice.md", "session", "docs/billing/session.md"},
		{markdown.LinkWiki, "README.md", "01jd3k8q2w9x0y4z5a6b7c8d9e", "docs/auth/session.md"},
		{markdown.LinkWiki, "README.md", "The guide", "docs/guide.md"},
		{markdown.LinkWiki, "README.md", "Handbook", "docs/guide.md"},
		{markdown.LinkWiki, "README.md", "Twin", "docs/billing/invoice.md|docs/billing/receipt.md"},
		{markdown.LinkWiki, "README.md", "Foo Bar", "notes/foo-bar.md"},
		{markdown.LinkWiki, "README.md", "Section 2.1", "notes/Section 2.1.md"},
		{markdown.LinkWiki, "README.md", "auth", "docs/auth/README.md"},
		{markdown.LinkWiki, "README.md", "users", "openspec/specs/users/spec.md"},
		{markdown.LinkWiki, "README.md", "Case", "docs/billing/Case.md"},
		{markdown.LinkWiki, "README.md", "diagram.png", "external"},
		{markdown.LinkWiki, "README.md", "7", "external"},
		{markdown.LinkWiki, "README.md", "Nowhere", "broken"},
		{markdown.LinkEmbed, "README.md", "guide", "docs/guide.md"},
		{markdown.LinkEmbed, "README.md", "x.pdf", "external"},
	})
}

func TestMentionsAndRefs(t *testing.T) {
	testLinks(t, []linkCase{
		{markdown.LinkMention, "README.md", "specs/users", "openspec/specs/users/spec.md"},
		{markdown.LinkMention, "README.md", "docs/guide.md", "docs/guide.md"},
		{markdown.LinkMention, "docs/guide.md", "auth/session", "docs/auth/session.md"},
		{markdown.LinkMention, "README.md", "and/or", "external"},
		{markdown.LinkMention, "README.md", "billing/CASE", "external"},
		{markdown.LinkRef, "README.md", "users", "openspec/specs/users/spec.md"},
		{markdown.LinkRef, "README.md", "#12", "external"},
		{markdown.LinkRef, "README.md", "PROJ-12", "external"},
		{markdown.LinkRef, "README.md", "ADR-0005", "adr/0005-jwt.md"},
		{markdown.LinkRef, "README.md", "nowhere", "broken"},
		{markdown.LinkRelation, "adr/0005-jwt.md", "0003-server-sessions", "adr/0003-server-sessions.md"},
	})
}

func TestImagesAreNoLinks(t *testing.T) {
	r := testResolver()
	if got := outcome(r.Link("README.md", markdown.Link{Kind: markdown.LinkMarkdown, Target: "docs/guide.md",
		Image: true})); got != "external" {
		t.Errorf("image: %s", got)
	}
}

func TestRelations(t *testing.T) {
	r := testResolver()
	for _, test := range []struct{ from, target, want string }{
		{"EIPS/eip-721.md", "20", "EIPS/eip-20.md"},
		{"EIPS/eip-721.md", "EIP-20", "EIPS/eip-20.md"},
		{"EIPS/eip-721.md", "999", "external"},
		{"README.md", "20", "other/0020-x.md"},
		{"adr/0005-jwt.md", "3", "adr/0003-server-sessions.md"},
		{"adr/0005-jwt.md", "ADR 0003", "adr/0003-server-sessions.md"},
		{"adr/0005-jwt.md", "ADR-99", "broken"},
		{"adr/0005-jwt.md", "[x](0003-server-sessions.md)", "adr/0003-server-sessions.md"},
		{"adr/0005-jwt.md", "[[Server sessions|x]]", "broken"},
		{"adr/0005-jwt.md", "[[3. Server sessions|x]]", "adr/0003-server-sessions.md"},
		{"docs/guide.md", "auth/session.md#heading", "docs/auth/session.md"},
		{"docs/guide.md", "/keps/sig-a/1234-feature", "keps/sig-a/1234-feature/README.md"},
		{"docs/guide.md", "KEP-1234", "keps/sig-a/1234-feature/README.md"},
		{"docs/guide.md", "https://example.com", "external"},
		{"docs/guide.md", "nowhere", "broken"},
		{"docs/guide.md", "", "external"},
		{"docs/guide.md", "#x", "external"},
		{"docs/guide.md", "notes/c#.md", "notes/c#.md"},
		{"docs/guide.md", "notes/c#", "notes/c#.md"},
		{"docs/guide.md", "notes/why?", "notes/why?.md"},
	} {
		if got := outcome(r.Relation(test.from, test.target)); got != test.want {
			t.Errorf("%q in %s: %s, want %s", test.target, test.from, got, test.want)
		}
	}
}

func TestOwnPages(t *testing.T) {
	known := testResolver(WithOrigin(git.Origin{Host: "github.com", Path: "Owner/name"}))
	lab := testResolver(WithOrigin(git.Origin{Host: "gitlab.example.com", Path: "group/sub/name"}))
	for _, test := range []struct {
		r         *Resolver
		url, want string
	}{
		{known, "https://github.com/owner/name/blob/main/docs/guide.md", "docs/guide.md"},
		{known, "https://www.github.com/Owner/name/blob/feature/x/docs/guide.md", "docs/guide.md"},
		{known, "https://github.com/owner/name/tree/main/docs/auth", "docs/auth/README.md"},
		{known, "https://raw.githubusercontent.com/Owner/name/main/docs/guide.md", "docs/guide.md"},
		{known, "https://github.com/other/name/blob/main/docs/guide.md", "external"},
		{known, "https://example.com/owner/name/blob/main/docs/guide.md", "external"},
		{known, "https://github.com/owner/name/issues/1", "external"},
		{known, "https://github.com/owner/name/blob/main/gone.md", "external"},
		{known, "/Owner/name/blob/main/docs/guide.md", "docs/guide.md"},
		{lab, "https://gitlab.example.com/group/sub/name/-/blob/main/docs/guide.md", "docs/guide.md"},
		{testResolver(), "https://github.com/any/one/blob/main/keps/sig-a/1234-feature/README.md", "keps/sig-a/1234-feature/README.md"},
		{testResolver(), "https://github.com/any/one/blob/main/docs/auth/session.md", "docs/auth/session.md"},
		{testResolver(), "https://github.com/any/one/blob/main/docs/auth/README.md", "external"},
		{testResolver(), "https://github.com/any/one/blob/main/README.md", "external"},
		{testResolver(), "https://[bad", "external"},
	} {
		if got := outcome(test.r.Link("README.md", markdown.Link{Kind: markdown.LinkMarkdown, Target: test.url})); got != test.want {
			t.Errorf("%s: %s, want %s", test.url, got, test.want)
		}
	}
}

func TestParseOrigin(t *testing.T) {
	for address, want := range map[string]git.Origin{
		"https://github.com/o/n.git": {Host: "github.com", Path: "o/n"}, "git@github.com:o/n.git": {Host: "github.com", Path: "o/n"},
		"ssh://git@Host.org:22/g/s/n": {Host: "host.org", Path: "g/s/n"},
		"/srv/git/n.git":              {}, "C:\\x": {}, "": {}, "https://user:pw@github.com/o/n/": {Host: "github.com", Path: "o/n"},
	} {
		if got := git.ParseOrigin(address); got != want {
			t.Errorf("ParseOrigin(%q) = %+v", address, got)
		}
	}
}

func TestNoteByName(t *testing.T) {
	r := testResolver()
	for _, test := range []struct{ prefix, name, want string }{
		{"", "docs/guide.md", "docs/guide.md"},
		{"docs", "guide", "docs/guide.md"},
		{"docs/auth", "../guide.md", "docs/guide.md"},
		{"docs", "./auth", "docs/auth/README.md"},
		{"docs", `auth\session.md`, "docs/auth/session.md"},
		{"", "session", "docs/auth/session.md|docs/billing/session.md"},
		{"docs/auth", "session", "docs/auth/session.md"},
		{"", "The Guide", "docs/guide.md"},
		{"", "the guide", "docs/guide.md"},
		{"", "handbook", "docs/guide.md"},
		{"", "01JD3K8Q2W9X0Y4Z5A6B7C8D9E", "docs/auth/session.md"},
		{"", "Case", "docs/billing/Case.md"},
		{"", "CASE", "docs/billing/Case.md|docs/billing/case.md"},
		{"", "auth/session", "docs/auth/session.md"},
		{"", "nothing", "broken"},
		{"", "", "README.md"},
		{"", "../../x", "broken"},
	} {
		if got := outcome(r.Note(test.prefix, test.name)); got != test.want {
			t.Errorf("Note(%q, %q) = %s, want %s", test.prefix, test.name, got, test.want)
		}
	}
}

// A backslash is part of a file's name where a note has it there; else it divides folders.
func TestNoteWithBackslash(t *testing.T) {
	r := NewResolver([]Name{{Path: `docs/or\and.md`}, {Path: `docs/a\b.md`}, {Path: "docs/a/b.md"}, {Path: "docs/c/d.md"}})
	for _, test := range []struct{ prefix, name, want string }{
		{"", `docs/or\and.md`, `docs/or\and.md`},
		{"", `./docs/or\and`, `docs/or\and.md`},
		{"docs", `or\and.md`, `docs/or\and.md`},
		{"", `docs/a\b.md`, `docs/a\b.md`},
		{"", `docs\a\b.md`, "docs/a/b.md"},
		{"", `docs\c\d.md`, "docs/c/d.md"},
		{"docs", `.\c\d.md`, "docs/c/d.md"},
		{"", `c\d`, "docs/c/d.md"},
	} {
		if got := outcome(r.Note(test.prefix, test.name)); got != test.want {
			t.Errorf("Note(%q, %q) = %s, want %s", test.prefix, test.name, got, test.want)
		}
	}
}

func TestSuggest(t *testing.T) {
	r := testResolver()
	for name, want := range map[string]string{"guied": "docs/guide.md", "handbok": "docs/guide.md",
		"docs/auth/sesion.md": "docs/auth/session.md", "coerc": "text/0401-coercions.md"} {
		if got := r.Suggest(name, 3); len(got) == 0 || got[0] != want {
			t.Errorf("Suggest(%q) = %q, want %q first", name, got, want)
		}
	}
	if got := r.Suggest("zzzzzzzzzzzz", 3); len(got) > 0 {
		t.Errorf("Suggest of nonsense = %q", got)
	}
	if got := r.Suggest("session", 1); len(got) != 1 {
		t.Errorf("Suggest(…, 1) = %q", got)
	}
}

func TestEveryNoteResolvesByItsPath(t *testing.T) {
	part := rapid.StringMatching(`[a-cA-C. \\]{1,3}`)
	rapid.Check(t, func(t *rapid.T) {
		var names []Name
		for range rapid.IntRange(1, 20).Draw(t, "n") {
			p := strings.Join(rapid.SliceOfN(part, 1, 3).Draw(t, "path"), "/") + ".md"
			if git.BadPath(p) == "" {
				names = append(names, Name{Path: p})
			}
		}
		r := NewResolver(names)
		for _, n := range names {
			got := []string{
				outcome(r.Note("", n.Path)),
				outcome(r.Link("x/y.md", markdown.Link{Kind: markdown.LinkMarkdown, Target: "/" + n.Path})),
				outcome(r.Link("x/y.md", markdown.Link{Kind: markdown.LinkWiki, Target: n.Path})),
			}
			for _, g := range got {
				if g != n.Path && strings.TrimSpace(n.Path) == n.Path {
					t.Fatalf("%q resolves to %q", n.Path, got)
				}
			}
		}
	})
}

func TestResolverFromManyGoroutines(t *testing.T) {
	r := testResolver()
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			if got := outcome(r.Link("README.md", markdown.Link{Kind: markdown.LinkWiki, Target: "Handbook"})); got != "docs/guide.md" {
				t.Error(got)
			}
		})
	}
	group.Wait()
}

func FuzzResolve(f *testing.F) {
	for _, s := range []string{"../a", "{{< ref", "https://x/y/blob/z", "[[a", "%", "/", "#1", "memory://a/b", "EIP-00000000000000001"} {
		f.Add("docs/guide.md", s)
	}
	f.Fuzz(func(t *testing.T, from, target string) {
		r := testResolver(WithOrigin(git.Origin{Host: "github.com", Path: "o/n"}))
		for _, k := range []markdown.LinkKind{markdown.LinkMarkdown, markdown.LinkWiki, markdown.LinkEmbed, markdown.LinkMention,
			markdown.LinkRef, markdown.LinkRelation, markdown.LinkURL} {
			res := r.Link(from, markdown.Link{Kind: k, Target: target})
			if res.External && res.Path != "" || len(res.Candidates) == 1 {
				t.Errorf("%s %q: %+v", k, target, res)
			}
		}
		r.Note(from, target)
		r.Suggest(target, 3)
	})
}

// BenchmarkResolve resolves 50,000 links between 38,000 notes, the tables included.
func BenchmarkResolve(b *testing.B) {
	var names []Name
	for i := range 38000 {
		names = append(names, Name{Path: fmt.Sprintf("pages/%d/note-%d.md", i%40, i), Title: fmt.Sprintf("Note %d", i)})
	}
	for b.Loop() {
		r := NewResolver(names)
		for i := range 50000 {
			kind, target := markdown.LinkMarkdown, fmt.Sprintf("note-%d.md", i%38000)
			if i%2 == 0 {
				kind, target = markdown.LinkWiki, fmt.Sprintf("Note %d", i%38000)
			}
			r.Link("pages/3/x.md", markdown.Link{Kind: kind, Target: target})
		}
	}
}

// TestMentionOfAnyReadme tells "README.md" in prose from a path: it is the one of the same folder,
// or of no folder in particular.
func TestMentionOfAnyReadme(t *testing.T) {
	r := NewResolver([]Name{{Path: "README.md"}, {Path: "docs/a.md"}, {Path: "pkg/README.md"}, {Path: "pkg/b.md"}})
	for _, c := range []struct{ from, target, want string }{
		{"docs/a.md", "README.md", ""},
		{"docs/a.md", "../README.md", "README.md"},
		{"docs/a.md", "pkg/README.md", "pkg/README.md"},
		{"pkg/b.md", "README.md", "pkg/README.md"},
		{"top.md", "README.md", "README.md"},
	} {
		if got := r.Link(c.from, markdown.Link{Kind: markdown.LinkMention, Target: c.target}); got.Path != c.want || got.Broken() {
			t.Errorf("%s in %s: %+v, want %q", c.target, c.from, got, c.want)
		}
	}
}

// A number names the note of a series, where there is one; more are candidates.
func TestNotesByNumber(t *testing.T) {
	r := NewResolver([]Name{
		{Path: "text/1857-drop-order.md"}, {Path: "text/0401-coercions.md"}, {Path: "eips/eip-1559.md"}, {Path: "0000-template.md"},
		{Path: "keps/sig-node/753-sidecars/README.md"}, {Path: "docs/adr/0002-use-nats.md"}, {Path: "docs/rfcs/0002-threads.md"},
		{Path: "notes/2024-01-02.md"}, {Path: "notes/42.md", Title: "1857"},
	})
	for name, want := range map[string]string{
		"0401": "text/0401-coercions.md", "401": "text/0401-coercions.md", "#401": "text/0401-coercions.md",
		"1559": "eips/eip-1559.md", "EIP-1559": "eips/eip-1559.md", "rfc 1559": "", "kep-753": "keps/sig-node/753-sidecars/README.md",
		"ADR 2": "docs/adr/0002-use-nats.md docs/rfcs/0002-threads.md", "0000": "", "99": "", "1857": "notes/42.md",
	} {
		res := r.Note("", name)
		got := strings.Join(append(res.Candidates, res.Path), " ")
		if strings.TrimSpace(got) != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}
