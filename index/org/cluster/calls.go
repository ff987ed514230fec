package cluster

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// Body is JSON that is built by hand.
type Body = map[string]any

// Check asks once who answers there, and gives an error of Kind Foreign where it is not spoken to.
func (c *Cluster) Check(ctx context.Context) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.checked {
		return nil
	}
	var who struct {
		Version struct{ Distribution, Number string }
		Tagline string
	}
	if _, err := c.ask(ctx, call{method: http.MethodGet, path: "/", again: true}, &who); err != nil {
		return err
	}
	if err := spoken(who.Version.Distribution, who.Version.Number); err != "" {
		return &Error{Kind: Foreign, Host: c.Host(), Words: c.clean(err)}
	}
	c.checked = true
	return nil
}

// spoken says what is wrong with a version, "" for nothing.
func spoken(distribution, number string) string {
	if distribution != "opensearch" {
		return fmt.Sprintf("it is %q %s, wanted is OpenSearch 2.4 to 3", distribution, number)
	}
	major, rest, _ := strings.Cut(number, ".")
	minor, _, _ := strings.Cut(rest, ".")
	a, err1 := strconv.Atoi(major)
	b, err2 := strconv.Atoi(minor)
	if err1 != nil || err2 != nil || a < 2 || a > 3 || a == 2 && b < 4 {
		return fmt.Sprintf("it is OpenSearch %s, wanted is 2.4 to 3", number)
	}
	return ""
}

// Aliased names the indices behind an alias, none where there is no such alias.
func (c *Cluster) Aliased(ctx context.Context, alias string) ([]string, error) {
	got := map[string]json.RawMessage{}
	if _, err := c.ask(ctx, call{method: http.MethodGet, path: "/_alias/" + url.PathEscape(alias), again: true}, &got); err != nil {
		return nil, err
	}
	var names []string
	for name := range got {
		names = append(names, name)
	}
	return names, nil
}

// Meta reads what an index says of itself; found is false where there is none.
func (c *Cluster) Meta(ctx context.Context, index string, meta any) (found bool, err error) {
	got := map[string]struct {
		Mappings struct {
			Meta json.RawMessage `json:"_meta"`
		}
	}{}
	q := call{method: http.MethodGet, path: "/" + url.PathEscape(index) + "/_mapping", again: true}
	if _, err := c.ask(ctx, q, &got); err != nil {
		return false, err
	}
	for _, m := range got {
		if len(m.Mappings.Meta) == 0 {
			return true, nil
		}
		return true, json.Unmarshal(m.Mappings.Meta, meta)
	}
	return false, nil
}

// Create makes an index; ErrConflict where there is one.
func (c *Cluster) Create(ctx context.Context, index string, body Body) error {
	return c.put(ctx, "/"+url.PathEscape(index), body)
}

// Switch lets an alias stand for one index and for no other, in one step.
func (c *Cluster) Switch(ctx context.Context, alias, to string, from []string) error {
	actions := []Body{}
	for _, f := range from {
		actions = append(actions, Body{"remove": Body{"index": f, "alias": alias}})
	}
	actions = append(actions, Body{"add": Body{"index": to, "alias": alias}})
	body, err := json.Marshal(Body{"actions": actions})
	if err != nil {
		return err
	}
	_, err = c.ask(ctx, call{method: http.MethodPost, path: "/_aliases", body: body, again: true}, nil)
	return err
}

// put makes what must not be there yet, else ErrConflict: OpenSearch answers an index that exists
// with status 400 and a word for it. It is not tried twice, as the second try could meet the first.
func (c *Cluster) put(ctx context.Context, path string, body Body) error {
	text, err := json.Marshal(body)
	if err != nil {
		return err
	}
	got, err := c.do(ctx, call{method: http.MethodPut, path: path, body: text})
	if e, ok := err.(*Error); ok && strings.Contains(e.Words, "resource_already_exists") {
		return ErrConflict
	}
	if err == nil && got.status == http.StatusConflict {
		err = ErrConflict
	}
	return err
}

// Version is the state of a document: who changes it may demand that nobody else has.
type Version struct {
	Seq  int64 `json:"_seq_no"`
	Term int64 `json:"_primary_term"`
}

// Get reads a document as it was last written, also before it can be found.
func (c *Cluster) Get(ctx context.Context, index, id string, source any) (v Version, found bool, err error) {
	var got struct {
		Version
		Found  bool
		Source json.RawMessage `json:"_source"`
	}
	_, err = c.ask(ctx, call{method: http.MethodGet, path: docPath(index, id), again: true, documents: true}, &got)
	if err != nil || !got.Found {
		return Version{}, false, err
	}
	if err := json.Unmarshal(got.Source, source); err != nil {
		return Version{}, false, &Error{Kind: Strange, Host: c.Host(), Words: err.Error()}
	}
	return got.Version, true, nil
}

func docPath(index, id string) string {
	return "/" + url.PathEscape(index) + "/_doc/" + url.PathEscape(id)
}

// Put writes a document that can be found when Put returns: a new one where was is nil, else in the
// place of that state; ErrConflict where somebody else was first.
func (c *Cluster) Put(ctx context.Context, index, id string, was *Version, source any) (Version, error) {
	if was == nil {
		return c.write(ctx, docPath(index, id)+"?refresh=true&op_type=create", source)
	}
	return c.write(ctx, inPlace(index, id, *was)+"&refresh=true", source)
}

// PutLater is Put for a document that is there. What searches find stays until the next refresh.
func (c *Cluster) PutLater(ctx context.Context, index, id string, was Version, source any) (Version, error) {
	return c.write(ctx, inPlace(index, id, was), source)
}

// inPlace is the path of a document that must be in a given state.
func inPlace(index, id string, was Version) string {
	return fmt.Sprintf("%s?if_seq_no=%d&if_primary_term=%d", docPath(index, id), was.Seq, was.Term)
}

// write puts a document and gives its new state; ErrConflict where the path demands another state
// than is there. It is not tried twice, as the second try could meet the first.
func (c *Cluster) write(ctx context.Context, path string, source any) (Version, error) {
	body, err := json.Marshal(source)
	if err != nil {
		return Version{}, err
	}
	var v Version
	_, err = c.ask(ctx, call{method: http.MethodPut, path: path, body: body}, &v)
	return v, err
}

// Delete removes a document in a given state; that it is gone already is no error.
func (c *Cluster) Delete(ctx context.Context, index, id string, was Version) error {
	_, err := c.ask(ctx, call{method: http.MethodDelete, path: inPlace(index, id, was) + "&refresh=true"}, nil)
	return err
}

// Refresh makes everything that was written findable.
func (c *Cluster) Refresh(ctx context.Context, index string) error {
	_, err := c.ask(ctx, call{method: http.MethodPost, path: "/" + url.PathEscape(index) + "/_refresh", again: true}, nil)
	return err
}

// DeleteBy removes the documents that a query finds.
func (c *Cluster) DeleteBy(ctx context.Context, index string, query Body) (deleted int, err error) {
	body, err := json.Marshal(Body{"query": query})
	if err != nil {
		return 0, err
	}
	var got struct{ Deleted int }
	path := "/" + url.PathEscape(index) + "/_delete_by_query?conflicts=proceed&refresh=true"
	_, err = c.ask(ctx, call{method: http.MethodPost, path: path, body: body, again: true}, &got)
	return got.Deleted, err
}

// Found is one document that a search found.
type Found struct {
	ID     string          `json:"_id"`
	Score  float64         `json:"_score"`
	Source json.RawMessage `json:"_source"`
	Fields json.RawMessage `json:"fields"` // lists of values by field, of what docvalue_fields asked for
}

// Result is the answer to one search.
type Result struct {
	Status int             `json:"status"`
	Error  json.RawMessage `json:"error"`
	Hits   struct{ Hits []Found }
	Aggs   map[string]json.RawMessage `json:"aggregations"`
	Late   bool                       `json:"timed_out"`
	Shards struct{ Failed int }       `json:"_shards"`
}

// Search asks several things at once. Where hits are ranked, words are as rare as they are in all shards
// together; to find that out takes a round of its own, which others are spared.
func (c *Cluster) Search(ctx context.Context, index string, searches ...Body) ([]Result, error) {
	var body bytes.Buffer
	enc := json.NewEncoder(&body)
	for _, s := range searches {
		head := Body{"index": index}
		if s["size"] != 0 && s["sort"] == nil {
			head["search_type"] = "dfs_query_then_fetch"
		}
		if err := enc.Encode(head); err != nil {
			return nil, err
		}
		if err := enc.Encode(s); err != nil {
			return nil, err
		}
	}
	var got struct{ Responses []Result }
	q := call{method: http.MethodPost, path: "/_msearch", body: body.Bytes(), again: true, documents: true}
	if _, err := c.ask(ctx, q, &got); err != nil {
		return nil, err
	}
	if len(got.Responses) != len(searches) {
		return nil, &Error{Kind: Strange, Host: c.Host(), Words: "not as many answers as questions"}
	}
	for i := range got.Responses {
		r := &got.Responses[i]
		switch {
		case r.Status >= http.StatusBadRequest:
			return nil, c.refusal(&reply{r.Status, append(append([]byte(`{"error":`), r.Error...), '}')})
		case r.Late || r.Shards.Failed > 0:
			return nil, c.incomplete()
		}
	}
	return got.Responses, nil
}

// incomplete is the error of an answer that lacks what some shards have.
func (c *Cluster) incomplete() *Error {
	return &Error{Kind: Slow, Host: c.Host(), Words: "a part of it did not answer"}
}

// scrollPage is how many documents come at a time.
const scrollPage = 5000

// Scroll calls f with the id of every document that a query finds, however many there are. A page
// behind the first is not asked for twice: the cluster would give the one behind it.
func (c *Cluster) Scroll(ctx context.Context, index string, query Body, f func(id string) error) error {
	body, err := json.Marshal(Body{"query": query, "size": scrollPage, "_source": false, "sort": []string{"_doc"}})
	if err != nil {
		return err
	}
	path := "/" + url.PathEscape(index) + "/_search?scroll=1m"
	for first := true; ; first = false {
		var got struct {
			Result
			Scroll string `json:"_scroll_id"`
		}
		found, err := c.ask(ctx, call{method: http.MethodPost, path: path, body: body, again: first, documents: true}, &got)
		switch {
		case err != nil:
			return err
		case !found:
			return &Error{Kind: Slow, Host: c.Host(), Words: "a list of documents is gone before its end"}
		case got.Late || got.Shards.Failed > 0:
			return c.incomplete()
		}
		for _, h := range got.Hits.Hits {
			if err := f(h.ID); err != nil {
				return err
			}
		}
		if body, err = json.Marshal(Body{"scroll": "1m", "scroll_id": got.Scroll}); err != nil {
			return err
		}
		if path = "/_search/scroll"; len(got.Hits.Hits) == 0 {
			body, _ = json.Marshal(Body{"scroll_id": got.Scroll})
			_, err := c.ask(ctx, call{method: http.MethodDelete, path: path, body: body}, nil)
			return err
		}
	}
}

// Stats are the size of an index.
type Stats struct {
	Docs  int64 // that can be found
	Bytes int64 // on disk, with replicas
}

// Stats asks for the size of an index.
func (c *Cluster) Stats(ctx context.Context, index string) (Stats, error) {
	var got struct {
		All struct {
			Total struct {
				Store struct {
					SizeInBytes int64 `json:"size_in_bytes"`
				}
			}
			Primaries struct{ Docs struct{ Count int64 } }
		} `json:"_all"`
	}
	_, err := c.ask(ctx, call{method: http.MethodGet, path: "/" + url.PathEscape(index) + "/_stats/docs,store", again: true}, &got)
	return Stats{Docs: got.All.Primaries.Docs.Count, Bytes: got.All.Total.Store.SizeInBytes}, err
}

// pause waits, or until ctx ends.
func pause(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}
