package report

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

type inner struct {
	Tags  []string       `json:"tags"`
	Extra map[string]any `json:"extra"`
}

type answer struct {
	Hits []inner   `json:"hits"`
	None []inner   `json:"none"`
	Left []string  `json:"left,omitempty"`
	Ptr  *inner    `json:"ptr"`
	Nil  *inner    `json:"nil"`
	When time.Time `json:"when"`
	kept int
}

func TestJSON(t *testing.T) {
	data := &answer{
		Hits: []inner{{Extra: map[string]any{"nan": math.NaN(), "inf": []any{math.Inf(-1)}, "half": 0.5, "null": nil}}},
		Ptr:  &inner{},
		When: time.Date(2026, 5, 4, 0, 0, 0, 0, time.UTC),
		kept: 1,
	}
	var b bytes.Buffer
	if err := JSON(&b, data); err != nil {
		t.Fatal(err)
	}
	want := `{
  "schema_version": 1,
  "data": {
    "hits": [
      {
        "tags": [],
        "extra": {
          "half": 0.5,
          "inf": [
            "-Inf"
          ],
          "nan": "NaN",
          "null": null
        }
      }
    ],
    "none": [],
    "ptr": {
      "tags": [],
      "extra": {}
    },
    "nil": null,
    "when": "2026-05-04T00:00:00Z"
  }
}
`
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Error(diff)
	}
	if data.Hits[0].Tags != nil {
		t.Error("the caller's data was changed")
	}
}

func TestJSONEscapesWhatHarmsATerminal(t *testing.T) {
	in := "a\x1b[1m\u009bx\x7f\u202e<b>&\u2028\uFFFD"
	var b bytes.Buffer
	if err := JSON(&b, in); err != nil {
		t.Fatal(err)
	}
	if s := strings.TrimSuffix(b.String(), "\n"); strings.ContainsAny(s, "\x1b\x7f\u009b\u202e\u2028") || !strings.Contains(s, "<b>&") {
		t.Errorf("got %q", s)
	}
	var back struct{ Data string }
	if err := json.Unmarshal(b.Bytes(), &back); err != nil || back.Data != in {
		t.Errorf("read back %q, %v", back.Data, err)
	}
}

func TestJSONFails(t *testing.T) {
	if err := JSON(&bytes.Buffer{}, func() {}); err == nil {
		t.Error("a function was encoded")
	}
	if err := JSON(closed{}, 1); !errors.Is(err, errClosed) {
		t.Errorf("got %v", err)
	}
}

var errClosed = errors.New("closed")

type closed struct{}

func (closed) Write([]byte) (int, error) { return 0, errClosed }
