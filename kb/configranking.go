package kb

import (
	"slices"
	"strconv"

	"go.yaml.in/yaml/v3"

	"github.com/9aea2451/kb/rank"
)

// maxHalfLife is the greatest half-life in days, a hundred years.
const maxHalfLife = 36500

// Ranking is what the repository says of its ranking, over what is shipped.
func (c *Config) Ranking() rank.Settings {
	s := rank.DefaultSettings()
	if c.ranking != nil {
		s = *c.ranking
	}
	if x, ok := c.Thresholds["min_score"]; ok {
		s.MinScore = x
	}
	if x, ok := c.Thresholds["stale"]; ok {
		s.Stale = x
	}
	return s
}

// readRanking reads {fusion: rrf, vector_words: 0.2, half_life: {gotcha: 30}}.
func (r *configReader) readRanking(value *yaml.Node) {
	if value.Kind != yaml.MappingNode {
		r.warn(value, "expected keys and values such as importance: 0.2")
		return
	}
	set := rank.DefaultSettings()
	r.config.ranking = &set
	for key, n := range r.pairs(value) {
		switch {
		case key.Value == "fusion" && (n.Value == "cc" || n.Value == "rrf"):
			set.Fusion = n.Value
		case key.Value == "fusion":
			r.warn(n, "fusion %q: expected cc or rrf", clip(n.Value))
		case key.Value == "half_life":
			r.halfLives(&set, n)
		default:
			r.weight(&set.Weights, key, n)
		}
	}
}

// weight reads one number of the ranking.
func (r *configReader) weight(w *rank.Weights, key, n *yaml.Node) {
	for _, f := range w.Fields() {
		if f.Name == key.Value {
			if x, ok := r.between(n, key.Value, f.Max); ok {
				*f.Value = x
			}
			return
		}
	}
	r.warn(key, "unknown weight %q%s", clip(key.Value), didYouMean(key.Value, rankingKeys()))
}

// rankingKeys are the keys of the section ranking.
func rankingKeys() []string {
	keys := []string{"fusion", "half_life"}
	w := rank.DefaultWeights()
	for _, f := range w.Fields() {
		keys = append(keys, f.Name)
	}
	return keys
}

// between reads a number from 0 to a greatest one.
func (r *configReader) between(n *yaml.Node, name string, most float64) (float64, bool) {
	x, err := strconv.ParseFloat(n.Value, 64)
	if err != nil || n.Kind != yaml.ScalarNode || !(x >= 0 && x <= most) {
		r.warn(n, "%s: expected a number from 0 to %g", clip(name), most)
		return 0, false
	}
	return x, true
}

// halfLives reads the days in which confidence halves, by type of memory or kind of note.
func (r *configReader) halfLives(set *rank.Settings, value *yaml.Node) {
	if value.Kind != yaml.MappingNode {
		r.warn(value, "expected TYPE: DAYS lines")
		return
	}
	names := append(MemoryTypes(), Kinds()...)
	for key, n := range r.pairs(value) {
		if !slices.Contains(names, key.Value) {
			r.warn(key, "unknown type of memory or kind of note %q%s", clip(key.Value), didYouMean(key.Value, names))
			continue
		}
		if days, ok := r.between(n, key.Value, maxHalfLife); ok {
			if set.HalfLives == nil {
				set.HalfLives = rank.HalfLives{}
			}
			set.HalfLives[key.Value] = days
		}
	}
}
