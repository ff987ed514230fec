package org

import (
	"context"
	"encoding/base64"
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

// filter is the bool query of readable, to which the caller may add what scores:
// nothing in it does.
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
			between["gte"] = f.After[:min(len(f.After), len("2006-01"))] // a note may tell its month alone
		}
		if f.Before != "" {
			between["lte"] = f.Before + "\uffff"
		}
		undated := cluster.Body{"bool": cluster.Body{"must_not": []any{cluster.Body{"exists": cluster.Body{"field": "date"}}}}}
		out = append(out, anyOf([]any{cluster.Body{"range": cluster.Body{"date": between}}, undated}))
	}
	return append(out, under(f.Path)...)
}

// under finds the notes below folders, where the paths begin with plain ones.
func under(paths []string) []any {
	var should []any
	for _, p := range paths {
		p = strings.TrimPrefix(strings.TrimSuffix(p, "/"), "./")
		if p == "" || p == "." { // the root of each repository
			return nil
		}
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

// columns asks of what a search finds for some fields that lie in columns, and for nothing else.
func columns(search cluster.Body, fields ...string) cluster.Body {
	search["_source"], search["stored_fields"], search["docvalue_fields"] = false, "_none_", fields
	search["track_total_hits"] = false
	return search
}

// asTheyLie is the order of a search that only filters: nothing is scored for it.
func asTheyLie() []string { return []string{"_doc"} }

// columnar is what a document has in columns; what it has not is empty.
type columnar struct {
	place, repo, push, name string
	version                 int
	data, packed            []byte
}

// columnsOf reads what columns asked for. What is not of the form counts as missing.
func columnsOf(h cluster.Found) columnar {
	var of struct {
		Place, Repo, Push, Name []string
		Version                 []int
		Data, Packed            []string
	}
	if len(h.Fields) == 0 || json.Unmarshal(h.Fields, &of) != nil {
		return columnar{}
	}
	return columnar{
		place: first(of.Place), repo: first(of.Repo), push: first(of.Push), name: first(of.Name), version: first(of.Version),
		data: unencoded(first(of.Data)), packed: unencoded(first(of.Packed)),
	}
}

// unencoded is what a column of bytes holds. The signs that fill the encoding up are not always there.
func unencoded(text string) []byte {
	out, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(text, "="))
	if err != nil {
		return nil
	}
	return out
}

// first is the first of some values, the zero value of none.
func first[T any](values []T) (v T) {
	if len(values) > 0 {
		v = values[0]
	}
	return v
}

// packed reads what is packed in some notes or texts by their ids, of a place no more than one, and of
// those that the asker may read; with nil readers of any.
func (o *Org) packed(ctx context.Context, index string, ids []string, readers []string) (map[place][]byte, error) {
	filter := []any{cluster.Body{"ids": cluster.Body{"values": ids}}}
	if readers != nil {
		filter = append(filter, terms("readers", readers))
	}
	search := cluster.Body{"size": len(ids), "query": cluster.Body{"bool": cluster.Body{"filter": filter}}, "sort": asTheyLie()}
	got, err := o.c.Search(ctx, index, columns(search, "place", "packed"))
	if err != nil {
		return nil, err
	}
	out := make(map[place][]byte, len(ids))
	for _, h := range got[0].Hits.Hits {
		c := columnsOf(h)
		if p, ok := placeOf(c.place); ok {
			out[p] = c.packed
		}
	}
	return out, nil
}

// heads reads the heads that a search finds.
func (o *Org) heads(ctx context.Context, index string, search cluster.Body) ([]headDoc, error) {
	got, err := o.c.Search(ctx, index, search)
	if err != nil {
		return nil, err
	}
	return headsOf(got[0])
}

// headsOf reads the heads of a result; errDamaged where one cannot be read or is of another form.
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
