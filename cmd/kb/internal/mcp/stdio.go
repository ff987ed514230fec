package mcp

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

const (
	maxMessage = 4 << 20         // bytes of a message; longer ones are refused
	maxPending = 1024            // requests of a client that are not answered; more are refused
	maxRefused = 64              // refusals that wait for the client to read; more are dropped
	lastWord   = 5 * time.Second // for calls that run when the input has ended
	lastBreath = time.Second     // for the session to end when its input has
)

// ServeStdio answers one client that writes one message a line, until in ends or ctx does. A client that does not read its answers holds it up
// no longer than that: then a goroutine that writes to out is left behind.
func (s *Server) ServeStdio(ctx context.Context, in io.Reader, out io.Writer) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	w := &lineWriter{w: out, pending: map[string]bool{}, refusals: make(chan []byte, maxRefused)}
	go w.writeRefusals(ctx)
	passed, feed := io.Pipe()
	gone := make(chan struct{})
	go func() {
		err := filter(in, feed, w)
		w.wait(s.lastWord) // what was asked before in ended is still answered
		feed.CloseWithError(err)
		close(gone)
	}()
	done := make(chan error, 1)
	go func() {
		done <- s.sdk.Run(ctx, &sdk.IOTransport{Reader: passed, Writer: w, MaxLineLength: maxMessage + 1<<10})
	}()
	var err error
	select {
	case err = <-done:
	case <-after(gone, ctx.Done(), lastBreath):
		return nil
	}
	if ctx.Err() != nil || errors.Is(err, io.EOF) || errors.Is(err, io.ErrClosedPipe) {
		return nil
	}
	return err
}

// after gives a channel that is closed some time after one of two is.
func after(one, other <-chan struct{}, d time.Duration) <-chan struct{} {
	out := make(chan struct{})
	go func() {
		select {
		case <-one:
		case <-other:
		}
		time.AfterFunc(d, func() { close(out) })
	}()
	return out
}

// filter passes the lines on that are messages, and answers the others: the SDK would end the session at the first of them.
func filter(in io.Reader, to io.Writer, answer *lineWriter) error {
	r := bufio.NewReaderSize(in, 1<<16)
	for {
		line, tooLong, err := readLine(r)
		switch {
		case tooLong:
			answer.refuse(jsonrpc.CodeInvalidRequest, fmt.Sprintf("the message is longer than %d MiB: ask for less at a time", maxMessage>>20))
		case len(bytes.TrimSpace(line)) > 0:
			if e := pass(line, to, answer); e != nil {
				return e
			}
		}
		if err != nil {
			if err == io.EOF {
				return nil
			}
			return err
		}
	}
}

// readLine reads up to the next line end. A line over maxMessage is skipped.
func readLine(r *bufio.Reader) (line []byte, tooLong bool, err error) {
	for {
		part, err := r.ReadSlice('\n')
		if len(line)+len(part) > maxMessage {
			tooLong, line = true, nil
		} else if !tooLong {
			line = append(line, part...)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, tooLong, err
		}
	}
}

// pass hands the message of a line on, or each of a batch.
func pass(line []byte, to io.Writer, answer *lineWriter) error {
	messages := []json.RawMessage{line}
	if bytes.TrimSpace(line)[0] == '[' {
		if err := json.Unmarshal(line, &messages); err != nil || len(messages) == 0 {
			answer.refuse(jsonrpc.CodeParseError, "this is no message: one JSON object a line is")
			return nil
		}
	}
	for _, m := range messages {
		var compact bytes.Buffer
		if err := json.Compact(&compact, m); err != nil {
			answer.refuse(jsonrpc.CodeParseError, "this is no JSON: "+err.Error())
			continue
		}
		msg, err := jsonrpc.DecodeMessage(compact.Bytes())
		if err != nil {
			answer.refuse(jsonrpc.CodeInvalidRequest, "this is no JSON-RPC message: "+err.Error())
			continue
		}
		if why := answer.expect(msg); why != "" {
			answer.refuse(jsonrpc.CodeInvalidRequest, why)
			continue
		}
		compact.WriteByte('\n')
		if _, err := to.Write(compact.Bytes()); err != nil {
			return nil // the session has ended
		}
	}
	return nil
}

// lineWriter writes whole lines, and knows which requests have not been answered.
type lineWriter struct {
	refusals chan []byte // that wait to be written: who reads the input waits for no writing
	writing  sync.Mutex  // held while a line is written, which may take as long as the client likes
	w        io.Writer

	mu      sync.Mutex
	pending map[string]bool // by id as JSON; false for what is answered at the end
	unsaid  int             // refusals that are not written
}

// Write writes lines that the SDK has made.
func (w *lineWriter) Write(line []byte) (int, error) {
	var m struct {
		ID     json.RawMessage `json:"id"`
		Method string          `json:"method"`
	}
	answered := json.Unmarshal(line, &m) == nil && m.Method == "" && len(m.ID) > 0
	w.writing.Lock()
	n, err := w.w.Write(line)
	w.writing.Unlock()
	if answered {
		w.drop(m.ID)
	}
	return n, err
}

// drop forgets a request, however its id is written: one sign can be escaped or not.
func (w *lineWriter) drop(written json.RawMessage) {
	var raw any
	d := json.NewDecoder(bytes.NewReader(written))
	d.UseNumber()
	if d.Decode(&raw) != nil {
		return
	}
	id, err := json.Marshal(raw)
	if err != nil {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.pending, string(id))
}

// Close leaves the stream as it is: it is the process's.
func (w *lineWriter) Close() error { return nil }

// expect remembers that a request is to be answered; else it says why it is not.
func (w *lineWriter) expect(msg jsonrpc.Message) (refusal string) {
	req, ok := msg.(*jsonrpc.Request)
	if !ok {
		return ""
	}
	if !req.IsCall() {
		w.forget(req)
		return ""
	}
	id, err := json.Marshal(req.ID.Raw())
	if err != nil {
		return "the id of the request cannot be written"
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if _, taken := w.pending[string(id)]; taken {
		return "the id of the request is in use"
	}
	if len(w.pending) >= maxPending {
		return fmt.Sprintf("%d requests are open: read their answers first", maxPending)
	}
	w.pending[string(id)] = req.Method != "subscriptions/listen" // that one is answered at the end
	return ""
}

// forget drops a request that the client has taken back.
func (w *lineWriter) forget(req *jsonrpc.Request) {
	var p struct {
		ID json.RawMessage `json:"requestId"`
	}
	if req.Method != "notifications/cancelled" || json.Unmarshal(req.Params, &p) != nil {
		return
	}
	w.drop(p.ID)
}

// wait waits until all is answered, but not for long.
func (w *lineWriter) wait(limit time.Duration) {
	for end := time.Now().Add(limit); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		w.mu.Lock()
		open := w.unsaid > 0
		for _, counts := range w.pending {
			open = open || counts
		}
		w.mu.Unlock()
		if !open {
			return
		}
	}
}

// refuse answers what is no message. Nobody knows its id.
func (w *lineWriter) refuse(code int64, message string) {
	b, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": nil, "error": map[string]any{"code": code, "message": clip(cleanLine(message), 300)}})
	if err != nil {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	select {
	case w.refusals <- append(b, '\n'):
		w.unsaid++
	default:
	}
}

// writeRefusals writes them until ctx ends.
func (w *lineWriter) writeRefusals(ctx context.Context) {
	for {
		select {
		case line := <-w.refusals:
			w.writing.Lock()
			w.w.Write(line)
			w.writing.Unlock()
			w.mu.Lock()
			w.unsaid--
			w.mu.Unlock()
		case <-ctx.Done():
			return
		}
	}
}
