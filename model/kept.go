package model

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/9aea2451/kb/kb/store"
)

// Bounds of what is kept.
const (
	keptMost  = 2000     // answers; the oldest go
	keptBytes = 64 << 10 // of an answer; a longer one is not kept
	keptEnd   = ".answer"
)

// keptFormat opens the file of an answer.
const keptFormat = store.Format("kb answer 1")

// Kept holds the answers of chats in a folder, a file each, by model and prompt, so that the same
// is not asked, sent and paid for twice. What cannot be read or written is asked again.
type Kept struct{ dir string }

// KeepIn keeps answers in a folder of kb's own, which is made with the first of them.
func KeepIn(dir string) *Kept { return &Kept{dir: dir} }

// Chat returns a Chat that looks up what c was asked before. m counts what was found; it may
// be nil.
func (k *Kept) Chat(c Chat, m *Meter) Chat { return &keptChat{Chat: c, kept: k, meter: m} }

// keptChat is the Chat that Kept.Chat returns.
type keptChat struct {
	Chat
	kept  *Kept
	meter *Meter
}

// Answer returns what is kept of the same prompt, without its secrets, if that still has the form
// of the schema; otherwise it asks, and keeps what comes without an error.
func (c *keptChat) Answer(ctx context.Context, p Prompt) (Answer, error) {
	p = p.Clean()
	schema, err := json.Marshal(p.Schema)
	if err != nil {
		return Answer{}, err
	}
	sum := sha256.New()
	for _, part := range []string{c.Model(), p.System, p.User, string(schema), fmt.Sprint(p.MaxTokens)} {
		fmt.Fprintf(sum, "%d %s\n", len(part), part) // with its length, so that no part runs into the next
	}
	path := filepath.Join(c.kept.dir, fmt.Sprintf("%x", sum.Sum(nil)[:16])+keptEnd)
	if text, ok := load(path); ok {
		if text, err = Form(text, p.Schema); err == nil {
			c.meter.kept()
			return Answer{Text: text, Kept: true}, nil
		}
	}
	a, err := c.Chat.Answer(ctx, p)
	if err == nil && len(a.Text) <= keptBytes {
		c.kept.save(path, a.Text)
	}
	return a, err
}

// load reads a kept answer; false where there is none, or none that is whole and of keptFormat.
func load(path string) (string, bool) {
	r, err := keptFormat.Load(path, keptBytes+1<<10)
	if err != nil {
		return "", false
	}
	text := r.String()
	return text, r.End() == nil
}

// save keeps an answer, and makes room. That it cannot be kept is no reason to withhold it.
func (k *Kept) save(path, text string) {
	_ = keptFormat.Save(path, func(s *store.Stream) error {
		s.String(text)
		return nil
	})
	entries, err := os.ReadDir(k.dir)
	if err != nil || len(entries) <= keptMost {
		return
	}
	type file struct {
		name string
		at   int64
	}
	var files []file
	for _, e := range entries {
		if info, err := e.Info(); err == nil && strings.HasSuffix(e.Name(), keptEnd) {
			files = append(files, file{e.Name(), info.ModTime().UnixNano()})
		}
	}
	slices.SortFunc(files, func(a, b file) int { return int(min(max(a.at-b.at, -1), 1)) })
	for _, f := range files[:max(0, len(files)-keptMost*9/10)] { // a tenth at a time
		_ = store.Remove(filepath.Join(k.dir, f.name))
	}
}
