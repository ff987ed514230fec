package orgtest

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/9aea2451/kb/text/wording"
)

// search answers one search.
func search(x *index, q object) object {
	type found struct {
		d     *document
		score float64
	}
	var all []found
	for _, d := range x.seen {
		if ok, score := matches(d, q["query"]); ok {
			all = append(all, found{d, score})
		}
	}
	byName := len(list(q["sort"])) > 0 && list(q["sort"])[0] == "name"
	slices.SortFunc(all, func(a, b found) int {
		if byName {
			return strings.Compare(fmt.Sprint(a.d.fields["name"]), fmt.Sprint(b.d.fields["name"]))
		}
		return cmp.Or(cmp.Compare(b.score, a.score), strings.Compare(a.d.id, b.d.id))
	})
	aggs := object{}
	if wanted, ok := q["aggs"].(object); ok {
		for name, agg := range wanted {
			var docs []*document
			for _, f := range all {
				docs = append(docs, f.d)
			}
			aggs[name] = aggregate(docs, agg.(object))
		}
	}
	size := 10
	if n, ok := q["size"].(float64); ok {
		size = int(n)
	}
	hits := []any{}
	for _, f := range all[:min(size, len(all))] {
		fields := list(q["docvalue_fields"])
		out := object{}
		properties, _ := x.mapping["properties"].(object)
		for _, field := range fields {
			of, _ := properties[field].(object)
			kept, said := of["doc_values"].(bool)
			v, ok := f.d.fields[field]
			if text, isText := v.(string); isText && of["type"] == "binary" {
				v = strings.TrimRight(text, "=") // so it comes out of a column
			}
			if ok && (kept || !said && of["type"] != "binary" && of["type"] != "text") {
				out[field] = []any{v}
			}
		}
		hit := object{"_score": f.score, "fields": out}
		if q["stored_fields"] != "_none_" {
			hit["_id"] = f.d.id
		}
		if q["_source"] != false {
			hit["_source"] = x.source(f.d)
		}
		hits = append(hits, hit)
	}
	return object{"status": 200, "hits": object{"hits": hits}, "aggregations": aggs}
}

// aggregate answers an aggregation over documents: a sum, or else a count for each of some filters.
func aggregate(docs []*document, agg object) object {
	if sum, ok := agg["sum"].(object); ok {
		total := 0.0
		for _, d := range docs {
			if v, ok := d.fields[sum["field"].(string)].(float64); ok {
				total += v
			}
		}
		return object{"value": total}
	}
	buckets := object{}
	for name, filter := range agg["filters"].(object)["filters"].(object) {
		n := 0
		for _, d := range docs {
			if ok, _ := matches(d, filter); ok {
				n++
			}
		}
		buckets[name] = object{"doc_count": n}
	}
	return object{"buckets": buckets}
}

// matches tells whether a document answers to a query, and how well.
func matches(d *document, query any) (bool, float64) {
	for kind, body := range query.(object) {
		of := body.(object)
		switch kind {
		case "bool":
			return matchesBool(d, of)
		case "ids":
			return slices.Contains(list(of["values"]), d.id), 1
		case "exists":
			_, ok := d.fields[of["field"].(string)]
			return ok, 1
		case "script_score":
			if ok, _ := matches(d, of["query"]); !ok {
				return false, 0
			}
			asked := of["script"].(object)["params"].(object)["query_value"].([]any)
			have, ok := d.fields["vector"].([]any)
			if !ok || len(have) != len(asked) {
				return false, 0
			}
			var dot, a, b float64
			for i := range have {
				x, y := have[i].(float64), asked[i].(float64)
				dot, a, b = dot+x*y, a+x*x, b+y*y
			}
			return true, 1 + dot/math.Sqrt(max(a*b, 1e-12))
		}
		for field, v := range of {
			return matchesField(d, kind, field, v)
		}
	}
	return false, 0
}

// matchesBool tells whether all of filter and must match, none of must_not, and of should as many
// as are demanded: none where nothing is said. The score is that of must and should together.
func matchesBool(d *document, of object) (bool, float64) {
	score := 0.0
	for _, clause := range []string{"filter", "must"} {
		for _, q := range each(of[clause]) {
			ok, s := matches(d, q)
			if !ok {
				return false, 0
			}
			if clause == "must" {
				score += s
			}
		}
	}
	for _, q := range each(of["must_not"]) {
		if ok, _ := matches(d, q); ok {
			return false, 0
		}
	}
	some := 0.0
	for _, q := range each(of["should"]) {
		if ok, s := matches(d, q); ok {
			some++
			score += s
		}
	}
	least, _ := of["minimum_should_match"].(float64)
	return some >= least, score
}

// each lists the clauses of a bool query, which may also be a single one without a list.
func each(v any) []any {
	if all, ok := v.([]any); ok {
		return all
	}
	if v == nil {
		return nil
	}
	return []any{v}
}

// values are those of a keyword.
func values(d *document, field string) []string {
	if text, ok := d.fields[field].(string); ok {
		return []string{text}
	}
	return list(d.fields[field])
}

// matchesField answers a query of one field. Keywords are compared without regard to case, whatever
// normalizer the mapping gives them; terms of text fields as they stand.
func matchesField(d *document, kind, field string, v any) (bool, float64) {
	boost := 1.0
	if of, ok := v.(object); ok {
		if b, ok := of["boost"].(float64); ok {
			boost = b
		}
		if kind != "range" {
			v = of["value"]
		}
	}
	counts, isText := d.words[field]
	switch kind {
	case "term":
		if isText {
			n := counts[fmt.Sprint(v)]
			return n > 0, boost * float64(n)
		}
		return slices.ContainsFunc(values(d, field), func(have string) bool { return strings.EqualFold(have, fmt.Sprint(v)) }), boost
	case "terms":
		return slices.ContainsFunc(values(d, field), func(have string) bool {
			return slices.ContainsFunc(list(v), func(want string) bool { return strings.EqualFold(have, want) })
		}), boost
	case "range":
		of := v.(object)
		have := fmt.Sprint(d.fields[field])
		from, to := of["gte"], of["lte"]
		return d.fields[field] != nil && (from == nil || have >= from.(string)) && (to == nil || have <= to.(string)), boost
	case "prefix", "fuzzy":
		like := func(have string) bool {
			return kind == "prefix" && strings.HasPrefix(have, fmt.Sprint(v)) ||
				kind == "fuzzy" && wording.Distance(have, fmt.Sprint(v), 3) < 3
		}
		for w := range counts {
			if like(w) {
				return true, boost
			}
		}
		return !isText && slices.ContainsFunc(values(d, field), like), boost
	}
	return false, 0
}
