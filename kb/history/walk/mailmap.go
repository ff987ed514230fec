package walk

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"github.com/9aea2451/kb/kb"
)

// mailmapFile is where git looks for the names that people are to be shown by.
const mailmapFile = ".mailmap"

// Mailmap gives people the names and addresses that they are to be shown by, as gitmailmap(5) has
// it. The zero value changes nothing.
type Mailmap struct {
	Sum    string                 // identifies what it was read from, "" for nothing
	people map[string]*mailmapped // by the address of a commit, in lower case
}

// mailmapped is what an address stands for.
type mailmapped struct {
	person
	named map[string]person // by the name that a commit gives beside the address, in lower case
}

// person is a name and an address; what is empty stays as the commit has it.
type person struct{ name, email string }

// ReadMailmap reads the file of the work tree, as git does; none in a bare repository, or one that
// cannot be read, changes nothing.
func ReadMailmap(repo *kb.Repo) Mailmap {
	data, err := repo.ReadWork(mailmapFile)
	if err != nil || len(data) == 0 {
		return Mailmap{}
	}
	sum := sha256.Sum256(data)
	return Mailmap{Sum: hex.EncodeToString(sum[:8]), people: parseMailmap(string(data))}
}

// parseMailmap reads lines of a name and an address to show, each of which may be missing, and the
// address, and maybe the name, of commits. Of several lines for one person the last counts.
func parseMailmap(text string) map[string]*mailmapped {
	people := map[string]*mailmapped{}
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		show, rest, ok := cutPerson(line)
		if !ok {
			continue
		}
		commit, _, two := cutPerson(rest)
		if !two {
			show, commit = person{name: show.name}, person{email: show.email}
		}
		key := strings.ToLower(commit.email)
		m := people[key]
		if m == nil {
			m = &mailmapped{}
			people[key] = m
		}
		if commit.name == "" {
			m.person = show.over(m.person)
			continue
		}
		if m.named == nil {
			m.named = map[string]person{}
		}
		name := strings.ToLower(commit.name)
		m.named[name] = show.over(m.named[name])
	}
	return people
}

// cutPerson reads "NAME <ADDRESS>" at the beginning of a line.
func cutPerson(line string) (p person, rest string, ok bool) {
	name, rest, ok := strings.Cut(line, "<")
	if !ok {
		return p, "", false
	}
	email, rest, ok := strings.Cut(rest, ">")
	return person{bounded(strings.TrimSpace(name), maxName), bounded(strings.TrimSpace(email), maxName)}, rest, ok
}

// over is p, with what it lacks taken from other.
func (p person) over(other person) person {
	if p.name == "" {
		p.name = other.name
	}
	if p.email == "" {
		p.email = other.email
	}
	return p
}

// Show gives a signature the name and the address that it is to be shown by. A program stays one: a
// change that is reviewed may bring the file along.
func (m *Mailmap) Show(s Signature) Signature {
	at := m.people[strings.ToLower(s.Email)]
	if at == nil || Agent(s.Name, s.Email) {
		return s
	}
	to, ok := at.named[strings.ToLower(s.Name)]
	if !ok {
		to = at.person
	}
	to = to.over(person{s.Name, s.Email})
	return Signature{Name: to.name, Email: to.email, When: s.When}
}
