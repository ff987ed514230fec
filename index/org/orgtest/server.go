// Package orgtest is a cluster in the process of a test: the few calls of OpenSearch that kb makes,
// answered as OpenSearch does, with faults on request. What is written is found after a refresh.
//
// # Limitations
//
// Scores are counts of terms, and there is one shard.
package orgtest

import (
	"encoding/json"
	"io"
	"log"
	"maps"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

type object = map[string]any

// Server is a cluster.
type Server struct {
	*httptest.Server
	Version string // that it says it has

	mu      sync.Mutex
	indices map[string]*index
	aliases map[string]string
	seq     int64            // of the last write
	scrolls map[string][]any // what is still to come of each, by its id
	calls   int              // since Before
	before  func(call int, r *http.Request) (status int, body string)
}

type index struct {
	mapping  object
	inSource map[string]bool      // fields that the source keeps
	docs     map[string]*document // as they were written
	seen     map[string]*document // as they are found
}

type document struct {
	id     string
	fields object
	words  map[string]map[string]int // terms of text fields
	seq    int64
}

// New starts a cluster that ends with the test.
func New(t *testing.T) *Server {
	s := Start()
	t.Cleanup(s.Close)
	return s
}

// Start starts a cluster. Close it.
func Start() *Server {
	s := &Server{Version: "2.19.0", indices: map[string]*index{}, aliases: map[string]string{}, scrolls: map[string][]any{}}
	s.Server = httptest.NewServer(s)
	return s
}

// StartTLS starts a cluster whose certificate, of 127.0.0.1, nobody has signed. Close it.
func StartTLS() *Server {
	s := &Server{Version: "2.19.0", indices: map[string]*index{}, aliases: map[string]string{}, scrolls: map[string][]any{}}
	s.Server = httptest.NewUnstartedServer(s)
	s.Config.ErrorLog = log.New(io.Discard, "", 0) // clients that do not trust it
	s.Server.StartTLS()
	return s
}

// Faults are what can be wrong with a cluster, as OpenSearch says it: a status and its words. The slow
// one answers after a second.
func Faults() map[string]func() (status int, body string) {
	say := func(status int, kind, reason string) func() (int, string) {
		text, _ := json.Marshal(failed(kind, reason))
		return func() (int, string) { return status, string(text) }
	}
	return map[string]func() (int, string){
		"busy": say(429, "rejected_execution_exception", "queue capacity [200]"),
		"full": say(429, "cluster_block_exception", "index [kb-000001] blocked by: [TOO_MANY_REQUESTS/12/disk usage exceeded "+
			"flood-stage watermark, index has read-only-allow-delete block];"),
		"readonly": say(403, "cluster_block_exception", "index [kb-000001] blocked by: [FORBIDDEN/5/index read-only (api)];"),
		"denied":   say(403, "security_exception", "no permissions for [indices:data/read/msearch] and User [name=anna, password=hunter2]"),
		"fails":    say(500, "null_pointer_exception", "oops"),
		"strange":  func() (int, string) { return 200, `["what?"]` },
		"slow": func() (int, string) {
			time.Sleep(time.Second)
			return 500, "{}"
		},
		"foreign": func() (int, string) {
			return 200, `{"version": {"number": "8.13.0", "build_flavor": "default"}, "tagline": "You Know, for Search"}`
		},
		"old": func() (int, string) { return 200, `{"version": {"distribution": "opensearch", "number": "1.3.20"}}` },
	}
}

// Before sets what is asked before each call: a status other than 0 is the answer. Calls are counted
// from 1 on, anew.
func (s *Server) Before(f func(call int, r *http.Request) (status int, body string)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.before, s.calls = f, 0
}

// Calls counts the calls since Before.
func (s *Server) Calls() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.calls
}

// Sources gives the documents of all indices as they can be found, by id.
func (s *Server) Sources() map[string]object {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := map[string]object{}
	for _, x := range s.indices {
		for id, d := range x.seen {
			out[id] = maps.Clone(d.fields)
		}
	}
	return out
}

// ServeHTTP answers a call.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return // whoever asked is gone
	}
	s.mu.Lock()
	s.calls++
	before, call := s.before, s.calls
	s.mu.Unlock()
	status, answer := 0, any(nil)
	if before != nil {
		if code, text := before(call, r); code != 0 {
			status, answer = code, json.RawMessage(text)
		}
	}
	if status == 0 {
		s.mu.Lock()
		status, answer = s.answer(r, body)
		s.mu.Unlock()
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(answer)
}

// answer answers the calls that kb makes, by their paths; others are refused with 400. The
// caller holds s.mu.
func (s *Server) answer(r *http.Request, body []byte) (int, any) {
	parts := strings.Split(strings.Trim(r.URL.Path, "/"), "/")
	switch {
	case r.URL.Path == "/" || r.URL.Path == "":
		return 200, object{"version": object{"distribution": "opensearch", "number": s.Version}}
	case parts[0] == "_alias":
		alias := parts[1]
		to, ok := s.aliases[alias]
		if !ok {
			return 404, object{"error": "alias [" + alias + "] missing", "status": 404}
		}
		return 200, object{to: object{"aliases": object{alias: object{}}}}
	case parts[0] == "_aliases":
		return s.setAliases(body)
	case parts[0] == "_msearch":
		return s.msearch(body)
	case parts[0] == "_search":
		var q struct {
			ID string `json:"scroll_id"`
		}
		_ = json.Unmarshal(body, &q)
		if r.Method == http.MethodDelete {
			delete(s.scrolls, q.ID)
			return 200, object{"succeeded": true}
		}
		return s.page(q.ID)
	case len(parts) == 1 && r.Method == http.MethodPut:
		return s.create(parts[0], body)
	}
	x := s.index(parts[0])
	if x == nil {
		return 404, failed("index_not_found_exception", "no such index ["+parts[0]+"]")
	}
	switch {
	case parts[1] == "_mapping":
		return 200, object{parts[0]: object{"mappings": x.mapping}}
	case parts[1] == "_refresh":
		x.seen = maps.Clone(x.docs)
		return 200, object{}
	case parts[1] == "_bulk":
		return s.bulk(x, body)
	case parts[1] == "_doc":
		return s.doc(x, r, parts[2], body)
	case parts[1] == "_delete_by_query":
		return s.deleteBy(x, body)
	case parts[1] == "_search":
		var q object
		_ = json.Unmarshal(body, &q)
		q["size"] = float64(len(x.seen))
		id := "s" + strconv.Itoa(len(s.scrolls))
		s.scrolls[id] = search(x, q)["hits"].(object)["hits"].([]any)
		return s.page(id)
	case parts[1] == "_stats":
		return 200, object{"_all": object{"primaries": object{"docs": object{"count": len(x.seen)}}}}
	}
	return 400, failed("illegal_argument_exception", r.Method+" "+r.URL.Path)
}

// maxPage is how many documents of a scroll come at a time, so that those of a test come in several pages.
const maxPage = 10

// page gives the next documents of a scroll. The same id asked again gives those that follow.
func (s *Server) page(id string) (int, any) {
	left, ok := s.scrolls[id]
	if !ok {
		return 404, failed("search_context_missing_exception", "No search context found for id ["+id+"]")
	}
	n := min(maxPage, len(left))
	s.scrolls[id] = left[n:]
	return 200, object{"_scroll_id": id, "hits": object{"hits": left[:n]}}
}

// failed is an error in OpenSearch's words. The status in it is not that of the answer.
func failed(kind, reason string) object {
	return object{"error": object{"type": kind, "reason": reason}, "status": 404}
}

// index finds an index by its name or by an alias; nil where there is none.
func (s *Server) index(name string) *index {
	if to, ok := s.aliases[name]; ok {
		name = to
	}
	return s.indices[name]
}

// setAliases carries out what is added. An alias stands for one index here: what is removed from it
// is replaced anyhow.
func (s *Server) setAliases(body []byte) (int, any) {
	var q struct {
		Actions []map[string]struct{ Index, Alias string }
	}
	if err := json.Unmarshal(body, &q); err != nil {
		return 400, failed("parse_exception", err.Error())
	}
	for _, a := range q.Actions {
		if add, ok := a["add"]; ok {
			s.aliases[add.Alias] = add.Index
		}
	}
	return 200, object{"acknowledged": true}
}

// create makes an index, and takes from the mapping what the source keeps; 400 where there is one.
func (s *Server) create(name string, body []byte) (int, any) {
	if s.indices[name] != nil {
		return 400, failed("resource_already_exists_exception", "index ["+name+"] already exists")
	}
	var q struct{ Mappings object }
	if err := json.Unmarshal(body, &q); err != nil {
		return 400, failed("parse_exception", err.Error())
	}
	x := &index{mapping: q.Mappings, inSource: map[string]bool{}, docs: map[string]*document{}, seen: map[string]*document{}}
	source, _ := q.Mappings["_source"].(object)
	for _, field := range list(source["includes"]) {
		x.inSource[field] = true
	}
	s.indices[name] = x
	return 200, object{"acknowledged": true}
}

// list gives the texts of a JSON list, none of anything else.
func list(v any) (out []string) {
	all, _ := v.([]any)
	for _, item := range all {
		if text, ok := item.(string); ok {
			out = append(out, text)
		}
	}
	return out
}

// put writes a document.
func (s *Server) put(x *index, id string, source []byte) *document {
	s.seq++
	d := &document{id: id, fields: object{}, words: map[string]map[string]int{}, seq: s.seq}
	_ = json.Unmarshal(source, &d.fields)
	properties, _ := x.mapping["properties"].(object)
	for field, v := range d.fields {
		of, _ := properties[field].(object)
		if text, ok := v.(string); ok && of["type"] == "text" {
			d.words[field] = map[string]int{}
			for _, w := range strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == '\n' || r == '\t' }) {
				d.words[field][w]++
			}
		}
	}
	x.docs[id] = d
	return d
}

// doc reads, writes or deletes one document; 409 where it is not in the state that is demanded.
func (s *Server) doc(x *index, r *http.Request, id string, body []byte) (int, any) {
	q := r.URL.Query()
	d := x.docs[id]
	conflict := q.Get("if_seq_no") != "" && (d == nil || strconv.FormatInt(d.seq, 10) != q.Get("if_seq_no")) ||
		q.Get("op_type") == "create" && d != nil
	switch {
	case r.Method == http.MethodGet && d == nil:
		return 404, object{"_id": id, "found": false}
	case r.Method == http.MethodGet:
		return 200, object{"_id": id, "found": true, "_seq_no": d.seq, "_primary_term": 1, "_source": x.source(d)}
	case conflict:
		return 409, failed("version_conflict_engine_exception", "["+id+"]")
	case r.Method == http.MethodDelete:
		delete(x.docs, id)
	default:
		d = s.put(x, id, body)
	}
	if q.Get("refresh") == "true" {
		x.seen = maps.Clone(x.docs)
	}
	return 200, object{"_id": id, "_seq_no": d.seq, "_primary_term": 1}
}

// bulk writes and deletes documents in order, with a status for each. Searches see
// it after a refresh.
func (s *Server) bulk(x *index, body []byte) (int, any) {
	var items []any
	lines := strings.Split(strings.TrimSuffix(string(body), "\n"), "\n")
	for i := 0; i < len(lines); i++ {
		var head map[string]struct {
			ID string `json:"_id"`
		}
		_ = json.Unmarshal([]byte(lines[i]), &head)
		if write, ok := head["index"]; ok {
			i++
			s.put(x, write.ID, []byte(lines[i]))
			items = append(items, object{"index": object{"status": 201}})
			continue
		}
		status := 200
		if x.docs[head["delete"].ID] == nil {
			status = 404
		}
		delete(x.docs, head["delete"].ID)
		items = append(items, object{"delete": object{"status": status}})
	}
	return 200, object{"items": items}
}

// deleteBy deletes what a query finds, and refreshes the index.
func (s *Server) deleteBy(x *index, body []byte) (int, any) {
	var q object
	_ = json.Unmarshal(body, &q)
	n := 0
	for id, d := range x.seen {
		if ok, _ := matches(d, q["query"]); ok {
			delete(x.docs, id)
			n++
		}
	}
	x.seen = maps.Clone(x.docs)
	return 200, object{"deleted": n}
}

// msearch answers searches of two lines each, a head and a body. Where an index is missing that
// search alone fails.
func (s *Server) msearch(body []byte) (int, any) {
	var out []any
	lines := strings.Split(strings.TrimSpace(string(body)), "\n")
	for i := 0; i+1 < len(lines); i += 2 {
		var head struct{ Index string }
		var q object
		_ = json.Unmarshal([]byte(lines[i]), &head)
		_ = json.Unmarshal([]byte(lines[i+1]), &q)
		x := s.index(head.Index)
		if x == nil {
			out = append(out, object{"status": 404, "error": failed("index_not_found_exception", head.Index)["error"]})
			continue
		}
		out = append(out, search(x, q))
	}
	return 200, object{"responses": out}
}

// source is what is kept of a document.
func (x *index) source(d *document) object {
	out := object{}
	for field, v := range d.fields {
		if x.inSource[field] {
			out[field] = v
		}
	}
	return out
}
