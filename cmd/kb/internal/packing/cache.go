package packing

import (
	"crypto/sha256"
	"sync"

	"github.com/9aea2451/kb/kb/history"
)

// Cache keeps what the history of a commit says of paths, and how many tokens texts take, for a
// server that is asked again and again. The zero value is empty. It may be used from several
// goroutines.
type Cache struct {
	mu     sync.Mutex
	commit string
	days   map[string]string
	moving map[string][]history.Companion

	counts map[[sha256.Size]byte]int // tokens, by the digest of the text
}

// maxCached is how many paths, and how many texts, are kept.
const maxCached = 50_000

// at empties the cache when another commit is asked about, or when it is full. The caller holds the lock.
func (c *Cache) at(commit string) {
	if c.commit != commit || len(c.days)+len(c.moving) >= maxCached {
		c.commit, c.days, c.moving = commit, map[string]string{}, map[string][]history.Companion{}
	}
}

// day gives what ask gave before for a path at a commit, or asks.
func (c *Cache) day(commit, path string, ask func() (string, error)) (string, error) {
	if c == nil {
		return ask()
	}
	return cached(c, commit, path, func() map[string]string { return c.days }, ask)
}

// companions gives what ask gave before for a path at a commit, or asks.
func (c *Cache) companions(commit, path string, ask func() ([]history.Companion, error)) ([]history.Companion, error) {
	if c == nil {
		return ask()
	}
	return cached(c, commit, path, func() map[string][]history.Companion { return c.moving }, ask)
}

// tokens counts the tokens of a text, if they were not counted before.
func (c *Cache) tokens(text string) (int, error) {
	key := sha256.Sum256([]byte(text))
	c.mu.Lock()
	n, ok := c.counts[key]
	c.mu.Unlock()
	if ok {
		return n, nil
	}
	n, err := Tokens(text)
	if err != nil {
		return 0, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.counts == nil || len(c.counts) >= maxCached {
		c.counts = map[[sha256.Size]byte]int{}
	}
	c.counts[key] = n
	return n, nil
}

// cached gives what a map of the cache has of a path, else what ask says, kept unless that failed.
// The lock is not held while ask runs: two may ask at once. As at makes new maps, in is a function.
func cached[V any](c *Cache, commit, path string, in func() map[string]V, ask func() (V, error)) (V, error) {
	c.mu.Lock()
	c.at(commit)
	v, ok := in()[path]
	c.mu.Unlock()
	if ok {
		return v, nil
	}
	v, err := ask()
	if err != nil {
		return v, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at(commit)
	in()[path] = v
	return v, nil
}
