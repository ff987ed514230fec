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
	maxMessage = 4 << 20 // bytes of a message; longer ones are refused
	lastWord   = 5 * time.Second
)

// ServeStdio answers one client that writes one message a line, until in ends or ctx does.
func (s *Server) ServeStdio(ctx context.Context, in io.Reader, out io.Writer) error {
	w := &lineWriter{w: out, pending: map[string]bool{}}
	passed, feed := io.Pipe()
	go func() {
		err := filter(in, feed, w)
		w.wait(lastWord) // what was asked before in ended is still answered
		feed.CloseWithError(err)
	}()
	err := s.sdk.Run(ctx, &sdk.IOTransport{Reader: passed, Writer: w, MaxLineLength: maxMessage + 1<<10})
	if ctx.Err() != nil || errors.Is(err, io.EOF) || errors.Is(err, io.ErrClosedPipe) {
		return nil
	}
	return err
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
		if !answer.expect(msg) {
			answer.refuse(jsonrpc.CodeInvalidRequest, "the id of the request is in use")
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
	mu      sync.Mutex
	w       io.Writer
	pending map[string]bool // by id as JSON
}

// Write writes lines that the SDK has made.
func (w *lineWriter) Write(line []byte) (int, error) {
	var m struct {
		ID     json.RawMessage `json:"id"`
		Method string          `json:"method"`
	}
	answered := json.Unmarshal(line, &m) == nil && m.Method == "" && len(m.ID) > 0
	w.mu.Lock()
	defer w.mu.Unlock()
	n, err := w.w.Write(line)
	if answered {
		delete(w.pending, string(m.ID))
	}
	return n, err
}

// Close leaves the stream as it is: it is the process's.
func (w *lineWriter) Close() error { return nil }

// expect remembers that a request is to be answered; false when one of its id is not answered yet.
func (w *lineWriter) expect(msg jsonrpc.Message) bool {
	req, ok := msg.(*jsonrpc.Request)
	if !ok {
		return true
	}
	if !req.IsCall() {
		w.forget(req)
		return true
	}
	id, err := json.Marshal(req.ID.Raw())
	if err != nil {
		return false
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if _, taken := w.pending[string(id)]; taken {
		return false
	}
	w.pending[string(id)] = req.Method != "subscriptions/listen" // that one is answered at the end
	return true
}

// forget drops a request that the client has taken back.
func (w *lineWriter) forget(req *jsonrpc.Request) {
	var p struct {
		ID json.RawMessage `json:"requestId"`
	}
	if req.Method != "notifications/cancelled" || json.Unmarshal(req.Params, &p) != nil {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.pending, string(p.ID))
}

// wait waits until all is answered, but not for long.
func (w *lineWriter) wait(limit time.Duration) {
	for end := time.Now().Add(limit); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		w.mu.Lock()
		open := false
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
	w.w.Write(append(b, '\n'))
}
