package e2e

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/analysis/lang/en"
	"github.com/blevesearch/bleve/v2/index/scorch"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/text"

	"github.com/9aea2451/kb/markdown"
)

// rounds of a paired measurement; the median counts.
const rounds = 9

// benchRepository is a clone of KB_BENCH_REPO, or a generated repository of KB_BENCH_NOTES notes.
func benchRepository(b *testing.B) string {
	b.Helper()
	if repo := os.Getenv("KB_BENCH_REPO"); repo != "" {
		return clone(b, repo)
	}
	count := 2000
	if s := os.Getenv("KB_BENCH_NOTES"); s != "" {
		n, err := strconv.Atoi(s)
		if err != nil {
			b.Fatalf("KB_BENCH_NOTES: %v", err)
		}
		count = n
	}
	return newNotes(count).repository(b)
}

// gitStatus measures one run of it.
func gitStatus(b *testing.B, dir string) time.Duration {
	b.Helper()
	cmd := exec.Command("git", "status", "--porcelain")
	cmd.Dir, cmd.Env = dir, environment()
	start := time.Now()
	if err := cmd.Run(); err != nil {
		b.Fatal(err)
	}
	return time.Since(start)
}

func median(durations []time.Duration) time.Duration {
	slices.Sort(durations)
	return durations[len(durations)/2]
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// paired measures a run of kb and git status in turn, and reports both and their ratio. before
// prepares each run.
func paired(b *testing.B, dir string, before func(round int), args ...string) {
	b.Helper()
	var ours, theirs []time.Duration
	for round := range rounds + 1 {
		before(round)
		theirs = append(theirs, gitStatus(b, dir))
		ours = append(ours, must(b, dir, args...).took)
	}
	kb, status := median(ours[1:]), median(theirs[1:])
	b.ReportMetric(milliseconds(kb), "kb-ms")
	b.ReportMetric(milliseconds(status), "git-status-ms")
	b.ReportMetric(float64(kb)/float64(status), "ratio")
	b.ReportMetric(milliseconds(kb-2*status), "ms-above-2-status")
}

// BenchmarkFullIndex compares a first index, meaning included, with parsing everything once by
// goldmark and a minimal Bleve build of the same chunks.
func BenchmarkFullIndex(b *testing.B) {
	dir := benchRepository(b)
	for b.Loop() {
		baseline := parseAll(b, dir) + bleveBuild(b, dir)
		if err := os.RemoveAll(filepath.Join(dir, ".git", "kb")); err != nil {
			b.Fatal(err)
		}
		r := must(b, dir, "index")
		b.ReportMetric(r.took.Seconds(), "kb-s")
		b.ReportMetric(baseline.Seconds(), "parse+bleve-s")
		b.ReportMetric(r.took.Seconds()/baseline.Seconds(), "ratio")
		b.ReportMetric(float64(r.peak)/(1<<20), "peak-MB")
	}
}

// files reads the markdown files of a repository.
func files(b *testing.B, dir string) [][]byte {
	b.Helper()
	var out [][]byte
	for _, name := range strings.Split(git(b, dir, "ls-files", "-z", "*.md", "*.markdown"), "\x00") {
		if data, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name))); err == nil {
			out = append(out, data)
		}
	}
	return out
}

func parseAll(b *testing.B, dir string) time.Duration {
	b.Helper()
	all := files(b, dir)
	start := time.Now()
	for _, data := range all {
		goldmark.DefaultParser().Parse(text.NewReader(data))
	}
	return time.Since(start)
}

// bleveBuild is the least that an index of the chunks costs: one field, nothing stored, large
// batches, no waiting for the disk.
func bleveBuild(b *testing.B, dir string) time.Duration {
	b.Helper()
	type doc struct{ Text string }
	var chunks []doc
	for _, data := range files(b, dir) {
		d := markdown.Parse(data)
		for i := range d.Chunks {
			chunks = append(chunks, doc{d.Chunks[i].Text(data)})
		}
	}
	field := bleve.NewTextFieldMapping()
	field.Store, field.IncludeTermVectors, field.IncludeInAll, field.DocValues, field.Analyzer = false, false, false, false, en.AnalyzerName
	document := bleve.NewDocumentStaticMapping()
	document.AddFieldMappingsAt("Text", field)
	mapping := bleve.NewIndexMapping()
	mapping.DefaultMapping = document
	start := time.Now()
	index, err := bleve.NewUsing(filepath.Join(b.TempDir(), "bleve"), mapping, scorch.Name, scorch.Name,
		map[string]any{"unsafe_batch": true})
	if err != nil {
		b.Fatal(err)
	}
	for part := range slices.Chunk(chunks, 2000) {
		batch := index.NewBatch()
		for i := range part {
			if err := batch.Index(fmt.Sprintf("%d-%p", i, part), part[i]); err != nil {
				b.Fatal(err)
			}
		}
		if err := index.Batch(batch); err != nil {
			b.Fatal(err)
		}
	}
	if err := index.Close(); err != nil {
		b.Fatal(err)
	}
	return time.Since(start)
}

// BenchmarkNothingChanged compares an index with nothing to do with git status.
func BenchmarkNothingChanged(b *testing.B) {
	dir := benchRepository(b)
	must(b, dir, "index")
	for b.Loop() {
		paired(b, dir, func(int) {}, "index")
	}
}

// BenchmarkOneEdit compares an index after one edited file with git status.
func BenchmarkOneEdit(b *testing.B) {
	dir := benchRepository(b)
	must(b, dir, "index")
	name := filepath.Join(dir, filepath.FromSlash(strings.SplitN(git(b, dir, "ls-files", "-z", "*.md"), "\x00", 2)[0]))
	original, err := os.ReadFile(name)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		paired(b, dir, func(round int) {
			edited := fmt.Appendf(slices.Clone(original), "\nAn edit of round %d, with words of its own.\n", round)
			if err := os.WriteFile(name, edited, 0o644); err != nil {
				b.Fatal(err)
			}
		}, "index")
	}
}

// BenchmarkSearch measures whole processes of a search.
func BenchmarkSearch(b *testing.B) {
	dir := benchRepository(b)
	must(b, dir, "index")
	for _, mode := range []string{"keyword", "hybrid"} {
		b.Run(mode, func(b *testing.B) {
			for b.Loop() {
				paired(b, dir, func(int) {}, "search", "--mode", mode, "how do containers restart after a failure")
			}
		})
	}
}

// BenchmarkStart compares kb --version with an empty program that imports the same packages.
func BenchmarkStart(b *testing.B) {
	bare := bareProgram(b)
	for b.Loop() {
		var ours, theirs []time.Duration
		for range 4 * rounds {
			start := time.Now()
			if err := exec.Command(bare).Run(); err != nil {
				b.Fatal(err)
			}
			theirs = append(theirs, time.Since(start))
			ours = append(ours, must(b, b.TempDir(), "--version").took)
		}
		b.ReportMetric(milliseconds(median(ours)), "kb-ms")
		b.ReportMetric(milliseconds(median(theirs)), "bare-ms")
		b.ReportMetric(float64(median(ours))/float64(median(theirs)), "ratio")
	}
}

// bareProgram builds an empty main that imports what kb imports from others.
func bareProgram(b *testing.B) string {
	b.Helper()
	list, err := exec.Command("go", "list", "-deps", "-f", "{{if not .Standard}}{{.ImportPath}}{{end}}",
		"github.com/9aea2451/kb/cmd/kb").Output()
	if err != nil {
		b.Fatal(err)
	}
	var source strings.Builder
	source.WriteString("package main\n\nimport (\n")
	for _, p := range strings.Fields(string(list)) {
		if !strings.Contains(p, "/internal/") && !strings.HasSuffix(p, "/internal") && p != "github.com/9aea2451/kb/cmd/kb" {
			fmt.Fprintf(&source, "\t_ %q\n", p)
		}
	}
	source.WriteString(")\n\nfunc main() {}\n")
	top := strings.TrimSpace(output(b, "go", "list", "-m", "-f", "{{.Dir}}"))
	folder, err := os.MkdirTemp(filepath.Join(top, "cmd", "kb", "internal"), "bare-")
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { os.RemoveAll(folder) })
	write(b, folder, "main.go", source.String())
	name := filepath.Join(b.TempDir(), "bare.exe")
	cmd := exec.Command("go", "build", "-o", name, ".")
	cmd.Dir = folder
	if out, err := cmd.CombinedOutput(); err != nil {
		b.Fatalf("%v\n%s", err, out)
	}
	return name
}

func output(b *testing.B, name string, args ...string) string {
	b.Helper()
	out, err := exec.Command(name, args...).Output()
	if err != nil {
		b.Fatal(err)
	}
	return string(out)
}
