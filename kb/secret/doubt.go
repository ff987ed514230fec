package secret

import (
	"bytes"
	"encoding/json"
	"strings"
)

// doubt marks what is likely an example: the first line of a key alone, what stands near words or
// hosts of examples, and, where no known form says what it is, a value that a text gives many times in one form.
func doubt(hits []hit, text []byte) {
	const many = 3
	type form struct{ rule, value string }
	places, last := map[form]int{}, -1
	for _, h := range hits {
		if h.start != last {
			places[form{h.rule, string(text[h.start:h.end])}]++
		}
		last = h.start
	}
	for i, h := range hits {
		value := text[h.start:h.end]
		hits[i].doubtful = h.rule == privateKey && !material().Match(value) || fleeting().Match(text[lineStart(text, h.start):h.start]) ||
			(h.own || h.rule == "jwt") && places[form{h.rule, string(value)}] >= many || over(string(value)) || illustrated(text, h)
	}
}

// fleeting matches what stands before a token that is good for minutes, or within the address of a link,
// which is there to be followed.
var fleeting = pattern("fleeting")

// over reports whether a JSON Web Token is good for a month at most, or for no day since 2025 began.
func over(value string) bool {
	const month, since = 31 * 24 * 60 * 60, 1735689600 // in seconds, and in Unix time
	var claims struct {
		Exp, Iat, Nbf float64
	}
	parts := strings.Split(value, ".")
	if len(parts) != 3 || json.Unmarshal([]byte(decoded(parts[1])), &claims) != nil || claims.Exp == 0 {
		return false
	}
	return claims.Exp < since || claims.Exp-max(claims.Iat, claims.Nbf) <= month
}

// illustrated reports whether the lines around a place, or the heading above it, are those of an example.
func illustrated(text []byte, h hit) bool {
	const above, around, below = 4096, 300, 150
	from, to := max(0, h.start-around), min(len(text), h.end+below)
	if example().Match(text[from:h.start]) || example().Match(text[h.end:to]) {
		return true
	}
	head := text[max(0, h.start-above):h.start]
	at := max(0, bytes.LastIndex(head, []byte("\n#")))
	line, _, _ := bytes.Cut(head[min(len(head), at+1):], []byte{'\n'})
	return example().Match(line)
}

// example matches what is said of examples, and the hosts and names in them.
var example = pattern("example")
