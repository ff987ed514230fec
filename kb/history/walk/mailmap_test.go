package walk

import (
	"fmt"
	"strings"
	"testing"

	"github.com/9aea2451/kb/kb/gittest"
)

// TestMailmapIsThatOfGit holds who is shown to what git check-mailmap says.
func TestMailmapIsThatOfGit(t *testing.T) {
	r := gittest.New(t)
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
	m := ReadMailmap(openRepo(t, r))
	if m.Sum == "" {
		t.Fatal("the file was not read")
	}
	for _, who := range []string{
		"A <ann@home.example>", "A <ANN@home.example>", "bob <bob@work.example>", "C <shared@example.org>", "c <shared@example.org>",
		"D. Reader <shared@example.org>",
		"X <shared@example.org>", "o <only@example.org>", "Nobody <nobody@example.org>", "A <ann@old.example>", "half <half>", "Z <>",
	} {
		name, email, _ := strings.Cut(strings.TrimSuffix(who, ">"), " <")
		shown := m.Show(Signature{Name: name, Email: email})
		got := fmt.Sprintf("%s <%s>", shown.Name, shown.Email)
		if want := strings.TrimSpace(r.Git("check-mailmap", who)); got != want {
			t.Errorf("%s is shown as %s, by git as %s", who, got, want)
		}
	}
}

// A program stays one, whatever a change that it makes says of it.
func TestMailmapHidesNoProgram(t *testing.T) {
	m := Mailmap{people: parseMailmap("Ann Writer <ann@example.org> <dependabot[bot]@users.noreply.github.com>\n")}
	bot := Signature{Name: "dependabot[bot]", Email: "dependabot[bot]@users.noreply.github.com"}
	if got := m.Show(bot); got != bot {
		t.Errorf("a program is shown as %v", got)
	}
}

func FuzzMailmap(f *testing.F) {
	f.Add("Ann <a@x> Old <b@x>\n# no\n<c@x> <d@x>\n", "Old", "b@x")
	f.Fuzz(func(t *testing.T, text, name, email string) {
		m := Mailmap{people: parseMailmap(text)}
		shown := m.Show(Signature{Name: name, Email: email})
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
