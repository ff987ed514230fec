package base

import (
	"fmt"
	"slices"
	"testing"

	"github.com/9aea2451/kb/contradict/judge"
	"github.com/9aea2451/kb/contradict/read"
)

// Of more statements than are judged in one turn, what each turn finds is told.
func TestFoundSoFar(t *testing.T) {
	var statements []*read.Parsed
	say := func(text string) {
		document := fmt.Sprintf("doc%d.md", len(statements))
		statements = append(statements, read.Parse(read.Statement{Text: text, Document: document}))
	}
	say("The importer must close idle connections after 5 minutes.")
	say("The importer must close idle connections after 30 seconds.")
	for i := range inTurn {
		say(fmt.Sprintf("Part%d is q%d.", i, i))
	}
	say("The gateway MUST keep audit records for 90 days.")
	say("The gateway MUST keep audit records for 7 days.")
	b := New(statements)
	var told []int
	b.Found = func(p Part) { told = append(told, len(p.Conflicts), len(p.Pending)) }
	if all := b.All(judge.Reject); len(all) != 2 || !slices.Equal(told, []int{1, 4, 1, 0}) {
		t.Errorf("%d pairs, told %v", len(all), told)
	}
}
