package panel

import (
	"crypto/sha256"
	"fmt"
	"net/url"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/report"
)

// Pages lead to each other by these: on the panel by addresses from its root, in a folder of files by
// paths from the page, so that a browser opens them from the disk.

// To leads to a page by its name, with parameters by name and value.
func (g *page) To(name string, parameters ...string) string {
	if g.panel.o.Static {
		return g.Root + address(fileOf(name))
	}
	u := url.URL{Path: "/" + name, RawQuery: g.query(parameters)}
	return u.String()
}

// query writes parameters; those without a value are left out.
func (g *page) query(parameters []string) string {
	q := url.Values{}
	for i := 0; i+1 < len(parameters); i += 2 {
		if parameters[i+1] != "" {
			q.Add(parameters[i], parameters[i+1])
		}
	}
	return q.Encode()
}

// Asset leads to a file of the panel itself.
func (g *page) Asset(name string) string {
	if g.panel.o.Static {
		return g.Root + "assets/" + name
	}
	return "/assets/" + name
}

// Note leads to a note, as of the day or commit that the page shows.
func (g *page) Note(file string) string {
	if g.panel.o.Static {
		return g.Root + address(noteFile(file))
	}
	u := url.URL{Path: "/note/" + file, RawQuery: g.query([]string{"at", g.At})}
	return u.String()
}

// Place leads to what stands behind an anchor in a note, "" for its beginning.
func (g *page) Place(file, anchor string) string {
	if anchor == "" {
		return g.Note(file)
	}
	return g.Note(file) + "#" + (&url.URL{Fragment: anchorPrefix + anchor}).EscapedFragment()
}

// Group leads to the notes of a group, from a page of so many on.
func (g *page) Group(way, name string, n int) string {
	if g.panel.o.Static {
		return g.Root + address(groupFile(way, name, n))
	}
	number := ""
	if n > 1 {
		number = fmt.Sprint(n)
	}
	return g.To("browse/"+way, "name", name, "page", number)
}

// Number leads to another page of a list that has several.
func (g *page) Number(name string, n int) string {
	if g.panel.o.Static {
		return g.Root + address(numbered(name, n))
	}
	return g.To(name, "page", fmt.Sprint(n))
}

// address writes the path of a file as a reference.
func address(file string) string {
	u := url.URL{Path: file}
	return strings.ReplaceAll(u.EscapedPath(), ":", "%3A") // a name with a colon is no scheme
}

// fileOf is the file of a page.
func fileOf(name string) string {
	if name == "" {
		return "index.html"
	}
	return name + ".html"
}

// numbered is the file of a page of a list: "notes.html", "notes.2.html". No name of a list or a
// group has a dot, so that no two pages are one file.
func numbered(name string, n int) string {
	if n > 1 {
		name = fmt.Sprintf("%s.%d", name, n)
	}
	return name + ".html"
}

// maxName is how long the name of a file may be, in bytes.
const maxName = 200

// noteFile is the file of a note's page. Where the site is hosted, names with a dot in front are often
// left out; characters that steer a terminal are in no name.
func noteFile(file string) string {
	parts := strings.Split(file, "/")
	for i, part := range parts {
		if clean := report.CleanLine(part); clean != part {
			part = strings.ReplaceAll(clean, `\`, "-") + "-" + digest(part)
			parts[i] = part
		}
		if hidden, ok := strings.CutPrefix(part, "."); ok {
			parts[i] = "dot-" + hidden
		} else if strings.HasPrefix(part, "dot-") {
			parts[i] = part + "-" + digest(part) // that of a folder with a dot is another page
		}
	}
	if base := parts[len(parts)-1]; len(base) > maxName {
		parts[len(parts)-1] = strings.ToValidUTF8(base[:20], "") + digest(base)
	}
	return "note/" + strings.Join(parts, "/") + ".html"
}

// groupFile is the file of a page of a group. Its name says what the group is called, as far as
// that can be the name of a file everywhere.
func groupFile(way, name string, n int) string {
	safe := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '-' || r == '_' {
			return r
		}
		return -1
	}, name)
	if safe != name || len(safe) > 60 {
		safe = safe[:min(len(safe), 60)] + "-" + digest(name)
	}
	return numbered("browse/"+way+"/"+safe, n)
}

// digest is 12 hex digits that tell names apart where a file cannot be called as they are.
func digest(s string) string {
	sum := sha256.Sum256([]byte(s))
	return fmt.Sprintf("%x", sum[:6])
}
