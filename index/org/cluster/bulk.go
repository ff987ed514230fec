package cluster

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"time"
)

// Bounds of a bulk request. A cluster that turns some of it away gets the rest in halves, later.
const (
	bulkBytes   = 4 << 20
	bulkDocs    = 1000
	bulkTries   = 8
	bulkTimeout = 60 * time.Second
	maxPause    = 10 * time.Second
)

// action is one line of a bulk request, with its document.
type action struct{ head, source []byte }

// Bulk gathers documents to be written and deleted, and sends them in requests of a bounded size.
// It is not for concurrent use. What it wrote can be found after a Refresh.
type Bulk struct {
	c       *Cluster
	index   string
	actions []action
	size    int
	most    int // documents a request: halved when the cluster is busy
	Sent    int // documents
}

// Bulk begins to write to an index.
func (c *Cluster) Bulk(index string) *Bulk {
	patient := &Cluster{server: c.server, base: c.base, client: c.client, delay: c.delay}
	patient.server.Timeout = max(c.server.Timeout, bulkTimeout)
	return &Bulk{c: patient, index: index, most: bulkDocs}
}

// Write adds a document, in the place of one with the same id.
func (b *Bulk) Write(ctx context.Context, id string, source any) error {
	text, err := json.Marshal(source)
	if err != nil {
		return err
	}
	return b.add(ctx, "index", id, text)
}

// Delete adds that a document is to go.
func (b *Bulk) Delete(ctx context.Context, id string) error { return b.add(ctx, "delete", id, nil) }

// add gathers one action, and sends all when bytes or documents reach what one request may have.
// what is "index", or "delete" without a source.
func (b *Bulk) add(ctx context.Context, what, id string, source []byte) error {
	head, err := json.Marshal(map[string]any{what: map[string]string{"_id": id}})
	if err != nil {
		return err
	}
	b.actions = append(b.actions, action{head, source})
	if b.size += len(head) + len(source); b.size < bulkBytes && len(b.actions) < b.most {
		return nil
	}
	return b.Flush(ctx)
}

// Flush sends what was gathered. What a busy cluster turns away is sent again, less at a time.
func (b *Bulk) Flush(ctx context.Context) error {
	left, wait := b.actions, b.c.delay
	b.actions, b.size = nil, 0
	for try := 1; len(left) > 0; try++ {
		part := left[:min(len(left), b.most)]
		refused, why, err := b.send(ctx, part)
		if err != nil {
			return err
		}
		b.Sent += len(part) - len(refused)
		if left = append(refused, left[len(part):]...); len(refused) == 0 {
			try = 0 // the tries count anew once nothing is turned away
			continue
		}
		if try == bulkTries {
			return why
		}
		b.most = max(b.most/2, 1)
		if err := pause(ctx, wait); err != nil {
			return err
		}
		wait = min(2*wait, maxPause)
	}
	return nil
}

// send makes one request, and gives back what a busy cluster turned away.
func (b *Bulk) send(ctx context.Context, part []action) (refused []action, why error, err error) {
	var body bytes.Buffer
	for _, a := range part {
		body.Write(a.head)
		body.WriteByte('\n')
		if a.source != nil {
			body.Write(a.source)
			body.WriteByte('\n')
		}
	}
	var got struct {
		Errors bool
		Items  []map[string]struct {
			Status int
			Error  json.RawMessage
		}
	}
	q := call{method: http.MethodPost, path: "/" + url.PathEscape(b.index) + "/_bulk", body: body.Bytes(), again: true}
	if _, err := b.c.ask(ctx, q, &got); err != nil {
		if e, ok := err.(*Error); ok && e.Kind == Busy {
			return part, err, nil
		}
		return nil, nil, err
	}
	if len(got.Items) != len(part) {
		return nil, nil, &Error{Kind: Strange, Host: b.c.Host(), Words: "not as many answers as documents"}
	}
	for i, item := range got.Items {
		for what, it := range item {
			if it.Status < 300 || what == "delete" && it.Status == http.StatusNotFound {
				continue
			}
			failed := b.c.refusal(&reply{it.Status, append(append([]byte(`{"error":`), it.Error...), '}')})
			if failed.Kind != Busy {
				return nil, nil, failed
			}
			refused, why = append(refused, part[i]), failed
		}
	}
	return refused, why, nil
}
