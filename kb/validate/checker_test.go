package validate

import (
	"reflect"
	"sync"
	"testing"

	"github.com/9aea2451/kb/contradict/read"
)

// A checker that is kept answers many at once, and as a new one does.
func TestCheckerIsShared(t *testing.T) {
	s := stated(map[string]string{
		"a.md": "# S\n\nA user session must expire after 30 minutes.\n",
		"b.md": "# T\n\nThe queue holds 20 jobs of every tenant.\n",
	})
	c := NewChecker(s, keepingDay())
	var group sync.WaitGroup
	for _, text := range []string{"A user session must expire after 45 minutes.", "The queue holds 20 jobs of every tenant.",
		"The door is green."} {
		group.Go(func() {
			said := []*read.Parsed{read.Parse(read.Statement{Text: text})}
			want := NewChecker(s, keepingDay()).Check(said)
			for range 20 {
				if got := c.Check(said); !reflect.DeepEqual(got, want) {
					t.Errorf("%q: %+v, not %+v", text, got, want)
				}
			}
		})
	}
	group.Wait()
}
