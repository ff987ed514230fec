package modeltest

import (
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
)

// Fault is one way to fail a request. done is closed when the test ends.
type Fault func(w http.ResponseWriter, r *http.Request, done <-chan struct{})

// Faults lists, by name, what no server may do harm with. Each answers otherwise than it was asked.
func Faults() map[string]Fault {
	return map[string]Fault{
		"hangs":              Hang,
		"hangs midway":       HangMidway,
		"cuts the body":      Cut,
		"is gone":            Abort,
		"sends too much":     Huge,
		"streams garbage":    Stream,
		"sends no JSON":      Body("<html>It works!</html>"),
		"sends broken JSON":  Body(`{"choices":[{"message":{"content":"`),
		"sends null":         Body("null"),
		"sends other types":  Body(`{"choices":7,"content":7,"message":7,"data":7,"embeddings":7,"results":7}`),
		"sends nothing":      Body(""),
		"answers nothing":    Body(`{"choices":[],"content":[],"message":{},"data":[],"embeddings":[],"results":[]}`),
		"lies about numbers": Lie,
		"asks for a tool":    Tool,
		"is at its limit":    Status(http.StatusTooManyRequests, "Retry-After", "0"),
		"fails":              Status(http.StatusInternalServerError),
		"is overloaded":      Status(529),
		"knows no key":       Status(http.StatusUnauthorized),
		"leads elsewhere":    Status(http.StatusTemporaryRedirect, "Location", "http://192.0.2.1/v1/elsewhere"),
	}
}

// Hang never answers.
func Hang(_ http.ResponseWriter, r *http.Request, done <-chan struct{}) {
	select {
	case <-r.Context().Done():
	case <-done:
	}
}

// HangMidway begins an answer and never ends it.
func HangMidway(w http.ResponseWriter, r *http.Request, done <-chan struct{}) {
	_, _ = io.WriteString(w, `{"choices":[`)
	w.(http.Flusher).Flush()
	Hang(w, r, done)
}

// Cut ends the connection before the body is whole.
func Cut(w http.ResponseWriter, _ *http.Request, _ <-chan struct{}) {
	w.Header().Set("Content-Length", "1000")
	_, _ = io.WriteString(w, `{"choices":[`)
}

// Abort ends the connection without an answer.
func Abort(http.ResponseWriter, *http.Request, <-chan struct{}) { panic(http.ErrAbortHandler) }

// Huge sends 64 MiB.
func Huge(w http.ResponseWriter, _ *http.Request, _ <-chan struct{}) {
	block := []byte(strings.Repeat(" ", 64<<10))
	for range 1 << 10 {
		if _, err := w.Write(block); err != nil {
			return
		}
	}
}

// Stream sends events where one answer was asked for, the last one broken.
func Stream(w http.ResponseWriter, _ *http.Request, _ <-chan struct{}) {
	w.Header().Set("Content-Type", "text/event-stream")
	for i := range 3 {
		fmt.Fprintf(w, "data: {\"choices\":[{\"delta\":{\"content\":\"%d\"}}]}\n\n", i)
		w.(http.Flusher).Flush()
	}
	_, _ = io.WriteString(w, "data: {\"choi\x00\xff")
}

// Lie answers in the right form with numbers that cannot be: usage below zero, places that nobody
// asked about.
func Lie(w http.ResponseWriter, _ *http.Request, _ <-chan struct{}) {
	_, _ = io.WriteString(w, `{"data":[{"index":-1,"embedding":[1]}],"embeddings":[[0]],"results":[{"index":-5,"relevance_score":1e300}],
"choices":[{"message":{"content":"{}"}}],"message":{"content":"{}"},"content":[{"type":"text","text":"{}"}],
"usage":{"prompt_tokens":-1000000000,"completion_tokens":-1000000000,"input_tokens":-1000000000,"output_tokens":-1000000000},
"prompt_eval_count":-1000000000,"eval_count":-1000000000}`)
}

// Tool asks for a tool in each protocol at once.
func Tool(w http.ResponseWriter, _ *http.Request, _ <-chan struct{}) {
	_, _ = io.WriteString(w, `{"choices":[{"message":{"content":"{}","tool_calls":[{"id":"1","type":"function",
"function":{"name":"shell","arguments":"{\"command\":\"touch harm\"}"}}]},"finish_reason":"tool_calls"}],
"message":{"content":"{}","tool_calls":[{"function":{"name":"shell","arguments":{"command":"touch harm"}}}]},
"content":[{"type":"tool_use","id":"1","name":"shell","input":{"command":"touch harm"}}],"stop_reason":"tool_use"}`)
}

// Body answers with a text.
func Body(text string) Fault {
	return func(w http.ResponseWriter, _ *http.Request, _ <-chan struct{}) { _, _ = io.WriteString(w, text) }
}

// Status answers with a status and headers.
func Status(code int, headers ...string) Fault {
	return func(w http.ResponseWriter, _ *http.Request, _ <-chan struct{}) {
		for i := 0; i+1 < len(headers); i += 2 {
			w.Header().Set(headers[i], headers[i+1])
		}
		w.WriteHeader(code)
		_, _ = io.WriteString(w, `{"error":{"message":"status `+strconv.Itoa(code)+`"}}`)
	}
}
