package wire

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/text/wording"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// lineConn is a connection to a client that reads a message a line. It knows which requests have
// not been answered.
type lineConn struct {
	incoming chan jsonrpc.Message
	ended    chan struct{} // closed when no message comes any more
	endOnce  sync.Once
	cause    error // of the end

	refusals chan []byte // that wait to be written: who reads the input waits for no writing
	writing  sync.Mutex  // held while a line is written, which may take as long as the client likes
	w        io.Writer
	line     []byte // the last one's memory

	mu      sync.Mutex
	pending map[jsonrpc.ID]bool // false for what is answered at the end
	unsaid  int                 // refusals that are not written
}

// newLineConn makes a connection that writes to w and is handed what was read.
func newLineConn(w io.Writer) *lineConn {
	return &lineConn{
		incoming: make(chan jsonrpc.Message),
		ended:    make(chan struct{}),
		w:        w,
		pending:  map[jsonrpc.ID]bool{},
		refusals: make(chan []byte, maxRefused),
	}
}

// Connect gives the connection itself.
func (c *lineConn) Connect(context.Context) (sdk.Connection, error) { return c, nil }

// SessionID is empty: a process has one session.
func (c *lineConn) SessionID() string { return "" }

// Read gives the next message, io.EOF when there are no more.
func (c *lineConn) Read(ctx context.Context) (jsonrpc.Message, error) {
	select {
	case msg := <-c.incoming:
		return msg, nil
	case <-c.ended:
		return nil, c.cause
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// hand passes a message to Read. It tells whether the connection is still open.
func (c *lineConn) hand(msg jsonrpc.Message) bool {
	select {
	case c.incoming <- msg:
		return true
	case <-c.ended:
		return false
	}
}

// Close ends the reading. The streams stay as they are: they are the process's.
func (c *lineConn) Close() error {
	c.end(nil)
	return nil
}

// end tells Read that nothing more comes, nil for the end of the input.
func (c *lineConn) end(err error) {
	c.endOnce.Do(func() {
		if c.cause = err; err == nil {
			c.cause = io.EOF
		}
		close(c.ended)
	})
}

// maxKeptLine is the longest line whose memory is used for the next one.
const maxKeptLine = 1 << 20

// Write writes a message as a line.
func (c *lineConn) Write(ctx context.Context, msg jsonrpc.Message) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	c.writing.Lock()
	line, err := appendMessage(c.line[:0], msg)
	if err == nil {
		_, err = c.w.Write(append(report.Escape(line), '\n'))
	}
	if c.line = line; cap(line) > maxKeptLine {
		c.line = nil
	}
	c.writing.Unlock()
	if answer, ok := msg.(*jsonrpc.Response); ok {
		c.drop(answer.ID)
	}
	return err
}

// appendMessage encodes a message. A result, which is JSON without line ends already, is not read
// through once more.
func appendMessage(b []byte, msg jsonrpc.Message) ([]byte, error) {
	if r, ok := msg.(*jsonrpc.Response); ok && r.Error == nil && len(r.Result) > 0 && bytes.IndexByte(r.Result, '\n') < 0 {
		id, err := json.Marshal(r.ID.Raw())
		b = append(b, `{"jsonrpc":"2.0","id":`...)
		b = append(b, id...)
		b = append(b, `,"result":`...)
		b = append(b, r.Result...)
		return append(b, '}'), err
	}
	whole, err := jsonrpc.EncodeMessage(msg)
	return append(b, whole...), err
}

// drop forgets a request: it is answered, or taken back.
func (c *lineConn) drop(id jsonrpc.ID) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.pending, id)
}

// expect remembers that a request is to be answered; else it says why it is not.
func (c *lineConn) expect(msg jsonrpc.Message) (refusal string) {
	req, ok := msg.(*jsonrpc.Request)
	if !ok {
		return ""
	}
	if !req.IsCall() {
		c.forget(req)
		return ""
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, taken := c.pending[req.ID]; taken {
		return "the id of the request is in use"
	}
	if len(c.pending) >= MaxPending {
		return fmt.Sprintf("%d requests are open: read their answers first", MaxPending)
	}
	c.pending[req.ID] = req.Method != "subscriptions/listen" // that one is answered at the end
	return ""
}

// forget drops a request that the client has taken back.
func (c *lineConn) forget(req *jsonrpc.Request) {
	var p struct {
		ID any `json:"requestId"`
	}
	if req.Method != "notifications/cancelled" || json.Unmarshal(req.Params, &p) != nil {
		return
	}
	if id, err := jsonrpc.MakeID(p.ID); err == nil {
		c.drop(id)
	}
}

// wait waits until all is answered, but not for long.
func (c *lineConn) wait(limit time.Duration) {
	for end := time.Now().Add(limit); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		c.mu.Lock()
		open := c.unsaid > 0
		for _, counts := range c.pending {
			open = open || counts
		}
		c.mu.Unlock()
		if !open {
			return
		}
	}
}

// refuse answers what is no message. Nobody knows its id.
func (c *lineConn) refuse(code int64, message string) {
	b, err := json.Marshal(
		map[string]any{"jsonrpc": "2.0", "id": nil, "error": map[string]any{"code": code, "message": wording.Clip(oneLine(message), 300)}},
	)
	if err != nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	select {
	case c.refusals <- append(b, '\n'):
		c.unsaid++
	default:
	}
}

// writeRefusals writes them until ctx ends.
func (c *lineConn) writeRefusals(ctx context.Context) {
	for {
		select {
		case line := <-c.refusals:
			c.writing.Lock()
			c.w.Write(line)
			c.writing.Unlock()
			c.mu.Lock()
			c.unsaid--
			c.mu.Unlock()
		case <-ctx.Done():
			return
		}
	}
}

// oneLine is a text on one line, without what could harm a terminal.
func oneLine(s string) string { return report.CleanLine(wording.OneLine(s)) }
