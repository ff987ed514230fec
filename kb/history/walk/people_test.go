package walk

import "testing"

// Who has an address or a name in common is one person, in whatever order they are met.
func TestPeople(t *testing.T) {
	var p People
	ann, work, home := Signature{Name: "Ann", Email: "ann@work.example"}, Signature{Name: "A. Author", Email: "ann@home.example"},
		Signature{Name: "ann", Email: "ANN@home.example"}
	bo, nameless, addressless, nobody := Signature{Name: "Bo", Email: "bo@example.org"}, Signature{Email: "bo@example.org"},
		Signature{Name: "Cy"}, Signature{}
	all := []Signature{bo, ann, work, addressless, nobody, home, nameless}
	for _, s := range all {
		p.Add(s)
	}
	same := func(a, b Signature) bool { return p.Of(a) == p.Of(b) }
	for _, group := range [][]Signature{{ann, work, home, {Email: "ann@work.example"}, {Name: "Ann", Email: "ann@work.example"}},
		{bo, nameless}, {addressless}, {nobody}} {
		for _, s := range group {
			if !same(s, group[0]) {
				t.Errorf("%+v and %+v are two people", s, group[0])
			}
		}
		for _, other := range all {
			inGroup := false
			for _, s := range group {
				inGroup = inGroup || s == other
			}
			if !inGroup && same(other, group[0]) {
				t.Errorf("%+v and %+v are one person", other, group[0])
			}
		}
	}
	if p.Of(bo) != 0 || p.Of(home) != 1 {
		t.Errorf("a person has the number of the first: %d, %d", p.Of(bo), p.Of(home))
	}
	// A chain of names and addresses joins at its end.
	var chain People
	for _, s := range []Signature{{Name: "a", Email: "1"}, {Name: "c", Email: "3"}, {Name: "b", Email: "2"}, {Name: "a", Email: "2"},
		{Name: "b", Email: "3"}} {
		chain.Add(s)
	}
	for _, s := range []Signature{{Name: "c", Email: "3"}, {Name: "b", Email: "2"}, {Name: "b", Email: "3"}} {
		if chain.Of(s) != 0 {
			t.Errorf("%+v is %d", s, chain.Of(s))
		}
	}
	for who, want := range map[[2]string]bool{{"Ann", "copilot@github.com"}: true, {"Ann",
		"12+copilot@users.noreply.github.com"}: true, {"Ann", "copilot@example.org"}: false,
		{"Ann", "12+copilot@github.com"}: false, {"Ann", "ann@github.com"}: false} {
		if got := Agent(who[0], who[1]); got != want {
			t.Errorf("%q is an agent: %v", who, got)
		}
	}
}
