package org

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/9aea2451/kb/index/org/cluster"
	"github.com/9aea2451/kb/index/query"
)

// What follows builds the questions that the cluster is asked.

func term(field string, value any) cluster.Body {
	return cluster.Body{"term": cluster.Body{field: cluster.Body{"value": value}}}
}

func terms(field string, values []string) cluster.Body {
	return cluster.Body{"terms": cluster.Body{field: values}}
}

// readable finds documents of a kind that the asker may read, but for those of unfinished pushes.
// Every search of kb has it.
func (o *Org) readable(kind string, not aside, more ...any) cluster.Body {
	return cluster.Body{"bool": o.filter(kind, not, more...)}
}

// aside is what does not count because a push is under way: documents that no head has shown yet,
// by the token of their push, and such as a head has replaced.
type aside struct{ pushes, ids []string }

func (o *Org) filter(kind string, not aside, more ...any) cluster.Body {
	b := cluster.Body{"filter": append([]any{term("k", kind), terms("readers", o.readers())}, more...)}
	var out []any
	if len(not.pushes) > 0 {
		out = append(out, terms("push", not.pushes))
	}
	if len(not.ids) > 0 {
		out = append(out, cluster.Body{"ids": cluster.Body{"values": not.ids}})
	}
	if len(out) > 0 {
		b["must_not"] = out
	}
	return b
}

// weights of the fields for candidates; kb's own scorer weighs again.
func fields() []struct {
	name  string
	boost float64
} {
	return []struct {
		name  string
		boost float64
	}{{"body", 1}, {"head", 2}, {"code", 1.5}, {"tags", 1.5}}
}

// holding finds the chunks that hold a term.
func holding(t string) cluster.Body {
	var should []any
	for _, f := range fields() {
		should = append(should, cluster.Body{"term": cluster.Body{f.name: cluster.Body{"value": unbroken(t), "boost": f.boost}}})
	}
	return anyOf(should)
}

func anyOf(should []any) cluster.Body {
	return cluster.Body{"bool": cluster.Body{"should": should, "minimum_should_match": 1}}
}

// apart finds the chunks that hold a word written as one, and lack one of its parts.
func apart(whole cluster.Body, parts []string) cluster.Body {
	var all []any
	for _, p := range parts {
		if p != "" {
			all = append(all, term("body", unbroken(p)))
		}
	}
	if len(all) == 0 {
		return whole
	}
	return cluster.Body{"bool": cluster.Body{"must": []any{whole}, "must_not": []any{cluster.Body{"bool": cluster.Body{"must": all}}}}}
}

// like finds notes with a term that begins like another, or is spelled nearly so.
func like(t string) cluster.Body {
	t = unbroken(t)
	should := []any{cluster.Body{"prefix": cluster.Body{"all": cluster.Body{"value": t, "rewrite": "top_terms_boost_64"}}}}
	if len(t) > 3 {
		should = append(should, cluster.Body{"fuzzy": cluster.Body{"all": cluster.Body{"value": t, "fuzziness": 2, "max_expansions": 64}}})
	}
	return anyOf(should)
}

// passing turns the filters of a question into those of the cluster, as far as it can tell. Whatever it
// lets through is judged again.
func passing(f *query.Filter) []any {
	var out []any
	for _, l := range []struct {
		field  string
		values []string
	}{
		{"kind", f.Kind}, {"label", f.Label}, {"type", f.Type}, {"doc_type", f.DocType}, {"status", f.Status}, {"category", f.Category},
		{"source", f.Source},
	} {
		if len(l.values) > 0 {
			out = append(out, terms(l.field, l.values))
		}
	}
	if len(f.Tag) > 0 {
		var tags []any
		for _, t := range f.Tag {
			t = strings.ToLower(strings.TrimPrefix(t, "#"))
			tags = append(tags, term("tag", t), cluster.Body{"prefix": cluster.Body{"tag": t + "/"}})
		}
		out = append(out, anyOf(tags))
	}
	if f.After != "" || f.Before != "" {
		between := cluster.Body{}
		if f.After != "" {
			between["gte"] = f.After
		}
		if f.Before != "" {
			between["lte"] = f.Before + "\uffff"
		}
		out = append(out, cluster.Body{"range": cluster.Body{"date": between}})
	}
	return append(out, under(f.Path)...)
}

// under finds the notes below folders, where the paths begin with plain ones.
func under(paths []string) []any {
	var should []any
	for _, p := range paths {
		p = strings.TrimPrefix(strings.TrimSuffix(p, "/"), "./")
		plain, _, glob := strings.Cut(p, "*")
		if glob || strings.ContainsAny(p, "?[{") {
			if plain = plain[:strings.LastIndex(plain, "/")+1]; plain == "" || strings.ContainsAny(plain, "?[{") {
				return nil
			}
			should = append(should, cluster.Body{"prefix": cluster.Body{"path": plain}})
			continue
		}
		should = append(should, term("path", p), cluster.Body{"prefix": cluster.Body{"path": p + "/"}})
	}
	if len(should) == 0 {
		return nil
	}
	return []any{anyOf(should)}
}

// document is one as it is kept.
type document struct {
	ID     string
	Source json.RawMessage
}

// documents reads some documents by their ids, those that the asker may read; with nil readers any.
func (o *Org) documents(ctx context.Context, index string, ids []string, readers []string) (map[string]document, error) {
	filter := []any{cluster.Body{"ids": cluster.Body{"values": ids}}}
	if readers != nil {
		filter = append(filter, terms("readers", readers))
	}
	got, err := o.c.Search(ctx, index, cluster.Body{
		"size": len(ids), "_source": []string{"data", "readers"}, "track_total_hits": false,
		"query": cluster.Body{"bool": cluster.Body{"filter": filter}},
	})
	if err != nil {
		return nil, err
	}
	out := make(map[string]document, len(ids))
	for _, h := range got[0].Hits.Hits {
		out[h.ID] = document{h.ID, h.Source}
	}
	return out, nil
}

func noteOf(d document) (*whole, error) {
	data, err := dataOf(d)
	if err != nil {
		return nil, err
	}
	return unpackNote(data)
}

// dataOf reads the packed part of a document.
func dataOf(d document) ([]byte, error) {
	var its struct {
		Data []byte `json:"data"`
	}
	if err := json.Unmarshal(d.Source, &its); err != nil {
		return nil, fmt.Errorf("%w: %s: %w", errDamaged, d.ID, err)
	}
	return its.Data, nil
}

// heads reads the heads that a search finds.
func (o *Org) heads(ctx context.Context, index string, search cluster.Body) ([]headDoc, error) {
	got, err := o.c.Search(ctx, index, search)
	if err != nil {
		return nil, err
	}
	return headsOf(got[0])
}

func headsOf(r cluster.Result) ([]headDoc, error) {
	out := make([]headDoc, 0, len(r.Hits.Hits))
	for _, h := range r.Hits.Hits {
		var head headDoc
		if err := json.Unmarshal(h.Source, &head); err != nil || head.Version != form {
			return nil, fmt.Errorf("%w: %s", errDamaged, h.ID)
		}
		out = append(out, head)
	}
	return out, nil
}
