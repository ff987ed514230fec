package store

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/9aea2451/kb/markdown"
)

// What the records keep of chunks is what was parsed, group by group, and bytes that are not what
// was packed are damage.
func TestPackedChunks(t *testing.T) {
	var source strings.Builder
	for i := range 60 {
		fmt.Fprintf(&source, "## Part %d\n\nThe `worker_%d` retries. %s\n\n", i, i, strings.Repeat(fmt.Sprintf("Text %d ends. ", i), 20))
	}
	f := &ParsedFile{Source: []byte("# Title\n\n" + source.String() + "```go\nfunc run() {}\n```\n")}
	f.Doc = markdown.Parse(f.Source)
	dictionary, err := NewDictionary([]ParsedFile{*f})
	if err != nil || len(dictionary) == 0 {
		t.Fatal(len(dictionary), err)
	}
	plain := testPacked(t, f, nil)
	if with := testPacked(t, f, dictionary); with >= plain {
		t.Errorf("%d bytes with the dictionary, %d without", with, plain)
	}
}

// testPacked packs and unpacks a file, and tells what it takes packed.
func testPacked(t *testing.T, f *ParsedFile, dictionary []byte) (size int) {
	t.Helper()
	p := Packer{Dictionary: dictionary}
	for range 2 { // the second time with what the first has left
		if err := p.Pack(f); err != nil {
			t.Fatal(err)
		}
	}
	if len(f.groups) < 3 {
		t.Fatalf("%d groups: the test shows nothing", len(f.groups))
	}
	in := inflater{load: func() ([]byte, error) { return dictionary, nil }}
	var got []Chunk
	for _, g := range f.groups {
		size += len(g.data)
		if g.first != len(got) {
			t.Errorf("a group begins at %d, not %d", g.first, len(got))
		}
		chunks, err := in.chunks(g.first, g.data)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, chunks...)
	}
	if len(got) != len(f.Doc.Chunks) {
		t.Fatalf("%d chunks, want %d", len(got), len(f.Doc.Chunks))
	}
	for i, c := range got {
		want := &f.Doc.Chunks[i]
		if c.ord != want.Ordinal || c.Kind != string(want.Kind) || c.Language != want.Language ||
			!slices.Equal(c.Heading, want.HeadingPath) ||
			c.Anchor != want.Anchor || c.StartLine != want.Span.StartLine || c.EndLine != want.Span.EndLine ||
			c.Text != want.Text(f.Source) {
			t.Errorf("chunk %d is %+v", i, c)
		}
	}
	data := f.groups[0].data
	for _, harm := range [][]byte{nil, data[:len(data)/2], p.deflate([]byte("\x05ab")), []byte("no stream"), append(slices.Clone(data), 0),
		append([]byte{9}, data[1:]...)} {
		if _, err := in.chunks(0, harm); !errors.Is(err, ErrDamaged) {
			t.Errorf("%d harmed bytes: %v", len(harm), err)
		}
	}
	if _, err := in.chunks(0, data); err != nil {
		t.Errorf("after damage: %v", err)
	}
	return size
}
