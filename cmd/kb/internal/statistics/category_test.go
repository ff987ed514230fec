package statistics

import (
	"testing"
	"time"
)

// Where no note has a category there is nothing to count by.
func TestNoCategories(t *testing.T) {
	if got := OfNotes([]Note{{Path: "a.md"}}, time.Time{}, 1).Category; got == nil || len(got) != 0 {
		t.Errorf("%v", got)
	}
	if got := OfNotes([]Note{{Path: "a.md"}, {Path: "b.md", Category: "api"}}, time.Time{}, 1).Category; len(got) != 2 {
		t.Errorf("%v", got)
	}
}
