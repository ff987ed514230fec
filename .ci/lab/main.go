// Lab measures search on many repositories at once. Its data lie outside of the repository.
//
//	lab make   DATA           copies of DATA/clones, some lines cut out, and the queries that these lines make
//	lab run    DATA NAME      kb's answers to all of them, kept as DATA/runs/NAME.json
//	lab table  DATA NAME…     nDCG@10 by kind of repository and of query, each run against the first;
//	                         of sections the share that is shown of the pages that are found
//	lab dump   DATA           what kb says of the first notes of each answer, for lab fit
//	lab fit    DATA           weights of what was dumped, and what they bring on the training repositories
//	lab names  DATA           names that the histories of DATA/clones corrected, and others: DATA/names.jsonl
//	lab names-fit DATA        weights of the model of misspelt names
//
// DATA/repos.tsv has a line a repository: owner/name, kind. DATA/clones/owner+name is a clone of it.
// DATA/questions.jsonl has what people asked: {"repo", "query", "relevant": [paths]}.
//
// A third of the repositories of each kind is held out: those whose names have the lowest hashes. They
// are measured with -held alone, which notes the look in DATA/looks.
package main

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// lab is one run of the program.
type lab struct {
	data string
	kb   string // the binary that is asked
	held bool   // the held-out repositories instead of the others
	conf string // a kb.yaml that holds during the run, "" for none
	only string // the kinds of queries that lab fit learns from, with commas; "" for all
	out  *os.File
}

// repository is a line of repos.tsv.
type repository struct {
	Name, Kind string
	held       bool
}

// dir returns the folder name of a repository.
func (r *repository) dir() string { return strings.ReplaceAll(r.Name, "/", "+") }

func main() {
	l := lab{out: os.Stdout}
	flag.StringVar(&l.kb, "kb", "kb", "the binary to ask")
	flag.BoolVar(&l.held, "held", false, "the repositories that are held out, instead of the others; the look is noted")
	flag.StringVar(&l.conf, "config", "", "a kb.yaml that holds while the queries are asked")
	flag.StringVar(&l.only, "only", "", "the kinds of queries to fit by, such as people,cite")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := l.do(ctx, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "lab:", err)
		os.Exit(2)
	}
}

func (l *lab) do(ctx context.Context, args []string) error {
	if len(args) < 2 {
		return errors.New("usage: lab [flags] make|run|table|dump|fit|names|names-fit DATA [NAME…]")
	}
	l.data = args[1]
	repos, err := l.repositories()
	if err != nil {
		return err
	}
	switch args[0] { // of both sides: nothing is measured
	case "make":
		return l.makeAll(ctx, repos)
	case "names":
		return l.names(ctx, repos)
	}
	repos = slices.DeleteFunc(repos, func(r repository) bool { return r.held != l.held })
	if l.held && args[0] != "table" {
		if err := l.look(args); err != nil {
			return err
		}
	}
	switch {
	case args[0] == "run" && len(args) == 3:
		return l.run(ctx, repos, args[2])
	case args[0] == "table" && len(args) > 2:
		return l.table(repos, args[2:])
	case args[0] == "dump":
		return l.dump(ctx, repos)
	case args[0] == "fit":
		return l.fit(repos)
	case args[0] == "names-fit":
		return l.namesFit(repos)
	}
	return fmt.Errorf("%s: not known, or NAME is missing", args[0])
}

// look notes that the held-out repositories were looked at.
func (l *lab) look(args []string) error {
	f, err := os.OpenFile(filepath.Join(l.data, "looks"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(f, time.Now().Format(time.DateTime), strings.Join(args, " "))
	return errors.Join(err, f.Close())
}

// repositories reads repos.tsv, and which of them are held out.
func (l *lab) repositories() ([]repository, error) {
	b, err := os.ReadFile(filepath.Join(l.data, "repos.tsv"))
	if err != nil {
		return nil, err
	}
	kinds := map[string][]repository{}
	for line := range strings.Lines(string(b)) {
		if f := strings.Split(strings.TrimSpace(line), "\t"); len(f) > 1 {
			kinds[f[1]] = append(kinds[f[1]], repository{Name: f[0], Kind: f[1]})
		}
	}
	var out []repository
	for _, list := range kinds {
		slices.SortFunc(list, func(a, b repository) int { return cmp.Compare(hash(a.Name), hash(b.Name)) })
		for i := range list {
			list[i].held = 3*i < len(list)
		}
		out = append(out, list...)
	}
	slices.SortFunc(out, func(a, b repository) int { return cmp.Compare(a.Name, b.Name) })
	return out, nil
}

// hash orders names in a way that depends on nothing else.
func hash(s string) string { return fmt.Sprintf("%x", sha256.Sum256([]byte(s))) }
