package render

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
)

// Cursor is where the next page of an answer begins.
type Cursor struct {
	Offset int    `json:"o"`
	Asked  string `json:"q"` // digest of the tool and its arguments
	State  string `json:"s"` // digest of what was answered from
}

// MaxOffset bounds how many hits an answer can be paged through.
const MaxOffset = 500

// Digest tells values apart by the first six bytes of a SHA-256 of their JSON, in hex; "" for what
// has no JSON. It is no proof against who wants two to be alike: a cursor is the client's own.
func Digest(parts ...any) string {
	b, err := json.Marshal(parts)
	if err != nil {
		return ""
	}
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:6])
}

// Encode gives the cursor as clients pass it on.
func (c Cursor) Encode() string {
	b, err := json.Marshal(c)
	if err != nil {
		return ""
	}
	return base64.RawURLEncoding.EncodeToString(b)
}

// ReadCursor reads the cursor that a client was given for the same question, the beginning for "".
// most bounds where it may stand.
func ReadCursor(text, asked string, most int) (Cursor, error) {
	c := Cursor{Asked: asked}
	if text == "" {
		return c, nil
	}
	b, err := base64.RawURLEncoding.DecodeString(text)
	if err == nil {
		err = json.Unmarshal(b, &c)
	}
	switch {
	case err != nil || c.Offset < 0 || c.Offset > most:
		return c, Hint(errors.New("this is no cursor of an earlier answer"),
			"pass next_cursor as it came, or leave cursor out to begin anew")
	case c.Asked != asked:
		return c, Hint(errors.New("the cursor belongs to another question"),
			"repeat the arguments of the first call with it, or leave cursor out to begin anew")
	}
	return c, nil
}

// Moved says that the repository has changed since the page before, "" when it has not.
func (c Cursor) Moved(state string) string {
	if c.State == "" || c.State == state {
		return ""
	}
	return fmt.Sprintf(
		"the repository has changed since the page before: parts may come twice or be left out; leave cursor out to begin anew (offset %d)",
		c.Offset,
	)
}
