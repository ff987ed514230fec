package learn

import (
	"regexp"
	"strings"

	"github.com/9aea2451/kb/kb/secret"
	"github.com/9aea2451/kb/text/lazy"
)

// Redaction says what is replaced in a text besides secrets.
type Redaction struct {
	Emails bool
	Home   string   // the home folder, "" not to replace it
	Names  []string // of users and hosts
}

// Why a gate drops something, as it is counted.
const (
	HasSecret = "a secret"
	ToAgents  = "an order to agents from outside"
	SmallTalk = "names no thing of this repository"
	Failed    = "the session failed"
	Told      = "the notes say it already"
	Refused   = "dropped or refused before"
	TooMany   = "more than a session of its kind may give"
	Crowded   = "so many of a sort that they tell nothing"
	Copied    = "of the session that this one was forked from"
	Faint     = "seen in enough sessions, and worth too little since people dropped the like"
)

// gates let pass what may be kept.
type gates struct {
	repo    Repository
	session *reading
	dropped map[string]int // how many, by the reasons above
}

// pass takes a candidate through the gates that need nothing but the session.
func (g *gates) pass(c Candidate) (Candidate, bool) {
	if g.session.copied[c.Evidence[len(c.Evidence)-1].Turns[1]] {
		return g.drop(Copied)
	}
	for _, text := range []*string{&c.Statement, &c.Title, &c.Why, &c.Quote, &c.Error, &c.Tried, &c.Because, &c.Instead} {
		clean, ok := g.text(*text)
		if !ok {
			return g.drop(HasSecret)
		}
		*text = clean
	}
	for _, f := range c.Files {
		if secretIn(f) {
			return g.drop(HasSecret)
		}
	}
	if g.session.s.Outside {
		c.Rule, c.Origin, c.Tainted = "outside", Outside, true
	}
	from := c.Evidence[0].Turns[1]
	if c.Origin != Human && from >= g.session.taint {
		// Its words may be those of a page that the agent read.
		c.Tainted = true
		about := "this repository"
		if len(c.Files) > 0 {
			about = list(c.Files)
		}
		c.Statement = "The agent concluded something about " + about + " after it had read a text from outside; its words are not quoted."
		c.Title = title("Unquoted conclusion about " + strings.ReplaceAll(about, "`", ""))
		c.Why, c.Quote, c.Tried, c.Because, c.Instead, c.Entities = "", "", "", "", "", nil
		c.ID = identify(c.Rule, c.Statement+c.Error)
	}
	if toAgents().MatchString(c.Statement) || toAgents().MatchString(c.Quote) {
		return g.drop(ToAgents)
	}
	if c.Origin != Human && g.session.failed && c.Type != "dead_end" {
		return g.drop(Failed)
	}
	if !g.session.named(c.Statement) && len(c.Files) == 0 {
		return g.drop(SmallTalk)
	}
	if c.ID == "" {
		c.ID = identify(c.Type, c.Statement)
	}
	c.weigh()
	return c, true
}

// drop counts the reason for which a candidate goes, and returns what pass does then.
func (g *gates) drop(why string) (Candidate, bool) {
	g.dropped[why]++
	return Candidate{}, false
}

// text is a text without what is private; ok is false where it holds a secret.
func (g *gates) text(s string) (clean string, ok bool) {
	if secretIn(s) {
		return "", false
	}
	return g.repo.Redact.Text(s), true
}

func secretIn(s string) bool { return s != "" && len(secret.Suspect([]byte(s))) > 0 }

// Text replaces what is private in a text.
func (r Redaction) Text(s string) string {
	if r.Emails {
		s = email().ReplaceAllString(s, "<email>")
	}
	if r.Home != "" {
		s = homes().ReplaceAllString(r.withoutHome(s), "${1}${2}~")
	}
	for _, n := range r.Names {
		if len(n) > 2 {
			s = regexp.MustCompile(`(?i)(^|[^\w])`+regexp.QuoteMeta(n)+`($|[^\w])`).ReplaceAllString(s, "${1}<name>${2}")
		}
	}
	return s
}

// withoutHome replaces the person's own home folder. One of a single name, such as /root, is looked for
// where a path begins, for src/root.go has that name as well; the root of the disk is no secret.
func (r Redaction) withoutHome(s string) string {
	home := strings.TrimRight(r.Home, `/\`)
	switch {
	case home == "":
		return s
	case home[0] == '/' && strings.Count(home, "/") == 1:
		return regexp.MustCompile(begins+regexp.QuoteMeta(home)+`\b`).ReplaceAllString(s, "${1}~")
	}
	return strings.ReplaceAll(s, home, "~")
}

// begins matches what stands before a path that is not relative, also behind a flag as in -I/home.
const begins = `((?:^|[^\w.@-])(?:-\w)?)`

var (
	// email matches addresses of mail and of machines; package@1.2.3 is neither.
	email = lazy.Pattern(`[\w.+-]+@(?:(?:[\w-]+\.)+(?:[A-Za-z]{2,}|xn--[\w-]+)(?:\b|_)|\d{1,3}(?:\.\d{1,3}){3}\b)`)
	homes = lazy.Pattern(begins + `((?:/[\w.-]+)*?)(?:/home|/Users|[A-Za-z]:\\Users)[/\\][\w.-]+`)
	// toAgents is how a hostile text speaks to an agent.
	toAgents = lazy.Pattern(`(?i)\b(?:ignore|disregard|forget) (?:all|any|the|your|previous|prior|above|` +
		`earlier)\b.{0,40}\b(?:instructions?|rules?|prompts?|notes?|messages?|guidelines?)\b|` +
		`\byou (?:must|should|will|need to|have to) (?:now )?(?:run|execute|install|download|send|post|fetch|curl|open|` +
		`visit|disable|delete)\b|^\s*(?:system|assistant)\s*:|<\/?(?:system|assistant|instructions?)>|` +
		`\b(?:curl|wget)\b[^|\n]{0,200}\|\s*(?:ba|z|da)?sh\b|\bexfiltrat|\bas an ai\b|\bnew instructions\b`)
)
