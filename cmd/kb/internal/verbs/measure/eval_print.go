package measure

import (
	"maps"
	"slices"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/evaluate"
	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/text/wording"
)

// printEvaluation writes the table.
func printEvaluation(a *app.App, ev *Evaluation, details bool) {
	a.Printf("%s, model %s\n\n", wording.Count(ev.Queries, "query"), orNone(ev.Model))
	a.Printf("%-26s %7s %7s %7s %6s %6s %6s %6s %7s %7s  %s\n", "", "nDCG@10", "MAP", "MRR@10", "R@1", "R@5", "R@10", "R@20",
		"p50 ms", "p95 ms", "nDCG@10 against keyword")
	for _, conf := range ev.Configurations {
		printSummary(a, conf.Name, conf.All)
		for _, name := range slices.Sorted(maps.Keys(conf.Categories)) {
			printSummary(a, "  "+report.CleanLine(name), conf.Categories[name])
		}
	}
	if !details {
		return
	}
	for _, conf := range ev.Configurations {
		a.Printf("\n%s\n", conf.Name)
		for _, r := range conf.Results {
			a.Printf("  %.4f %s → %s\n", r.NDCG, report.CleanLine(r.ID), orNone(report.CleanLine(r.First)))
		}
	}
}

// orNone writes "none" for "".
func orNone(s string) string {
	if s == "" {
		return "none"
	}
	return s
}

// printSummary writes a row of the table, and below it what only some queries can say: how many are
// judged, stale paths, evidence.
func printSummary(a *app.App, name string, s evaluate.Summary) {
	a.Printf("%-26.26s %7.4f %7.4f %7.4f %6.3f %6.3f %6.3f %6.3f %7.1f %7.1f", name, s.NDCG, s.MAP, s.MRR, s.Recall.At1,
		s.Recall.At5, s.Recall.At10, s.Recall.At20, s.P50, s.P95)
	if s.Against != nil {
		a.Printf("  %+.4f [%+.4f, %+.4f]", s.Against.Mean, s.Against.Low, s.Against.High)
	}
	a.Printf("\n")
	if s.Judged < s.Queries {
		a.Printf("%-26s of %d queries %d have something relevant\n", "", s.Queries, s.Judged)
	}
	if s.CurrentFirst != nil {
		a.Printf("%-26s current above stale %.3f\n", "", *s.CurrentFirst)
	}
	if s.Evidence != nil {
		a.Printf("%-26s evidence in 500/1000/2000 words %.3f %.3f %.3f\n", "", s.Evidence.At500, s.Evidence.At1000, s.Evidence.At2000)
	}
}
