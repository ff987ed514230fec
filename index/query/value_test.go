package query

import "testing"

func TestValueErrors(t *testing.T) {
	for want, e := range map[string]ValueError{
		`after: not a date: "some day"`:                {Field: "after", Value: "some day"},
		`before: not a date: "x"`:                      {Field: "before", Value: "x", Values: []string{"y"}},
		`confidence: not a number from 0 to 1: "high"`: {Field: "confidence", Value: "high"},
		`no needs review is called "maybe"`:            {Field: "needs-review", Value: "maybe", Values: []string{"true", "false"}},
	} {
		if got := e.Error(); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
