package base

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/9aea2451/kb/contradict/everyday"
	"github.com/9aea2451/kb/contradict/read"
)

// everydayBase spreads everyday statements over documents, some of which fill in one form.
func everydayBase(t *testing.T) (b *Base, news []*read.Parsed) {
	t.Helper()
	var all []*read.Parsed
	for i, l := range slices.Concat(append(everyday.Groups(t, "everyday.txt"), everyday.Groups(t, "prose.txt")...)...) {
		s := read.Statement{Text: l.Text, Context: l.Context, Conditions: l.Conditions, Document: l.Document}
		if s.Document == "" {
			s.Document = fmt.Sprintf("notes/%d.md", i%23)
			s.Title = fmt.Sprintf("Note %d", i%23)
		}
		if i%17 == 0 {
			news = append(news, read.Parse(s))
			continue
		}
		all = append(all, read.Parse(s))
	}
	for i, service := range []string{"Billing", "Search", "Mail", "Login", "Export", "Import", "Audit"} {
		for _, text := range []string{
			"The service is reviewed every %d months.", "This service must not lose data.", "Its owner answers within %d hours.",
			"The on-call engineer restarts " + service + ".",
		} {
			if strings.Contains(text, "%d") {
				text = fmt.Sprintf(text, i+2)
			}
			all = append(all, read.Parse(read.Statement{
				Text: text, Context: []string{service, "Operations"}, Title: service,
				Document: "services/" + strings.ToLower(service) + ".md",
			}))
		}
	}
	for _, size := range []string{"10 MB", "20 MB", "30 MB", "40 MB"} {
		all = append(all, read.Parse(read.Statement{Text: "This plan has a quota of " + size + ".", Document: "plans.md", Title: "Plans"}))
	}
	return New(all), news
}

// What a base of some 800 statements finds among them and in new ones: pairs are looked up by the
// words they share, weighed by how rare these are, and doubted where documents fill in a form.
func TestEverydayBase(t *testing.T) {
	base, news := everydayBase(t)
	var b strings.Builder
	write := func(title string, found []Finding) {
		fmt.Fprintf(&b, "%s: %d\n", title, len(found))
		for _, f := range found {
			fmt.Fprintf(&b, "\t%.3f %s: %s / %s: %s\n\t\t%s\n", f.Verdict.Energy, f.A.Document, f.A.Text, f.B.Document, f.B.Text,
				f.Verdict.Explain())
		}
	}
	conflicts, same := base.BothSince(0, 0.15)
	write("all", conflicts)
	fmt.Fprintf(&b, "the same: %d\n", len(same))
	slices.SortFunc(same, func(x, y Pair) int { return int(x.A-y.A)*len(base.entries) + int(x.B-y.B) })
	for _, p := range same {
		fmt.Fprintf(&b, "\t%s / %s\n", base.Statement(int(p.A)).Text, base.Statement(int(p.B)).Text)
	}
	write("new", base.Conflicts(news, 0.15))
	write("new, the same", base.Duplicates(news))
	everyday.Golden(t, "everyday.base", b.String())
}

// A few words more or less in one note leave what is known of others as it was; a note that comes
// with many statements does not.
func TestEverydaySetting(t *testing.T) {
	base, news := everydayBase(t)
	before := base.Setting()
	if unlike := base.Unlike(&before); len(unlike) != base.Len() || slices.Contains(unlike, true) {
		t.Errorf("a base is unlike itself: %d of %d", len(unlike), base.Len())
	}
	base.Add(news[0])
	if unlike := base.Unlike(&before); unlike == nil || slices.Index(unlike, false) < 0 {
		t.Error("one statement more changes them all")
	}
	base.Add(read.Parse(read.Statement{Text: "This service must not lose data.", Context: []string{"Chat", "Operations"},
		Document: "services/chat.md"}))
	base.Drop("services/billing.md", "services/search.md", "services/mail.md", "services/login.md", "services/export.md")
	for i, unlike := range base.Unlike(&before) {
		if p := base.Statement(i); !unlike && p.Text == "This service must not lose data." {
			t.Errorf("%s: what was a form of many documents is one no more", p.Document)
		}
	}
}
