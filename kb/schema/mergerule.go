package schema

import "github.com/9aea2451/kb/markdown/merge"

// MergeRule tells how two changes of a key are merged.
func MergeRule(key string) merge.KeyRule {
	f, ok := Key(key)
	switch {
	case !ok:
		return merge.Single
	case f.Unordered:
		return merge.Set
	case f.Key == "verified":
		return merge.Checked
	case f.Key == "modified":
		return merge.Latest
	}
	return merge.Single
}
