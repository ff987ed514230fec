package org

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/9aea2451/kb/index/gathered"
	"github.com/9aea2451/kb/index/store"
	"github.com/9aea2451/kb/index/words"
	"github.com/9aea2451/kb/kb/secret"
)

// write sends the documents of the changed notes. It gives the ids of the chunks that are in the
// way once the new state is shown.
func (p *push) write(ctx context.Context, notes []note, changed []int, old map[string]*whole) (superseded []string, err error) {
	kept := map[string]bool{}
	p.open = len(changed) > 0
	for done, i := range changed {
		n := &notes[i]
		have := map[string]bool{}
		if w := old[n.key]; w != nil {
			for _, c := range w.contents {
				have[c] = true
			}
		}
		if err := p.send(ctx, n, have); err != nil {
			return nil, err
		}
		for _, c := range n.contents {
			kept[n.key+"."+c] = true
		}
		n.size = sizeOf(n.Length)
		n.Words, n.Length, n.Vector = [words.Fields]gathered.Postings{}, nil, nil // sent: not needed any more
		p.src.Progress("pushing", done+1, len(changed))
		if err := p.life.lost(); err != nil {
			return nil, err
		}
	}
	for k, w := range old {
		for _, c := range w.contents {
			if !kept[k+"."+c] {
				superseded = append(superseded, chunkID(p.repo, k, c))
			}
		}
	}
	slices.Sort(superseded)
	if err := p.bulk.Flush(ctx); err != nil || len(changed) == 0 {
		return superseded, err
	}
	return superseded, p.o.c.Refresh(ctx, p.index)
}

// setSizes puts the sizes of the changed notes into the new table.
func (p *push) setSizes(after table, notes []note, changed []int) {
	for _, i := range changed {
		at, _ := slices.BinarySearchFunc(after, notes[i].key, func(e entry, key string) int { return strings.Compare(e.note, key) })
		after[at].size = notes[i].size
	}
}

// send writes the documents of a note: those of its chunks that the cluster has not, its text, and
// the note itself.
func (p *push) send(ctx context.Context, n *note, have map[string]bool) error {
	chunks, docs, err := p.read(ctx, n)
	if err != nil {
		return err
	}
	seen := map[string]int{}
	for i := range docs {
		doc := &docs[i]
		c := key(doc.Body, doc.Head, doc.Code, doc.Tags, strings.Join(p.src.Readers, ","), string(n.Vector[i]))[:8]
		if seen[c]++; seen[c] > 1 {
			c = fmt.Sprintf("%s-%d", c, seen[c]) // the same text twice counts twice
		}
		n.contents = append(n.contents, c)
		if have[c] {
			continue
		}
		if err := p.bulk.Write(ctx, chunkID(p.repo, n.key, c), doc); err != nil {
			return err
		}
	}
	packed, err := packText(chunks)
	if err != nil {
		return err
	}
	if err := p.bulk.Write(ctx, textID(p.repo, n.key, n.version), textDoc{p.common("t"), p.place(n), packed}); err != nil {
		return err
	}
	doc, err := p.noteDoc(n, docs)
	if err != nil {
		return err
	}
	return p.bulk.Write(ctx, noteID(p.repo, n.key, n.version), doc)
}

func (p *push) place(n *note) string { return place{p.repo, n.key}.String() }

// read reads the chunks of a note, without secrets, and takes their terms.
func (p *push) read(ctx context.Context, n *note) ([]store.Chunk, []chunkDoc, error) {
	chunks, vectors, err := p.src.Searcher.Parts(ctx, n.path)
	if err != nil {
		return nil, nil, err
	}
	chunks = slices.Clone(chunks)
	n.Length, n.contents = make([][words.Fields]uint16, len(chunks)), nil
	n.Standing = make([]byte, len(chunks))
	if n.Vector = make([][]byte, len(chunks)); p.o.s.Model != "" {
		n.Vector = vectors
	}
	docs := make([]chunkDoc, len(chunks))
	var found [words.Fields]map[string][]words.Posting
	for f := range found {
		found[f] = map[string][]words.Posting{}
	}
	for i := range chunks {
		chunks[i].Text = secret.Replace(chunks[i].Text)
		doc := store.WordsDoc(&n.Record.Note, &chunks[i])
		n.Standing[i] = store.StandingOf(&n.Record.Note, &chunks[i])
		if i == 0 {
			n.Names = doc.Terms(words.Names)
		}
		var text [words.Fields]string
		for f := range words.Fields {
			terms := doc.Terms(f)
			n.Length[i][f] = uint16(min(len(terms), math.MaxUint16))
			text[f] = spaced(terms)
			count(found[f], terms, int32(i))
		}
		docs[i] = chunkDoc{
			common: p.common("c"), Place: p.place(n), Vector: unpackVector(n.Vector[i]),
			Body: text[words.Body], Head: text[words.Head], Code: text[words.Code], Tags: text[words.Tags],
		}
	}
	for f := range found {
		n.Words[f] = postingsOf(found[f])
	}
	return chunks, docs, nil
}

// count adds the terms of a chunk.
func count(found map[string][]words.Posting, terms []string, chunk int32) {
	for _, t := range terms {
		in := found[t]
		if last := len(in) - 1; last >= 0 && in[last].Doc == chunk {
			in[last].Freq++
			continue
		}
		found[t] = append(in, words.Posting{Doc: chunk, Freq: 1})
	}
}

// postingsOf puts the terms of a field in rising order, as gathered.Postings have them.
func postingsOf(found map[string][]words.Posting) gathered.Postings {
	out := make(gathered.Postings, 0, len(found))
	for t, in := range found {
		out = append(out, gathered.Term{Text: t, In: in})
	}
	slices.SortFunc(out, func(a, b gathered.Term) int { return strings.Compare(a.Text, b.Text) })
	return out
}

// noteDoc is the document of a note whose chunks were read.
func (p *push) noteDoc(n *note, chunks []chunkDoc) (*noteDoc, error) {
	data, err := packNote(&n.whole)
	if err != nil {
		return nil, err
	}
	rec, date := &n.Record, n.Record.Date
	if date == "" && n.provenance != nil {
		date = n.provenance.Date
	}
	d := &noteDoc{
		common: p.common("n"), Place: p.place(n),
		Names: n.Names, NoteKind: rec.Kind, Label: rec.Label, Type: rec.Type, DocType: rec.DocType,
		Status: []string{rec.Status, rec.RawStatus}, Category: rec.Category, Source: rec.Source, Tag: rec.Tags,
		Path: rec.Path, Date: date, Packed: data,
	}
	var all []string
	for i := range chunks {
		all = append(all, chunks[i].Body, chunks[i].Head, chunks[i].Code, chunks[i].Tags)
	}
	d.All = strings.Join(all, " ")
	for _, l := range n.Links {
		if l.To != "" && l.State == "ok" {
			d.Links = append(d.Links, key(p.src.Name, l.To))
		}
	}
	slices.Sort(d.Links)
	d.Links = slices.Compact(d.Links)
	return d, nil
}

// unpackVector unpacks what store.Quantise packed, nil for none.
func unpackVector(packed []byte) []float32 {
	if len(packed) <= 4 {
		return nil
	}
	scale := math.Float32frombits(binary.LittleEndian.Uint32(packed))
	if scale == 0 {
		return nil
	}
	out := make([]float32, len(packed)-4)
	for i := range out {
		out[i] = float32(int8(packed[4+i])) * scale
	}
	return out
}
