package measure

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/rank"
)

// What is written is what is read, and all other lines stay.
func TestTuningIsWrittenBesideWhatStands(t *testing.T) {
	for name, text := range map[string]string{
		"none":  "",
		"other": "# ours\nexclude: [drafts/]",
		"section": "ranking:\n    # measured in May\n    note: 0.4 # of the whole note\n    half_life: {gotcha: 30}\n\nrules:\n  - " +
			"{rule: broken-link, severity: off}\n",
		"same":  "ranking:\n  note: 0.5\n  fusion: cc\n",
		"types": "ranking:\n  half_life:\n    gotcha: 30\n    doc: 0\n",
	} {
		w := rank.DefaultWeights()
		w.Note, w.Head = 0.75, 2
		out, err := withRanking(text, "rrf", w)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		config, problems := kb.ParseConfig([]byte(out))
		if got := config.Ranking(); len(problems) > 0 || got.Weights != w || got.Fusion != "rrf" {
			t.Errorf("%s: %v\n%s", name, problems, out)
		}
		for line := range strings.Lines(text) {
			if line = strings.TrimSpace(line); !strings.HasPrefix(line, "note:") && !strings.HasPrefix(line, "fusion:") &&
				!strings.Contains(out, line) {
				t.Errorf("%s: %q is lost in\n%s", name, line, out)
			}
		}
		if name == "section" && (!strings.Contains(out, "    note: 0.75 # of the whole note\n") || len(config.Rules) != 1 ||
			config.Ranking().HalfLives["gotcha"] != 30) {
			t.Errorf("%s", out)
		}
	}
	if _, err := withRanking("ranking: {note: 0.4}\n", "rrf", rank.DefaultWeights()); err == nil {
		t.Error("a section in braces is edited")
	}
}

// Whatever stands in the file, what is written is read again, or nothing is.
func TestTuningOfAnyFile(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(rapid.SampledFrom([]string{
			"ranking:\n", "ranking: {}\n", "  note: 0.3\n", "    note: 0.3\n", "  # a comment\n", "\n", "exclude: [a/]\n",
			"  head: 2 # why\r\n", "- x\n", "  half_life:\n", "    gotcha: 3\n", "ranking", " ",
		}), 0, 8).Draw(t, "lines"), "")
		w := rank.DefaultWeights()
		w.Note = 0.7
		out, err := withRanking(text, "cc", w)
		if err != nil {
			return
		}
		if config, _ := kb.ParseConfig([]byte(out)); config.Ranking().Weights.Note != 0.7 {
			t.Fatalf("%q became %q", text, out)
		}
	})
}
