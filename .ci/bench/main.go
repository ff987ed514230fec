// Bench compares two binaries of kb by what they take for the everyday commands on one repository.
//
// Each has a clone of its own, which it indexes. Then both run every command in turn, the old one
// and the new one, so that what else the machine does meets both alike, and the ratio is taken pair
// by pair. What counts is the processor time of the command and of what it starts; the time that a
// person waits stands beside it.
//
// Limitations: ratios of commands of a few milliseconds wander by some percent: take more runs before
// one is believed. The repository's own hooks and configuration have no say, its size has.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
)

type options struct {
	old, now string  // binaries
	repo     string  // path or URL; each side has a clone of it
	runs     int     // of a command on each side, unless it runs only once
	most     float64 // median ratio of new to old above which a command counts; 0: none counts
}

// main exits with 1 when a command is above -most, and with 2 when the measuring itself fails.
func main() {
	var o options
	flag.StringVar(&o.old, "old", "", "the binary that is compared with")
	flag.StringVar(&o.now, "new", "bin/kb", "the binary that is measured")
	flag.StringVar(&o.repo, "repo", ".", "whose clone the commands run in")
	flag.IntVar(&o.runs, "runs", 9, "how often each binary runs a command")
	flag.Float64Var(&o.most, "most", 0, "exit 1 when a command's median ratio is above this; 0: never")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	above, err := run(ctx, o)
	stop()
	switch {
	case err != nil:
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(2)
	case above > 0:
		fmt.Fprintf(os.Stderr, "bench: %d commands take more than %.2f times what they took\n", above, o.most)
		os.Exit(1)
	}
}

// run measures everything, prints a line each, and tells how many commands are above the most.
func run(ctx context.Context, o options) (above int, err error) {
	if o.old == "" || o.runs < 1 {
		return 0, errors.New("say what to compare with: -old BINARY, and -runs from 1 on")
	}
	dir, err := os.MkdirTemp("", "kb-bench-")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir)
	var two [2]*side
	for i, kb := range []string{o.old, o.now} {
		if two[i], err = newSide(ctx, kb, o.repo, filepath.Join(dir, []string{"old", "new"}[i])); err != nil {
			return 0, err
		}
	}
	fmt.Printf("%-18s %28s %28s   %s\n", "", "old: cpu, wall (ms)", "new: cpu, wall (ms)", "new/old cpu: median (least-most)")
	for _, c := range commands() {
		runs := o.runs
		if c.once {
			runs = 1
		}
		var took [2][]cost
		for range runs {
			for i, s := range two {
				t, err := s.run(ctx, c)
				if err != nil {
					return above, fmt.Errorf("%s: %w", c.name, err)
				}
				took[i] = append(took[i], t)
			}
		}
		r := ratios(took[0], took[1])
		fmt.Printf("%-18s %28s %28s   %.2f (%.2f-%.2f)\n", c.name, middle(took[0]), middle(took[1]), median(r), r[0], r[len(r)-1])
		if o.most > 0 && !c.once && median(r) > o.most {
			above++
		}
	}
	return above, nil
}
