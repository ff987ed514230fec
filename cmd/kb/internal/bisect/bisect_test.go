package bisect

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"pgregory.net/rapid"
)

// graph is a history: the parents of each commit, by number.
type graph [][]int

func id(n int) string { return fmt.Sprint(n) }

func number(id string) (n int) {
	fmt.Sscan(id, &n)
	return n
}

func (g graph) Parents(_ context.Context, commit string) ([]string, error) {
	var out []string
	for _, p := range g[number(commit)] {
		out = append(out, id(p))
	}
	return out, nil
}

// reaches tells whether a commit is another or descends from it.
func (g graph) reaches(from, to int) bool {
	if from == to {
		return true
	}
	for _, p := range g[from] {
		if g.reaches(p, to) {
			return true
		}
	}
	return false
}

func (g graph) Branch(_ context.Context, commit, other string) ([]string, error) {
	at := number(commit)
	out := []string{commit}
	for other == "" || !g.reaches(number(other), at) {
		if len(g[at]) == 0 {
			break
		}
		at = g[at][0]
		out = append(out, id(at))
	}
	return out, nil
}

// The commit that is found is the one after which all have the state, however branches and merges
// lie about it.
func TestFindsTheCommit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := graph{nil}
		for n := 1; n < rapid.IntRange(2, 40).Draw(t, "commits"); n++ {
			parents := []int{n - 1 - rapid.IntRange(0, min(3, n-1)).Draw(t, "back")}
			if rapid.IntRange(0, 3).Draw(t, "merge") == 0 {
				if other := rapid.IntRange(0, n-1).Draw(t, "other"); other != parents[0] {
					parents = append(parents, other)
				}
			}
			g = append(g, parents)
		}
		tip := len(g) - 1
		var reached []int
		for n := 1; n <= tip; n++ {
			if g.reaches(tip, n) {
				reached = append(reached, n)
			}
		}
		culprit := rapid.SampledFrom(reached).Draw(t, "culprit")
		asked := map[string]int{}
		probe := func(_ context.Context, commit string) (bool, error) {
			asked[commit]++
			return g.reaches(number(commit), culprit), nil
		}
		for _, good := range []string{"", "0"} {
			r, err := Run(context.Background(), g, probe, id(tip), good)
			if err != nil {
				t.Fatalf("good %q: %v", good, err)
			}
			if r.Commit != id(culprit) {
				t.Fatalf("good %q: found %s, want %d in %v", good, r.Commit, culprit, g)
			}
		}
		for commit, times := range asked {
			if times > 2 { // once in each run
				t.Fatalf("%s was asked %d times", commit, times)
			}
		}
	})
}

func TestNothingToFind(t *testing.T) {
	g := graph{nil, {0}, {1}, {2}}
	same := func(context.Context, string) (bool, error) { return true, nil }
	if _, err := Run(context.Background(), g, same, "3", "0"); !errors.Is(err, ErrSame) {
		t.Errorf("with both ends: %v", err)
	}
	if _, err := Run(context.Background(), g, same, "3", ""); !errors.Is(err, ErrNever) {
		t.Errorf("without: %v", err)
	}
	broken := errors.New("broken")
	if _, err := Run(context.Background(), g, func(context.Context, string) (bool, error) { return false, broken }, "3", ""); !errors.Is(
		err,
		broken,
	) {
		t.Errorf("a probe that fails: %v", err)
	}
}

// A long history is looked at in few places.
func TestAsksFew(t *testing.T) {
	g := graph{nil}
	for n := 1; n < 1000; n++ {
		g = append(g, []int{n - 1})
	}
	asked := 0
	probe := func(_ context.Context, commit string) (bool, error) {
		asked++
		return number(commit) >= 600, nil
	}
	r, err := Run(context.Background(), g, probe, "999", "")
	if err != nil || r.Commit != "600" || r.Parent != "599" {
		t.Fatalf("%+v, %v", r, err)
	}
	if asked > 22 {
		t.Errorf("%d commits asked", asked)
	}
}
