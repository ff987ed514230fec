package vocabulary

import (
	"strings"

	"github.com/9aea2451/kb/contradict/facts/slip"
	"github.com/9aea2451/kb/kb/encoding"
)

// gathering holds the names of some files, added and taken away.
type gathering struct {
	names map[string]*spelling
	words map[string]int // files that have each word of their names, in small letters
	said  int            // bytes read

	partial bool // a file could not be read

	own   map[string]slip.Form // of the file that is being read
	parts map[string]bool
}

// spelling is a name as it is written: how many files of each kind have it, which is the first, and which notes say it.
type spelling struct {
	files [Kinds]int
	first string // path of one of kind Code, else Test; "" for none
	said  []Saying
}

// Saying is a note that says a name, in code, or one of several words anywhere.
type Saying struct {
	Note string // path
	Form slip.Form
}

func newGathering() *gathering {
	return &gathering{names: map[string]*spelling{}, words: map[string]int{}, own: map[string]slip.Form{}, parts: map[string]bool{}}
}

// maxText is the size of a file beyond which nobody wrote it, in bytes.
const maxText = 1 << 20

// add counts the names of a file, by 1 or by -1.
func (g *gathering) add(file string, data []byte, by int) {
	kind := KindOf(file)
	clear(g.own)
	clear(g.parts)
	take := func(name []byte, form slip.Form) {
		if was, ok := g.own[string(name)]; !ok || form < was {
			g.own[string(name)] = form
		}
	}
	pieces := func(name []byte, form slip.Form) {
		take(name, form)
		rest := name
		for i := 0; i < len(rest); i++ {
			if rest[i] == '-' {
				if i >= slip.MinName {
					take(rest[:i], slip.Prose)
				}
				rest, i = rest[i+1:], -1
			}
		}
		if len(rest) < len(name) && len(rest) >= slip.MinName {
			take(rest, slip.Prose)
		}
	}
	slip.Each([]byte(file), func(name []byte, _ int) { pieces(name, slip.Prose) })
	if len(data) <= maxText && !encoding.Binary(data) {
		g.said += len(data)
		if kind == Note {
			slip.Said(data, func(name []byte, _ int, form slip.Form) { pieces(name, form) })
		} else {
			slip.Each(data, func(name []byte, _ int) { pieces(name, slip.Prose) })
		}
	}
	for name, form := range g.own {
		s := g.names[name]
		if s == nil {
			s = &spelling{}
			g.names[strings.Clone(name)] = s
		}
		s.files[kind] += by
		if by > 0 && (kind == Code || kind == Test && s.files[Code] == 0) && (s.first == "" || kind < KindOf(s.first)) {
			s.first = file
		}
		if by > 0 && kind == Note && (form != slip.Prose || slip.Several(name)) {
			s.said = append(s.said, Saying{file, form})
		}
		slip.Words(name, func(word string) {
			if len(word) > 1 {
				g.parts[strings.ToLower(word)] = true
			}
		})
	}
	for word := range g.parts {
		g.words[word] += by
	}
}
