//go:build growth

package e2e

import (
	"cmp"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"
)

const (
	// noticed is the time at 2n, beyond that of an almost empty repository, from which on it says something.
	noticed = 80 * time.Millisecond
	most    = 2.6 // times as much may the double size take
	times   = 6   // that a door is measured before it fails: what disturbs it only adds
	larger  = 2   // times that the size is doubled before it fails: what has a bound reaches it

	// What a page may take beyond that of an almost empty note: bytes, and bytes for each of its note.
	pageMemory, pageMemoryOf = 64 << 20, 200
)

// Whatever a note or a session is made of, twice as much of it takes no more than 2.6 times the processor
// time, at every door, and a page no more memory than its note's size allows. KB_GROWTH_SIZE is n in bytes;
// -run TestGrowth/SHAPE/DOOR chooses.
func TestGrowth(t *testing.T) {
	size, all := os.Getenv("KB_GROWTH_SIZE"), shapes()
	if size != "" {
		all = append(all, seldom()...)
	}
	n, err := strconv.Atoi(cmp.Or(size, "32768"))
	if err != nil {
		t.Fatal(err)
	}
	empty := map[string]cost{}
	nothing := prepare(t, of("", "# Title\n\n", "x ", "\n"), 10)
	for _, d := range doors() {
		empty[d.name] = d.run(nothing)
		empty[d.name] = cheaper(empty[d.name], d.run(nothing))
	}
	for _, s := range all {
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			g := &growth{t: t, shape: s, benches: map[int]*bench{}}
			for _, d := range doors() {
				t.Run(d.name, func(t *testing.T) { g.door(t, d, empty[d.name], n) })
			}
			t.Logf("%s %s", s.name, &g.said)
		})
	}
}

// The model of meaning, which the index trains, has a bound of texts and dimensions.
func TestGrowthOfMeaning(t *testing.T) {
	for _, s := range shapes() {
		if s.name == "paragraphs" {
			g := &growth{t: t, shape: s, benches: map[int]*bench{}, meaning: true}
			g.door(t, doors()[0], cost{}, 512<<10)
		}
	}
}

// growth measures one shape.
type growth struct {
	t       *testing.T
	shape   shape
	benches map[int]*bench // by size
	meaning bool
	said    strings.Builder
}

// at is the repository of a size; its index is there.
func (g *growth) at(n int) *bench {
	if g.benches[n] == nil {
		g.benches[n] = prepare(g.t, g.shape, n)
		g.benches[n].meaning = g.meaning
		if c := g.benches[n].kb("index"); c.refused != "" {
			g.t.Fatalf("kb index: %s", c.refused)
		}
	}
	return g.benches[n]
}

// door measures a door at n and 2n. It fails where the ratio stays too high, also at greater sizes.
func (g *growth) door(t *testing.T, d door, empty cost, n int) {
	for doubled := 0; ; doubled++ {
		twice := d.run(g.at(2 * n))
		if allowed := empty.memory + pageMemory + int64(pageMemoryOf*2*n); d.name == "page" && twice.memory > allowed {
			t.Errorf("%s of %d bytes: %d MB of memory, at most %d", d.name, 2*n, twice.memory>>20, allowed>>20)
		}
		if twice.time-empty.time < noticed {
			g.tell("%s %d ms", d.name, twice.time.Milliseconds())
			return
		}
		once := d.run(g.at(n))
		ratio := func() float64 {
			return float64(twice.time-empty.time) / float64(max(once.time-empty.time, noticed/4))
		}
		for tried := 1; ratio() >= most && tried < times; tried++ {
			once, twice = cheaper(once, d.run(g.at(n))), cheaper(twice, d.run(g.at(2*n)))
		}
		g.tell("%s %d ms %.1f%s", d.name, twice.time.Milliseconds(), ratio(), twice.refused)
		if ratio() < most {
			return
		}
		if doubled == larger || twice.refused != "" {
			t.Errorf("%s: %s of %d bytes takes %v, of %d %v, of an almost empty one %v: %.1f times as much %s",
				g.shape.name, d.name, n, once.time, 2*n, twice.time, empty.time, ratio(), twice.refused)
			return
		}
		n *= 2
	}
}

// tell adds to what is printed of the shape.
func (g *growth) tell(format string, of ...any) { fmt.Fprintf(&g.said, "| "+format+" ", of...) }

// cheaper is what took less time.
func cheaper(a, b cost) cost {
	if b.time < a.time {
		return b
	}
	return a
}
