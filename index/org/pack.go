package org

import (
	"bytes"
	"compress/flate"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/9aea2451/kb/index/gathered"
	"github.com/9aea2451/kb/index/store"
	"github.com/9aea2451/kb/index/words"
	"github.com/9aea2451/kb/kb/history"
	"github.com/9aea2451/kb/kb/notes"
	"github.com/9aea2451/kb/kb/record"
)

// errDamaged is the error of a document that is not what a push writes.
var errDamaged = errors.New("a document of the cluster is damaged")

// maxUnpacked bounds what a packed document may hold, in bytes.
const maxUnpacked = 64 << 20

// whole is all of a note that ranking needs, and what names its chunks.
type whole struct {
	gathered.Note
	touch      *history.Touch      // of a memory, nil for unknown
	provenance *history.Provenance // nil for unknown
	contents   []string            // ids of the chunks, without those of repository and note
}

// packNote packs a note. Its PageRank and in-links are not in it: they change with other notes.
func packNote(w *whole) ([]byte, error) {
	var out record.Writer
	packRecord(&out, w)
	out.String(string(store.PackLinks(w.Links)))
	out.Strings(w.Names)
	out.String(string(w.Standing))
	out.Int(len(w.Length))
	for _, lengths := range w.Length {
		for _, n := range lengths {
			out.Int(int(n))
		}
	}
	for _, postings := range w.Words {
		packPostings(&out, postings)
	}
	out.Strings(w.contents)
	out.Int(len(w.Vector))
	for _, v := range w.Vector {
		out.String(string(v))
	}
	return deflate(out.Data)
}

// packRecord appends what was read of a note and of its history.
func packRecord(out *record.Writer, w *whole) {
	n := &w.Record
	out.String(n.Path)
	out.String(n.Blob)
	notes.WriteNote(out, &n.Note)
	out.String(n.SupersededBy)
	extra := ""
	if len(n.Extra) > 0 {
		if text, err := json.Marshal(n.Extra); err == nil {
			extra = string(text)
		}
	}
	out.String(extra)
	out.Bool(w.touch != nil)
	if t := w.touch; t != nil {
		out.Bool(!t.When.IsZero())
		if !t.When.IsZero() {
			out.Signed(t.When.Unix())
		}
		out.Bool(t.Only)
	}
	provenance := ""
	if w.provenance != nil {
		if text, err := json.Marshal(w.provenance); err == nil {
			provenance = string(text)
		}
	}
	out.String(provenance)
}

// packPostings appends the terms of a field, each without what it shares with the one before.
func packPostings(out *record.Writer, postings gathered.Postings) {
	out.Int(len(postings))
	before := ""
	for _, t := range postings {
		n := 0
		for n < min(len(before), len(t.Text)) && before[n] == t.Text[n] {
			n++
		}
		out.Int(n)
		out.String(t.Text[n:])
		out.Int(len(t.In))
		last := int32(0)
		for _, p := range t.In {
			out.Int(int(p.Doc - last))
			out.Int(int(p.Freq))
			last = p.Doc
		}
		before = t.Text
	}
}

// unpackNote reads what packNote wrote.
func unpackNote(data []byte) (*whole, error) {
	text, err := inflate(data)
	if err != nil {
		return nil, err
	}
	r := record.Read(text)
	w := &whole{}
	if err := unpackRecord(r, w); err != nil {
		return nil, err
	}
	if w.Links, err = store.UnpackLinks(w.Record.Path, r.String()); err != nil {
		return nil, fmt.Errorf("%w: %w", errDamaged, err)
	}
	w.Names = r.Strings()
	w.Standing = []byte(r.String())
	w.Length = make([][words.Fields]uint16, r.Count())
	for i := range w.Length {
		for f := range w.Length[i] {
			w.Length[i][f] = uint16(r.Below(1 << 16))
		}
	}
	for f := range w.Words {
		w.Words[f] = unpackPostings(r, len(w.Length))
	}
	w.contents = r.Strings()
	for range r.Count() {
		w.Vector = append(w.Vector, []byte(r.String()))
	}
	if r.End() != nil || len(w.contents) != len(w.Length) || len(w.Standing) != len(w.Length) {
		return nil, errDamaged
	}
	return w, nil
}

// unpackRecord reads what packRecord wrote. That data end too early is told later,
// by the reader's End.
func unpackRecord(r *record.Reader, w *whole) error {
	path, blob := r.String(), r.String()
	w.Record.Note = notes.ReadNote(r, path, blob)
	w.Record.SupersededBy = r.String()
	if extra := r.String(); extra != "" {
		if err := json.Unmarshal([]byte(extra), &w.Record.Extra); err != nil {
			return errDamaged
		}
	}
	if r.Bool() {
		w.touch = &history.Touch{}
		if r.Bool() {
			w.touch.When = time.Unix(r.Signed(), 0).UTC()
		}
		w.touch.Only = r.Bool()
	}
	if text := r.String(); text != "" {
		w.provenance = &history.Provenance{}
		if err := json.Unmarshal([]byte(text), w.provenance); err != nil {
			return errDamaged
		}
	}
	return nil
}

// unpackPostings reads what packPostings appended. A question unpacks some hundred thousand terms: all
// texts of a field are one string, and all postings one list.
func unpackPostings(r *record.Reader, chunks int) gathered.Postings {
	out := make(gathered.Postings, r.Count())
	ends := make([]struct{ text, in int }, len(out))
	var texts []byte
	var all []words.Posting
	begin := 0
	for i := range out {
		n := r.Below(len(texts) - begin + 1)
		before := texts[begin : begin+n]
		begin = len(texts)
		texts = append(append(texts, before...), r.String()...)
		last := 0
		for range r.Count() {
			if last += r.Below(chunks); last >= chunks {
				r.Fail()
				return nil
			}
			all = append(all, words.Posting{Doc: int32(last), Freq: int32(r.Int())})
		}
		ends[i].text, ends[i].in = len(texts), len(all)
	}
	text, from, in := string(texts), 0, 0
	for i, end := range ends {
		out[i] = gathered.Term{Text: text[from:end.text], In: all[in:end.in:end.in]}
		from, in = end.text, end.in
	}
	return out
}

// packText packs the text of a note's chunks.
func packText(chunks []store.Chunk) ([]byte, error) {
	var out record.Writer
	out.Int(len(chunks))
	for i := range chunks {
		c := &chunks[i]
		out.String(c.Kind)
		out.String(c.Language)
		out.Strings(c.Heading)
		out.String(c.Anchor)
		out.Int(c.StartLine)
		out.Int(c.EndLine)
		out.String(c.Text)
	}
	return deflate(out.Data)
}

// unpackText reads what packText wrote.
func unpackText(data []byte) ([]store.Chunk, error) {
	text, err := inflate(data)
	if err != nil {
		return nil, err
	}
	r := record.Read(text)
	out := make([]store.Chunk, r.Count())
	for i := range out {
		out[i] = store.Chunk{
			Kind: r.String(), Language: r.String(), Heading: r.Strings(), Anchor: r.String(),
			StartLine: r.Int(), EndLine: r.Int(), Text: r.String(),
		}
	}
	if r.End() != nil {
		return nil, errDamaged
	}
	return out, nil
}

// entry is a note of a repository's table.
type entry struct {
	note, version string // keys
	pageRank      float64
	inLinks       int
	size          size
}

// size is what a note adds to the statistics of all.
type size struct {
	chunks int
	length [words.Fields]int // terms
}

// sizeOf adds up the chunks of a note and their terms, field by field.
func sizeOf(lengths [][words.Fields]uint16) size {
	s := size{chunks: len(lengths)}
	for _, l := range lengths {
		for f, n := range l {
			s.length[f] += int(n)
		}
	}
	return s
}

// table lists the notes that are there, in order of key.
type table []entry

// find looks up a note by its key.
func (t table) find(note string) (entry, bool) {
	i, ok := slices.BinarySearchFunc(t, note, func(e entry, note string) int { return strings.Compare(e.note, note) })
	if !ok {
		return entry{}, false
	}
	return t[i], true
}

// packTable packs a table.
func packTable(t table) ([]byte, error) {
	var out record.Writer
	out.Int(len(t))
	for _, e := range t {
		out.Raw(e.note)
		out.Raw(e.version)
		out.Float(e.pageRank)
		out.Int(e.inLinks)
		out.Int(e.size.chunks)
		for _, n := range e.size.length {
			out.Int(n)
		}
	}
	return deflate(out.Data)
}

// unpackTable reads what packTable wrote.
func unpackTable(data []byte) (table, error) {
	text, err := inflate(data)
	if err != nil {
		return nil, err
	}
	r := record.Read(text)
	out := make(table, r.Count())
	for i := range out {
		e := &out[i]
		e.note, e.version, e.pageRank, e.inLinks, e.size.chunks = r.Raw(keyLength), r.Raw(keyLength), r.Float(), r.Int(), r.Int()
		for f := range e.size.length {
			e.size.length[f] = r.Int()
		}
	}
	if r.End() != nil {
		return nil, errDamaged
	}
	return out, nil
}

// deflate packs data as bare DEFLATE, without a sum of its own.
func deflate(data []byte) ([]byte, error) {
	var out bytes.Buffer
	w, err := flate.NewWriter(&out, flate.DefaultCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(data); err != nil {
		return nil, err
	}
	err = w.Close()
	return out.Bytes(), err
}

// inflate unpacks data; errDamaged where that fails, or gives more than maxUnpacked.
func inflate(data []byte) (string, error) {
	text, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(data)), maxUnpacked+1))
	if err != nil || len(text) > maxUnpacked {
		return "", errDamaged
	}
	return string(text), nil
}
