package statistics

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/9aea2451/kb/text/wording"
)

// Search is one search that was recorded.
type Search struct {
	At      time.Time
	Query   string
	Match   string // what found the best hit, "" for nothing
	Latency time.Duration
	Results int
	Opened  int // notes that were opened after it
}

// Searches sums up what was asked.
type Searches struct {
	Total      int     `json:"total"`
	Days       []Day   `json:"days"`        // each of the period, oldest first
	PerDay     float64 `json:"per_day"`     // in the mean
	HitRate    float64 `json:"hit_rate"`    // share that found something: 0–1
	OpenedRate float64 `json:"opened_rate"` // share after which something was opened: 0–1
	Matches    []Bin   `json:"matches"`     // by what found the best hit
	P50        float64 `json:"p50_ms"`      // latency, milliseconds
	P95        float64 `json:"p95_ms"`
	P99        float64 `json:"p99_ms"`
	Empty      []Asked `json:"empty"` // queries that found nothing, the most frequent first: what is missing from the base
}

// Day is how many searches a day saw.
type Day struct {
	Day   string `json:"day"` // ISO 8601, UTC
	Count int    `json:"count"`
}

// Asked is a query.
type Asked struct {
	Query string    `json:"query"`
	Times int       `json:"times"`
	Last  time.Time `json:"last"`
}

// OfSearches sums up searches from a day up to now, with at most top queries that found nothing.
// Latencies are those of the nearest rank.
func OfSearches(searches []Search, from, now time.Time, top int) Searches {
	out := Searches{Total: len(searches), Days: days(searches, from, now), Matches: []Bin{}, Empty: empty(searches, top)}
	if len(searches) == 0 {
		return out
	}
	matches := map[string]int{}
	var latencies []float64
	hits, opened := 0, 0
	for _, s := range searches {
		matches[cmp.Or(s.Match, "nothing")]++
		latencies = append(latencies, float64(s.Latency)/float64(time.Millisecond))
		if s.Results > 0 {
			hits++
		}
		if s.Opened > 0 {
			opened++
		}
	}
	slices.Sort(latencies)
	out.Matches = sorted(matches)
	out.HitRate, out.OpenedRate = share(hits, len(searches)), share(opened, len(searches))
	out.PerDay = share(len(searches), len(out.Days))
	out.P50, out.P95, out.P99 = percentile(latencies, 50), percentile(latencies, 95), percentile(latencies, 99)
	return out
}

// share is a quotient, rounded to a thousandth; what is divided by 0 is divided by 1.
func share(n, of int) float64 { return math.Round(1000*float64(n)/float64(max(of, 1))) / 1000 }

// percentile is the nearest rank: the least value that p percent of all do not exceed.
func percentile(sorted []float64, p float64) float64 {
	rank := int(math.Ceil(p / 100 * float64(len(sorted))))
	return math.Round(100*sorted[max(rank, 1)-1]) / 100
}

// days counts the searches of each day.
func days(searches []Search, from, now time.Time) []Day {
	out := []Day{}
	counts := map[string]int{}
	for _, s := range searches {
		counts[s.At.UTC().Format(time.DateOnly)]++
	}
	for at := from.UTC().Truncate(24 * time.Hour); !at.After(now); at = at.AddDate(0, 0, 1) {
		day := at.Format(time.DateOnly)
		out = append(out, Day{day, counts[day]})
	}
	return out
}

// empty lists the queries that found nothing. Case and spacing do not tell queries apart.
func empty(searches []Search, top int) []Asked {
	asked := map[string]*Asked{}
	for _, s := range searches {
		key := strings.ToLower(wording.OneLine(s.Query))
		if s.Results > 0 || key == "" {
			continue
		}
		if asked[key] == nil {
			asked[key] = &Asked{Query: key}
		}
		asked[key].Times++
		if s.At.After(asked[key].Last) {
			asked[key].Last = s.At
		}
	}
	out := []Asked{}
	for _, a := range asked {
		out = append(out, *a)
	}
	slices.SortFunc(out, func(a, b Asked) int {
		return cmp.Or(b.Times-a.Times, b.Last.Compare(a.Last), strings.Compare(a.Query, b.Query))
	})
	return out[:min(top, len(out))]
}
