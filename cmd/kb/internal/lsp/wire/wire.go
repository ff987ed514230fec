// Package wire carries the messages of the language server protocol: JSON-RPC 2.0, each message
// behind a header that says its length. It knows nothing of notes.
package wire

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"

	"github.com/9aea2451/kb/cmd/kb/internal/report"
)

// Limits of what a peer may send. A buffer of the greatest note that is read at all, written as
// JSON with every byte escaped, fits into a message.
const (
	maxHeader  = 4 << 10  // bytes of all header lines of a message
	maxMessage = 64 << 20 // bytes of the body
)

// Codes of errors, of JSON-RPC and of the protocol.
const (
	ParseError       = -32700
	InvalidRequest   = -32600
	MethodNotFound   = -32601
	InvalidParams    = -32602
	InternalError    = -32603
	NotInitialized   = -32002
	RequestCancelled = -32800
	RequestFailed    = -32803
)

// Message is a request, a notification or a response, as it came or as it goes.
type Message struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id,omitempty"` // a number or a text; none for a notification
	Method  string          `json:"method,omitempty"`
	Params  json.RawMessage `json:"params,omitempty"`
	Result  json.RawMessage `json:"result,omitempty"`
	Error   *Error          `json:"error,omitempty"`
}

// Error is why a request has no result.
type Error struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

func (e *Error) Error() string { return e.Message }

// Request reports whether the message is one that wants an answer.
func (m *Message) Request() bool { return m.Method != "" && len(m.ID) > 0 }

// ErrMalformed is a message whose body is no JSON-RPC: the next one can still be read.
var ErrMalformed = errors.New("not a message of JSON-RPC 2.0")

// Reader reads messages from a stream, one after another.
type Reader struct{ in *bufio.Reader }

// NewReader reads from a stream.
func NewReader(in io.Reader) *Reader { return &Reader{bufio.NewReaderSize(in, 64<<10)} }

// Read returns the next message; io.EOF where the stream ends between two. After ErrMalformed it
// can be called again, after any other error it cannot.
func (r *Reader) Read() (*Message, error) {
	length, err := r.header()
	if err != nil {
		return nil, err
	}
	// Memory grows with what has come, not with what was promised.
	body, err := io.ReadAll(io.LimitReader(r.in, int64(length)))
	if err == nil && len(body) < length {
		err = io.ErrUnexpectedEOF
	}
	if err != nil {
		return nil, fmt.Errorf("a message of %d bytes is cut short: %w", length, io.ErrUnexpectedEOF)
	}
	var m Message
	if err := json.Unmarshal(body, &m); err != nil || m.Version != "2.0" || !validID(m.ID) {
		return nil, ErrMalformed
	}
	if string(m.ID) == "null" {
		m.ID = nil
	}
	return &m, nil
}

// validID tells a number, a text or nothing.
func validID(id json.RawMessage) bool {
	return len(id) == 0 || id[0] == '"' || id[0] == '-' || id[0] >= '0' && id[0] <= '9' || string(id) == "null"
}

// header reads the header lines of a message and returns the length of its body.
func (r *Reader) header() (length int, err error) {
	length = -1
	for read := 0; ; {
		line, err := r.in.ReadSlice('\n')
		read += len(line)
		switch {
		case errors.Is(err, bufio.ErrBufferFull), read > maxHeader:
			return 0, errors.New("the header of a message is too long")
		case err != nil && read == 0 && errors.Is(err, io.EOF):
			return 0, io.EOF
		case err != nil:
			return 0, fmt.Errorf("read a header: %w", io.ErrUnexpectedEOF)
		}
		text := strings.TrimRight(string(line), "\r\n")
		if text == "" {
			break
		}
		name, value, _ := strings.Cut(text, ":")
		if !strings.EqualFold(strings.TrimSpace(name), "Content-Length") {
			continue
		}
		if length, err = strconv.Atoi(strings.TrimSpace(value)); err != nil || length < 0 || length > maxMessage {
			return 0, fmt.Errorf("a message of %s bytes: at most %d can be read", strings.TrimSpace(value), maxMessage)
		}
	}
	if length < 0 {
		return 0, errors.New("a message without Content-Length")
	}
	return length, nil
}

// Writer writes messages to a stream, each whole. It may be used from several goroutines.
type Writer struct {
	mu  sync.Mutex
	out io.Writer
}

// NewWriter writes to a stream.
func NewWriter(out io.Writer) *Writer { return &Writer{out: out} }

// Respond answers a request: with the result, or with the error where there is one.
func (w *Writer) Respond(id json.RawMessage, result any, failure *Error) error {
	if len(id) == 0 {
		id = json.RawMessage("null") // of a message that could not be read
	}
	m := Message{ID: id, Error: failure}
	if failure == nil {
		body, err := json.Marshal(result)
		if err != nil {
			return fmt.Errorf("write an answer: %w", err)
		}
		m.Result = body
	}
	return w.write(&m)
}

// Notify tells something that nobody answers.
func (w *Writer) Notify(method string, params any) error { return w.send(nil, method, params) }

// Request asks the other side. Its answer comes as a message with this id.
func (w *Writer) Request(id int, method string, params any) error {
	return w.send(json.RawMessage(strconv.Itoa(id)), method, params)
}

// send writes a request, or a notification where id is nil.
func (w *Writer) send(id json.RawMessage, method string, params any) error {
	body, err := json.Marshal(params)
	if err != nil {
		return fmt.Errorf("write %s: %w", method, err)
	}
	return w.write(&Message{ID: id, Method: method, Params: body})
}

// write sends a message in one call of Write, header and body, so that those of several goroutines
// do not mix. Harmful characters stand as escapes in it.
func (w *Writer) write(m *Message) error {
	m.Version = "2.0"
	body, err := json.Marshal(m)
	if err != nil {
		return fmt.Errorf("write a message: %w", err)
	}
	body = report.Escape(body)
	w.mu.Lock()
	defer w.mu.Unlock()
	whole := append([]byte("Content-Length: "+strconv.Itoa(len(body))+"\r\n\r\n"), body...)
	if _, err := w.out.Write(whole); err != nil {
		return fmt.Errorf("write a message: %w", err)
	}
	return nil
}
