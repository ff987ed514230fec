package wire

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

const (
	maxMessage = 4 << 20     // bytes of a message; longer ones are refused
	MaxPending = 1024        // requests of a client that are not answered; more are refused
	maxRefused = 64          // refusals that wait for the client to read; more are dropped
	lastBreath = time.Second // for the session to end when its input has
)

// Stdio answers one client that writes one message a line, until in ends or ctx does. When in ends,
// the calls that run are waited for as long as grace. A client that does not read its answers holds
// the end up no longer than that: then a goroutine that writes to out is left behind.
func Stdio(ctx context.Context, s *sdk.Server, in io.Reader, out io.Writer, grace time.Duration) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	c := newLineConn(out)
	go c.writeRefusals(ctx)
	gone := make(chan struct{})
	go func() {
		err := feed(in, c)
		c.wait(grace) // what was asked before in ended is still answered
		c.end(err)
		close(gone)
	}()
	done := make(chan error, 1)
	go func() { done <- s.Run(ctx, c) }()
	var err error
	select {
	case err = <-done:
	case <-after(gone, ctx.Done(), lastBreath):
		return nil
	}
	if ctx.Err() != nil || errors.Is(err, io.EOF) {
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

// feed passes the lines on that are messages, and answers the others. It returns nil at the end of in.
func feed(in io.Reader, to *lineConn) error {
	r := bufio.NewReaderSize(in, 1<<16)
	for {
		line, tooLong, err := readLine(r)
		switch line = bytes.TrimSpace(line); {
		case tooLong:
			to.refuse(jsonrpc.CodeInvalidRequest, fmt.Sprintf("the message is longer than %d MiB: ask for less at a time", maxMessage>>20))
		case len(line) > 0 && !pass(line, to):
			return nil
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

// pass hands the message of a line on, or each of a batch. It tells whether there is a session to take more.
func pass(line []byte, to *lineConn) bool {
	messages := []json.RawMessage{line}
	if line[0] == '[' {
		if err := json.Unmarshal(line, &messages); err != nil || len(messages) == 0 {
			to.refuse(jsonrpc.CodeParseError, "this is no message: one JSON object a line is")
			return true
		}
	}
	for _, m := range messages {
		if !json.Valid(m) {
			to.refuse(jsonrpc.CodeParseError, "this is no JSON: one JSON object a line is a message")
			continue
		}
		msg, err := jsonrpc.DecodeMessage(m)
		if err != nil {
			to.refuse(jsonrpc.CodeInvalidRequest, "this is no JSON-RPC message: "+err.Error())
			continue
		}
		if why := to.expect(msg); why != "" {
			to.refuse(jsonrpc.CodeInvalidRequest, why)
			continue
		}
		if !to.hand(msg) {
			return false
		}
	}
	return true
}
