package cluster

import (
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"unicode"
)

// Kind is what is wrong with a cluster.
type Kind string

// What can be wrong.
const (
	Away        Kind = "away"        // nobody answers there
	Slow        Kind = "slow"        // no answer in time
	Busy        Kind = "busy"        // it turns requests away for now
	Full        Kind = "full"        // no room: OpenSearch has made the index read-only
	ReadOnly    Kind = "read-only"   // somebody has made the index read-only
	Foreign     Kind = "version"     // another program, or a version that is not spoken
	Certificate Kind = "certificate" // of a name or by a signer that is not trusted
	Denied      Kind = "denied"      // name, password or role
	Strange     Kind = "strange"     // an answer that is not understood
)

// Error is what is wrong with a cluster.
type Error struct {
	Kind  Kind
	Host  string
	Words string // of the network or of the cluster, one line
}

func (e *Error) Error() string {
	text := "the cluster at " + e.Host + " "
	switch e.Kind {
	case Away:
		text += "cannot be reached"
	case Slow:
		text += "does not answer in time"
	case Busy:
		text += "turns requests away for now"
	case Full:
		text += "has no room on its disks and takes nothing"
	case ReadOnly:
		text += "has made the index read-only"
	case Foreign:
		text += "is no OpenSearch that kb speaks to"
	case Certificate:
		text += "shows a certificate that is not trusted"
	case Denied:
		text += "refuses the name, the password or the role"
	default:
		text += "gives an answer that is not understood"
	}
	if e.Words != "" {
		text += ": " + e.Words
	}
	return text
}

// ErrConflict tells that somebody else has changed or made a document first.
var ErrConflict = errors.New("somebody else was first")

// refusal is the error of a status that is no success.
func (c *Cluster) refusal(got *reply) *Error {
	kind, words := kindOf(got.status, reason(got.body))
	e := &Error{Kind: kind, Host: c.Host()}
	if kind != Denied { // the words may quote the password
		e.Words = strings.TrimSpace(strconv.Itoa(got.status) + " " + c.clean(words))
	}
	return e
}

// kindOf reads what a status and the cluster's words for it mean.
func kindOf(status int, words string) (Kind, string) {
	switch {
	case strings.Contains(words, "flood-stage") || strings.Contains(words, "read-only-allow-delete"):
		return Full, words
	case strings.Contains(words, "read-only"), strings.Contains(words, "cluster_block_exception"):
		return ReadOnly, words
	case status == http.StatusUnauthorized || status == http.StatusForbidden:
		return Denied, words
	case status == http.StatusTooManyRequests:
		return Busy, words
	case status == http.StatusRequestEntityTooLarge || status == http.StatusInsufficientStorage:
		return Full, words
	case status >= http.StatusInternalServerError:
		return Away, words
	}
	return Strange, words
}

// reason finds the words of an error: {"error":{"type":…,"reason":…}} or {"error":"…"}.
func reason(body []byte) string {
	var outer struct {
		Error json.RawMessage `json:"error"`
	}
	if json.Unmarshal(body, &outer) != nil {
		return ""
	}
	var text string
	if json.Unmarshal(outer.Error, &text) == nil {
		return text
	}
	return cause(outer.Error)
}

// cause joins type and reason of an error, and of the first thing that caused it.
func cause(raw []byte) string {
	var inner struct {
		Type, Reason string
		Root         []struct{ Type, Reason string } `json:"root_cause"`
	}
	if json.Unmarshal(raw, &inner) != nil {
		return ""
	}
	if len(inner.Root) > 0 && inner.Root[0].Reason != "" {
		inner.Type, inner.Reason = inner.Root[0].Type, inner.Root[0].Reason
	}
	return strings.TrimSuffix(inner.Type+": "+inner.Reason, ": ")
}

// maxWords bounds the cluster's own words in an error, in bytes.
const maxWords = 240

// clean makes foreign words fit for one line, without what must stay secret.
func (c *Cluster) clean(words string) string {
	for _, s := range []string{c.server.Password, c.server.Token} {
		if s != "" {
			words = strings.ReplaceAll(words, s, "…")
		}
	}
	words = strings.Join(strings.FieldsFunc(words, func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsPrint(r) }), " ")
	if len(words) > maxWords {
		words = strings.ToValidUTF8(words[:maxWords], "") + "…"
	}
	return words
}
