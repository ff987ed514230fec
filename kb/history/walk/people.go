package walk

import "strings"

// People tells people apart: who has an address or a name in common is one person. The zero value
// knows nobody.
type People struct {
	number map[string]int // by address and by name
	joined []int          // a number of the same person, for each number; its own where there is none before it
}

// Add makes somebody known.
func (p *People) Add(s Signature) {
	if p.number == nil {
		p.number = map[string]int{}
	}
	n := len(p.joined)
	p.joined = append(p.joined, n)
	for _, key := range peopleKeys(s) {
		if other, ok := p.number[key]; ok {
			a, b := p.root(n), p.root(other)
			p.joined[max(a, b)] = min(a, b)
		}
		p.number[key] = n
	}
}

// Of is the number of somebody who was added: that of the first who proved to be the same person.
func (p *People) Of(s Signature) int { return p.root(p.number[peopleKeys(s)[0]]) }

// root returns the person that stands for all that are the same as n. It shortens the way there.
func (p *People) root(n int) int {
	for p.joined[n] != n {
		p.joined[n] = p.joined[p.joined[n]]
		n = p.joined[n]
	}
	return n
}

// peopleKeys are what a person is known by; somebody without a name and an address is one person too.
func peopleKeys(s Signature) []string {
	var keys []string
	if s.Email != "" {
		keys = append(keys, "<"+strings.ToLower(s.Email))
	}
	if s.Name != "" || s.Email == "" {
		keys = append(keys, strings.ToLower(s.Name))
	}
	return keys
}
