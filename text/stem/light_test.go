package stem

import (
	"strings"
	"testing"
)

// Inflections of a word share its stem; other words that begin alike do not.
func TestLight(t *testing.T) {
	for want, list := range map[string]string{
		"sign":      "sign signs signed signing",
		"retry":     "retry retries retried",
		"class":     "class classes",
		"stop":      "stop stops stopped stopping",
		"cach":      "cache caches cached caching",
		"status":    "status",
		"analysis":  "analysis",
		"automatic": "automatic automatically",
		"specific":  "specific specifically",
		"typical":   "typical typically",
		"usual":     "usual usually",
		"local":     "local locally",
		"quick":     "quickly quick",
		"full":      "full fully",
		"temporary": "temporary temporarily",
		"easy":      "easy easily",
		"tie":       "ties",
		"only":      "only",
		"apply":     "apply applies applied applying",
		"supply":    "supply supplies supplied supplying",
		"multiply":  "multiply multiplies multiplied multiplying",
		"comply":    "comply complies complied complying",
		"rely":      "rely relies relied relying",
		"reply":     "reply replies replied replying",
		"daily":     "daily",
		"month":     "month months monthly",
		"process":   "process processes processed processing",
		"call":      "call calls called calling",
		"instal":    "installed installing",
		"thing":     "thing things",
		"string":    "string",
		"accord":    "accordingly accorded",
		"repeat":    "repeatedly repeat",
		"fly":       "fly",
		"über":      "über",
		"v2s":       "v2s",
		"log":       "log",
		"tre":       "tree trees",
		"us3":       "us3",
		"bus":       "bus",
		"red":       "red",
		"shed":      "shed",
		"family":    "family families",
	} {
		for _, word := range strings.Fields(list) {
			if got := Light(word); got != want {
				t.Errorf("the stem of %q is %q, want %q", word, got, want)
			}
		}
	}
}
