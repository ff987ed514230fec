package picture

import (
	"bytes"
	"encoding/xml"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/9aea2451/kb/kb/timeline"
)

func TestTimelineIsWellFormedAndInert(t *testing.T) {
	c := timeline.Counts{Added: 3, Changed: 2, Superseded: 1, Removed: 1}
	kinds := []timeline.KindCounts{{Kind: "decision", Counts: c}, {Kind: `"><script>`, Counts: timeline.Counts{Added: 700}}}
	p := Timeline{By: "month", Kinds: kinds, Note: "<b>\x1b[31m", Periods: []timeline.Period{
		{Name: "2026-01", Start: time.Unix(0, 0), Counts: timeline.Counts{Added: 703, Changed: 2, Superseded: 1, Removed: 1}, Kinds: kinds},
		{Name: "2026-02"},
	}}
	svg := p.SVG()
	if !bytes.Equal(svg, p.SVG()) {
		t.Error("two pictures of one timeline differ")
	}
	rects := map[string]int{}
	text := ""
	d := xml.NewDecoder(bytes.NewReader(svg))
	for {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		switch e := token.(type) {
		case xml.StartElement:
			if e.Name.Local == "script" {
				t.Error("a kind became a script")
			}
			if e.Name.Local == "rect" {
				rects[e.Attr[0].Value]++
			}
		case xml.CharData:
			text += string(e)
		}
	}
	if rects["added"] != 4 || rects["changed"] != 3 || rects["superseded"] != 3 || rects["removed"] != 3 {
		t.Errorf("bars and legend: %v", rects)
	}
	for _, want := range []string{"2026-01: 703 added, 2 changed, 1 superseded, 1 removed", "2026-01: 3 added, 2 changed", "all notes",
		"decision", "2026-02"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing", want)
		}
	}
	if empty := string((&Timeline{By: "year"}).SVG()); !strings.Contains(empty, "nothing happened") {
		t.Error(empty)
	}
}

func TestTick(t *testing.T) {
	for greatest, want := range map[int]int{1: 1, 5: 1, 6: 2, 10: 2, 11: 5, 26: 10, 703: 200, 5001: 2000} {
		if got := tick(greatest); got != want {
			t.Errorf("%d: lines every %d, want %d", greatest, got, want)
		}
	}
}
