package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/9aea2451/kb/contradict/facts/slip"
	"github.com/9aea2451/kb/text/edition"
)

// mostRows bounds what the uncorrected names of one repository weigh together, in rows.
const mostRows = 300

// namesFit prints the weights of a logistic regression on the rows, and the share of the corrections that it finds likely
// from some probabilities on, with weights of other repositories: six folds. What people leave uncorrected may be wrong
// all the same, so the shipped weights are these, scaled by rows that were read.
func (l *lab) namesFit(repos []repository) error {
	rows, err := l.nameRows(repos)
	if err != nil || len(rows) == 0 {
		return cmp.Or(err, errors.New("no rows: lab names makes them"))
	}
	const folds = 6
	w, err := logistic(rows)
	if err != nil {
		return err
	}
	for i, term := range slip.Terms {
		fmt.Fprintf(l.out, "%-16s %6.2f\n", term, w[i])
	}
	fold := func(r *nameRow) byte { return hash(r.Repo)[0] % folds }
	var likely []float64
	for k := range byte(folds) {
		w, err := logistic(slices.DeleteFunc(slices.Clone(rows), func(r *nameRow) bool { return fold(r) == k }))
		if err != nil {
			return err
		}
		for _, r := range rows {
			if r.Corrected && fold(r) == k {
				likely = append(likely, sigmoid(r.Features, w))
			}
		}
	}
	for _, p := range []float64{0.5, 0.4, 0.3, 0.2, 0.1} {
		n := 0
		for _, q := range likely {
			if q >= p {
				n++
			}
		}
		fmt.Fprintf(l.out, "from %.1f on %d of %d corrections\n", p, n, len(likely))
	}
	return nil
}

// nameRows reads the rows of some repositories, without those of older versions and of translations.
func (l *lab) nameRows(repos []repository) (rows []*nameRow, err error) {
	f, err := os.Open(l.namesFile())
	if err != nil {
		return nil, err
	}
	defer f.Close()
	paths, known := map[string][]string{}, map[string]bool{}
	for in := json.NewDecoder(bufio.NewReader(f)); in.More(); {
		r := &nameRow{}
		if err := in.Decode(r); err != nil {
			return nil, err
		}
		key := fmt.Sprint(r.Repo, "\x00", r.Path, "\x00", r.Said, "\x00", r.Meant, r.Corrected)
		wanted := slices.ContainsFunc(repos, func(of repository) bool { return of.Name == r.Repo })
		if wanted && !r.New && !known[key] && len(r.Features) == len(slip.Terms) {
			known[key] = true // a correction may be found by its commit, and between two states
			rows = append(rows, r)
			paths[r.Repo] = append(paths[r.Repo], r.Path)
		}
	}
	trees := map[string]*edition.Tree{}
	for repo, list := range paths {
		slices.Sort(list)
		trees[repo] = edition.In(slices.Compact(list))
	}
	return slices.DeleteFunc(rows, func(r *nameRow) bool {
		_, e := trees[r.Repo].Of(r.Path)
		return trees[r.Repo].Old(r.Path) || e.Language != "" && e.Code() != "en"
	}), nil
}

func sigmoid(x, w []float64) float64 {
	sum := 0.0
	for i := range x {
		sum += x[i] * w[i]
	}
	return 1 / (1 + math.Exp(-sum))
}

// logistic returns the weights of a logistic regression with a penalty on their squares, by Newton's steps.
func logistic(rows []*nameRow) ([]float64, error) {
	const penalty, steps = 3.0, 40
	uncorrected := map[string]float64{}
	for _, r := range rows {
		if !r.Corrected {
			uncorrected[r.Repo]++
		}
	}
	n := len(slip.Terms)
	w := make([]float64, n)
	for range steps {
		gradient, hessian := mat.NewVecDense(n, nil), mat.NewSymDense(n, nil)
		for i := range n {
			p := penalty
			if i == 0 {
				p = 1e-9
			}
			gradient.SetVec(i, -p*w[i])
			hessian.SetSym(i, i, p)
		}
		for _, r := range rows {
			counts, is := 1.0, 1.0
			if !r.Corrected {
				counts, is = min(1, mostRows/uncorrected[r.Repo]), 0
			}
			x, p := mat.NewVecDense(n, r.Features), sigmoid(r.Features, w)
			gradient.AddScaledVec(gradient, counts*(is-p), x)
			hessian.SymRankOne(hessian, counts*p*(1-p), x)
		}
		var chol mat.Cholesky
		var step mat.VecDense
		if !chol.Factorize(hessian) {
			return nil, errors.New("the features depend on each other")
		}
		if err := chol.SolveVecTo(&step, gradient); err != nil {
			return nil, err
		}
		for i := range w {
			w[i] += step.AtVec(i)
		}
		if mat.Norm(&step, math.Inf(1)) < 1e-6 {
			break
		}
	}
	return w, nil
}
