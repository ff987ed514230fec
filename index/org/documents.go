package org

import (
	"strings"
	"unicode"

	"github.com/9aea2451/kb/index/words"
)

// common is what every document has.
type common struct {
	K       string   `json:"k"`
	Repo    string   `json:"repo"` // key
	Push    string   `json:"push,omitempty"`
	Readers []string `json:"readers"`
}

// chunkDoc is what a chunk is found by. Its terms are separated by blanks, as often as they stand there.
type chunkDoc struct {
	common
	Place  string    `json:"place"`
	Body   string    `json:"body,omitempty"`
	Head   string    `json:"head,omitempty"`
	Code   string    `json:"code,omitempty"`
	Tags   string    `json:"tags,omitempty"`
	Vector []float32 `json:"vector,omitempty"`
}

// noteDoc is a note at a path: what filters ask for, all of its terms, and Packed, which packNote makes.
type noteDoc struct {
	common
	Place    string   `json:"place"`
	All      string   `json:"all,omitempty"`
	Names    []string `json:"names,omitempty"`
	Links    []string `json:"links,omitempty"` // keys of the paths that it links to
	NoteKind string   `json:"kind,omitempty"`
	Label    string   `json:"label,omitempty"`
	Type     string   `json:"type,omitempty"`
	DocType  string   `json:"doc_type,omitempty"`
	Status   []string `json:"status,omitempty"`
	Category string   `json:"category,omitempty"`
	Source   string   `json:"source,omitempty"`
	Tag      []string `json:"tag,omitempty"`
	Path     string   `json:"path,omitempty"`
	Date     string   `json:"date,omitempty"`
	Packed   []byte   `json:"packed"`
}

// textDoc is the text of a note's chunks; Packed is what packText makes.
type textDoc struct {
	common
	Place  string `json:"place"`
	Packed []byte `json:"packed"`
}

// headDoc is a repository as it is now. Data is what packTable makes.
type headDoc struct {
	common
	Name    string `json:"name"`
	Commit  string `json:"commit"`
	Pushed  string `json:"pushed"` // RFC 3339
	Number  int    `json:"number"` // of pushes so far
	Notes   int    `json:"notes"`
	Chunks  int    `json:"chunks"`
	Body    int    `json:"length_body"` // terms of all chunks
	Head    int    `json:"length_head"`
	Code    int    `json:"length_code"`
	Tags    int    `json:"length_tags"`
	Version int    `json:"version"` // of kb's form
	Data    []byte `json:"data"`
}

// setSizes adds up the notes of a table.
func (h *headDoc) setSizes(t table) {
	var all size
	for _, e := range t {
		all.chunks += e.size.chunks
		for f, n := range e.size.length {
			all.length[f] += n
		}
	}
	h.Notes, h.Chunks = len(t), all.chunks
	h.Body, h.Head, h.Code, h.Tags = all.length[words.Body], all.length[words.Head], all.length[words.Code], all.length[words.Tags]
}

// pushDoc is a push that is under way. Who makes it writes it anew every now and then, so that
// others see that it lives.
type pushDoc struct {
	common          // Push is its token
	Dead   []string `json:"dead,omitempty"`    // tokens of pushes that ended in the middle, until what they left is gone
	Gone   []string `json:"gone,omitempty"`    // ids of documents that do not count any more
	GoneBy string   `json:"gone_by,omitempty"` // from when on the head has been written by this push
	Beat   int      `json:"beat"`
}

// meta is what an index says of itself.
type meta struct {
	Form  int    `json:"kb_form"`
	Model string `json:"model,omitempty"`
	Dim   int    `json:"dim,omitempty"`
}

// inSource are the fields of the source that the cluster keeps of a document: what heads and pushes say.
// What finds things is kept nowhere else. What questions read (place, packed, push and what a head says
// of its notes) lies in columns, by document: to read it out of the source the cluster would unpack blocks
// of other documents for each hit, which was most of the work of a question.
func inSource() []string {
	return []string{
		"k", "repo", "push", "readers", "name", "commit", "pushed", "number", "notes", "chunks",
		"length_body", "length_head", "length_code", "length_tags", "version", "data", "dead", "gone", "gone_by", "beat",
	}
}

// definition is the mapping and the settings of an index.
func definition(m meta, shards int) map[string]any {
	type obj = map[string]any
	text := obj{"type": "text", "analyzer": "whitespace", "index_options": "freqs"}
	found := obj{"type": "keyword", "doc_values": false}
	lower := obj{"type": "keyword", "doc_values": false, "normalizer": "lower"}
	sum := obj{"type": "long", "index": false}
	column := obj{"type": "keyword"}
	packed := obj{"type": "binary", "doc_values": true}
	properties := obj{
		"k": found, "repo": column, "push": column, "readers": found, "place": obj{"type": "keyword", "index": false},
		"body": text, "head": text, "code": text, "tags": text, "all": text,
		"names": found, "links": found, "kind": lower, "label": lower, "type": lower, "doc_type": lower, "status": lower,
		"category": lower, "source": lower, "tag": lower, "path": found, "date": column,
		"name": column, "commit": found, "pushed": column, "number": sum, "version": sum,
		"notes": sum, "chunks": sum, "length_body": sum, "length_head": sum, "length_code": sum, "length_tags": sum,
		"beat": sum, "data": packed, "packed": packed,
	}
	settings := obj{
		"number_of_shards": shards, "auto_expand_replicas": "0-1", "refresh_interval": "30s", "codec": "best_compression",
		"max_result_window": maxCandidates,
		"analysis":          obj{"normalizer": obj{"lower": obj{"type": "custom", "filter": []string{"lowercase"}}}},
	}
	if m.Model != "" {
		method := obj{"name": "hnsw", "engine": "lucene", "space_type": "cosinesimil"}
		properties["vector"] = obj{"type": "knn_vector", "dimension": m.Dim, "method": method}
		settings["knn"] = true
	}
	return obj{
		"settings": obj{"index": settings},
		"mappings": obj{"dynamic": false, "_meta": m, "_source": obj{"includes": inSource()}, "properties": properties},
	}
}

// spaced joins terms so that a blank separates them. Blanks within a term, of a tag of two words,
// become such as no cluster takes for one.
func spaced(terms []string) string {
	var out strings.Builder
	for i, t := range terms {
		if i > 0 {
			out.WriteByte(' ')
		}
		out.WriteString(unbroken(t))
	}
	return out.String()
}

// unbroken is a term as it is sent. A no-break space is no white space to Java.
func unbroken(term string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || r < ' ' {
			return 0xA0
		}
		return r
	}, strings.ToValidUTF8(term, "�"))
}
