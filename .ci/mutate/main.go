// Mutate changes one operator of the program at a time and asks whether the tests of the operator's
// own package notice.
//
// It picks lines of code evenly at random, and one of the operators on each: of arithmetic,
// comparison and logic, negations, true and false, break and continue. With -literals whole numbers
// change by one as well; most that survive then are limits and capacities on which no answer
// depends. The working tree is not written to: the changed file is laid over the real one for the compiler alone.
//
// Limitations: what does not compile is drawn again; what cannot be told from the original counts
// as survived. A mutant does with the rights of whoever runs it what the program never would: the
// tests get a home and a folder for temporary files of their own, and no more. Run it in a
// container, not as root on a machine that matters.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"time"
)

type options struct {
	seed    uint64
	count   int
	floor   float64 // percent
	pattern string  // of packages, or several
	numbers bool    // whole numbers are changed, too
}

// main exits with 1 when fewer mutants were killed than -floor says, with 2 when the run fails.
func main() {
	var o options
	flag.Uint64Var(&o.seed, "seed", uint64(time.Now().Unix()), "what the choice of places is derived from")
	flag.IntVar(&o.count, "count", 40, "how many mutants to try")
	flag.Float64Var(&o.floor, "floor", 0, "exit 1 below this percentage of killed mutants")
	flag.StringVar(&o.pattern, "pkg", "./...", "whose code is changed: package patterns of the go command, with blanks between them")
	flag.BoolVar(&o.numbers, "literals", false, "change whole numbers as well as operators")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	share, err := run(ctx, o)
	stop()
	switch {
	case err != nil:
		fmt.Fprintln(os.Stderr, "mutate:", err)
		os.Exit(2)
	case share < o.floor:
		fmt.Fprintf(os.Stderr, "mutate: %.1f %% killed, fewer than %.1f %%\n", share, o.floor)
		os.Exit(1)
	}
}

// run tries mutants and returns the share that was killed, in percent.
func run(ctx context.Context, o options) (float64, error) {
	lines, err := readLines(ctx, o.pattern)
	if err != nil {
		return 0, err
	}
	if !o.numbers {
		lines = withoutNumbers(lines)
	}
	r, err := newRunner(ctx)
	if err != nil {
		return 0, err
	}
	defer r.close()
	tried, killed := 0, 0
	for m := range choose(lines, o.seed) {
		if tried == o.count {
			break
		}
		start := time.Now()
		verdict, err := r.try(ctx, m)
		if ctx.Err() != nil {
			return 0, ctx.Err()
		}
		if errors.Is(err, errDoesNotCompile) {
			continue
		}
		if err != nil {
			return 0, err
		}
		tried++
		if verdict != "survived" {
			killed++
		}
		fmt.Printf("%-9s %s (%s)\n", verdict, m, time.Since(start).Round(100*time.Millisecond))
	}
	if tried == 0 {
		return 0, errors.New("no operator to change in " + o.pattern)
	}
	share := 100 * float64(killed) / float64(tried)
	fmt.Printf("%d of %d killed (%.1f %%), seed %d, among %d lines with operators\n", killed, tried, share, o.seed, len(lines))
	return share, nil
}
