// Package survey sums up the base as a whole: categories, stats, stale, timeline.
package survey
