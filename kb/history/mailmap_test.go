package history

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestMailmapIsThatOfGit holds who is shown to what git check-mailmap says.
func TestMailmapIsThatOfGit(t *testing.T) {
	r := newGitRepo(t)
	text := `# People, and how they were called.
Ann Writer <ann@example.org> <ann@home.example>
<bob@example.org> <bob@work.example>
Bob Builder <bob@work.example>
Carla <carla@example.org> C <shared@example.org>
Dora <dora@example.org> d. reader <SHARED@example.org> what follows
Everybody else <shared@example.org>
Only A Name <Only@Example.org>
no address at all
<half
Ann Again <ann@example.org> <ann@old.example> # once more
Ann Twice <ann@old.example>
`
	r.Write(".mailmap", text)
	m := readMailmap(r.open("on"))
	if m.sum == "" {
		t.Fatal("the file was not read")
	}
	for _, who := range []string{
		"A <ann@home.example>", "A <ANN@home.example>", "bob <bob@work.example>", "C <shared@example.org>", "c <shared@example.org>", "D. Reader <shared@example.org>",
		"X <shared@example.org>", "o <only@example.org>", "Nobody <nobody@example.org>", "A <ann@old.example>", "half <half>", "Z <>",
	} {
		name, email, _ := strings.Cut(strings.TrimSuffix(who, ">"), " <")
		shown := m.show(Signature{Name: name, Email: email})
		got := fmt.Sprintf("%s <%s>", shown.Name, shown.Email)
		if want := strings.TrimSpace(r.Git("check-mailmap", who)); got != want {
			t.Errorf("%s is shown as %s, by git as %s", who, got, want)
		}
	}
}

// A program stays one, whatever a change that it makes says of it.
func TestMailmapHidesNoProgram(t *testing.T) {
	m := mailmap{people: parseMailmap("Ann Writer <ann@example.org> <dependabot[bot]@users.noreply.github.com>\n")}
	bot := Signature{Name: "dependabot[bot]", Email: "dependabot[bot]@users.noreply.github.com"}
	if got := m.show(bot); got != bot {
		t.Errorf("a program is shown as %v", got)
	}
}

// What was kept of the names is not taken for what a new .mailmap says.
func TestKeptFollowsTheMailmap(t *testing.T) {
	r := newGitRepo(t)
	r.Write("a.md", "# A\n")
	head := r.commit("2026-01-01T00:00:00Z", "A", "begin")
	ask := func() string {
		t.Helper()
		repo := r.open("on")
		k := LoadKept(repo, head)
		h := openHistory(t, repo, "")
		update(t, h)
		p, err := k.Ask(t.Context(), h, "a.md", "")
		if err != nil || k.Save(t.Context(), h) != nil {
			t.Fatal(err)
		}
		return p.Author
	}
	before := ask()
	if err := os.WriteFile(filepath.Join(r.open("on").Root, ".mailmap"), []byte("Ann Writer <a@example.com>\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if got := []string{before, ask(), ask()}; got[0] != "A" || got[1] != "Ann Writer" || got[2] != "Ann Writer" {
		t.Errorf("shown as %q", got)
	}
}

func TestPeopleAreToldApartByAddressAndName(t *testing.T) {
	day := func(n int) time.Time { return time.Date(2026, 1, n, 0, 0, 0, 0, time.UTC) }
	var c census
	for i, who := range []person{{"Ann", "ann@home"}, {"A. Writer", "ANN@home"}, {"Bob", "bob@x"}, {"a. writer", "ann@work"}, {"", "bob@x"}, {"Bob", ""}, {"", ""}, {"Cy", "cy@x"}} {
		c.add(Signature{who.name, who.email, day(i + 1)})
	}
	var got []string
	for _, a := range c.list() {
		got = append(got, fmt.Sprintf("%s <%s> %d, %d to %d", a.Name, a.Email, a.Commits, a.First.Day(), a.Last.Day()))
	}
	diff(t, "people", got, []string{"Bob <> 3, 3 to 6", "a. writer <ann@work> 3, 1 to 4", " <> 1, 7 to 7", "Cy <cy@x> 1, 8 to 8"})
}

func FuzzMailmap(f *testing.F) {
	f.Add("Ann <a@x> Old <b@x>\n# no\n<c@x> <d@x>\n", "Old", "b@x")
	f.Fuzz(func(t *testing.T, text, name, email string) {
		m := mailmap{people: parseMailmap(text)}
		shown := m.show(Signature{Name: name, Email: email})
		for _, part := range [][2]string{{shown.Name, name}, {shown.Email, email}} {
			if part[0] != part[1] && !strings.Contains(text, part[0]) {
				t.Fatalf("%q <%q> is shown as %v, which nobody wrote", name, email, shown)
			}
		}
		if !strings.Contains(text, "<") && (shown.Name != name || shown.Email != email) {
			t.Fatalf("%q <%q> is shown as %v by a file without addresses", name, email, shown)
		}
	})
}
