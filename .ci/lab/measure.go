package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
)

// scores are nDCG@10 by repository and id of the query; of a query for a section, whose page was found, 1 or 0.
type scores map[string]map[string]float64

// ask runs kb in the copy of a repository and decodes what it says as JSON.
func (l *lab) ask(ctx context.Context, r *repository, into any, args ...string) error {
	dir := filepath.Join(l.data, "copies", r.dir())
	if l.conf != "" {
		b, err := os.ReadFile(l.conf)
		if err != nil {
			return err
		}
		file := filepath.Join(dir, ".memory", "kb.yaml")
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, b, 0o644)); err != nil {
			return err
		}
		defer func() { _ = os.Remove(file) }()
	}
	cmd := exec.CommandContext(ctx, l.kb, args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "KB_NO_TRACK=1")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	var exit *exec.ExitError
	if err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 1) {
		return fmt.Errorf("%s: kb %s: %w: %s", r.Name, args[0], err, stderr.Bytes())
	}
	return json.Unmarshal(out, &struct{ Data any }{into})
}

// run asks all queries of some repositories.
func (l *lab) run(ctx context.Context, repos []repository, name string) error {
	all := scores{}
	for i := range repos {
		r := &repos[i]
		file := filepath.Join(l.data, "copies", r.dir()+".jsonl")
		if info, err := os.Stat(file); err != nil || info.Size() == 0 {
			continue
		}
		file, err := filepath.Abs(file)
		if err != nil {
			return err
		}
		var answer struct {
			Configurations []struct {
				Results []struct {
					ID   string
					NDCG float64 `json:"ndcg@10"`
					RR   float64 `json:"mrr@10"`
				}
			}
		}
		if err := l.ask(ctx, r, &answer, "eval", file, "--details", "--json"); err != nil {
			fmt.Fprintln(os.Stderr, "lab:", err)
			continue
		}
		all[r.Name] = map[string]float64{}
		for _, q := range answer.Configurations[0].Results {
			switch {
			case !ofSection(q.ID):
				all[r.Name][q.ID] = q.NDCG
			case q.NDCG > 1000*pageAlone:
				all[r.Name][q.ID] = 1 // the section is shown
			case q.RR > 0:
				all[r.Name][q.ID] = 0 // its page is found
			}
		}
	}
	b, err := json.Marshal(all)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Join(l.data, "runs"), 0o755); err != nil {
		return err
	}
	return os.WriteFile(l.kept(name), b, 0o644)
}

// kept returns where a run is kept.
func (l *lab) kept(name string) string {
	if l.held {
		name += ".held"
	}
	return filepath.Join(l.data, "runs", name+".json")
}

// category returns the kind of a query, of one for a section with what it was made of.
func category(id string) string {
	kind, rest, ok := strings.Cut(id, "-")
	if !ok {
		return "people"
	}
	if of, _, more := strings.Cut(rest, "-"); more {
		return kind + " of " + of
	}
	return kind
}

// ofSection reports whether a query asks for a section.
func ofSection(id string) bool { return strings.HasPrefix(id, "section-") }

// pageAlone is the gain of a page of which another section is shown than the one that is asked for.
const pageAlone = 1e-6

// table prints the means over repositories of their means over queries, and of later runs the difference
// to the first with its interval.
func (l *lab) table(repos []repository, names []string) error {
	runs := make([]scores, len(names))
	for i, name := range names {
		b, err := os.ReadFile(l.kept(name))
		if err != nil {
			return err
		}
		if err := json.Unmarshal(b, &runs[i]); err != nil {
			return err
		}
	}
	repos = slices.DeleteFunc(repos, func(r repository) bool {
		return slices.ContainsFunc(runs, func(s scores) bool { return len(s[r.Name]) == 0 })
	})
	rows := map[string]func(r *repository, id string) bool{
		"~ all but sections": func(_ *repository, id string) bool { return !ofSection(id) },
	}
	for _, r := range repos {
		rows["of "+r.Kind] = func(o *repository, id string) bool { return o.Kind == r.Kind && !ofSection(id) }
		for id := range runs[0][r.Name] {
			rows[category(id)] = func(_ *repository, other string) bool { return category(other) == category(id) }
		}
	}
	w := tabwriter.NewWriter(l.out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "\trepositories\tqueries\t%s\n", strings.Join(names, "\t"))
	for _, row := range slices.Sorted(maps.Keys(rows)) {
		var base []float64
		for i, run := range runs {
			means, count := means(repos, runs[0], run, rows[row])
			if i == 0 {
				base = means
				fmt.Fprintf(w, "%s\t%d\t%d\t%.4f", row, len(means), count, mean(means))
				continue
			}
			for k := range means {
				means[k] -= base[k]
			}
			low, high := interval(means)
			fmt.Fprintf(w, "\t%+.4f [%+.4f, %+.4f]", mean(means), low, high)
		}
		fmt.Fprintln(w)
	}
	return w.Flush()
}

// means returns the mean of each repository over the queries of a row that both runs have.
func means(repos []repository, first, run scores, in func(*repository, string) bool) (out []float64, count int) {
	for i := range repos {
		sum, n := 0.0, 0
		for id := range first[repos[i].Name] {
			if score, ok := run[repos[i].Name][id]; ok && in(&repos[i], id) {
				sum, n = sum+score, n+1
			}
		}
		if n > 0 {
			out, count = append(out, sum/float64(n)), count+n
		}
	}
	return out, count
}

func mean(list []float64) float64 {
	sum := 0.0
	for _, x := range list {
		sum += x
	}
	return sum / float64(max(len(list), 1))
}

// interval returns the 95 % bootstrap interval of a mean over repositories (Efron 1979).
func interval(list []float64) (low, high float64) {
	random := rand.New(rand.NewPCG(1, 2))
	samples := make([]float64, 2000)
	for i := range samples {
		for range list {
			samples[i] += list[random.IntN(len(list))] / float64(len(list))
		}
	}
	slices.Sort(samples)
	return samples[len(samples)/40], samples[len(samples)-len(samples)/40-1]
}
