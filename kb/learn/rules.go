package learn

import (
	"slices"
	"strings"
	"unicode"

	"github.com/9aea2451/kb/kb/chat"
	"github.com/9aea2451/kb/text/lazy"
)

// Rule finds candidates of one sort.
type Rule struct {
	Name string
	Says string  // what it looks for, in a line
	Base float64 // what the word of a person is worth
	find func(r *reading) []Candidate
}

// Rules are the rules, in the order in which they are asked.
func Rules() []Rule {
	return []Rule{
		{"explicit", "somebody asked for something to be remembered", .90, (*reading).explicit},
		{"order", "a person gave an order that holds beyond the session", .75, (*reading).orders},
		{"correction", "a person corrected what the agent had done", .70, (*reading).corrections},
		{"decision", "a choice was made, with its reason", .70, (*reading).decisions},
		{"fix", "a command failed, and passed after an edit", .65, (*reading).fixes},
		{"constraint", "a person named a bound or a duty", .65, (*reading).constraints},
		{"explained", "a person explained how things are or must be, and why", .65, (*reading).explained},
		{"dead-end", "something was tried and given up", .60, (*reading).deadEnds},
		{"insight", "the agent found that it had been wrong", .60, (*reading).insights},
		{"signal", "the work went in a way that sessions repeat", habitCap, nil}, // found in many sessions at once: FromHabit
	}
}

// RuleNamed returns a rule, its zero value when there is none of the name.
func RuleNamed(name string) Rule {
	for _, r := range Rules() {
		if r.Name == name {
			return r
		}
	}
	return Rule{}
}

// candidate is what a rule found between two events.
func (r *reading) candidate(rule string, base float64, typ, statement string, from, to int) Candidate {
	c := Candidate{
		Rule: rule, Base: base, Kind: "memory", Type: typ, Statement: statement, Title: title(statement), Origin: Human,
		Evidence: r.evidence(from, to),
	}
	if typ == "decision" {
		c.Kind, c.Type = "decision", ""
	}
	r.value(&c)
	return c
}

// short reports whether a turn is one in which people react, remark and correct: at most three
// sentences and 350 bytes. What is said in a longer one is mostly about the work that it orders.
func short(turn []string) bool {
	n := 0
	for _, s := range turn {
		n += len(s)
	}
	return len(turn) <= 3 && n <= 350
}

// plans matches what is wanted of the work at hand.
var plans = lazy.Pattern(`(?i)\b(?:we|i|you|they|it)(?:'ll|'d|'re| will| would| just| also| do| don't| then)*\s+(?:want|need|should|` +
	`could|can|may|might|gonna|plan|hope)\b|\b(?:going to|gonna|help me|the following|let'?s|next step|the plan|i'?d like|` +
	`i think|i've|i'm|` +
	`instead of that|so that we|feel like|looks? like|seems?)\b|(?:^|\s)@[\w./-]+|https?://`)

// strongly matches what holds from now on, whatever else is said.
var strongly = lazy.Pattern(`(?i)\b(?:from now on|in the future|going forward|always|never|every ?where|every time|in this (?:repo|` +
	`repository|` +
	`project|codebase|code base|team)|we (?:always|never|only|don't|do not|avoid)|our (?:convention|rule|policy|standard|style)|` +
	`as a rule|` +
	`whenever|each time|by convention|in general)\b`)

// atHand reports whether a sentence is about the work that is being done: it wants something of it,
// or it is in a long turn, and nothing says that it holds beyond.
func atHand(s string, turn []string) bool {
	return !strongly().MatchString(s) && (plans().MatchString(s) || !short(turn))
}

// said calls f with each sentence that a person typed: one that is neither a question nor long, in
// a turn that is no pasted text.
func (r *reading) said(f func(i int, sentence string, turn []string)) {
	for _, i := range r.humans {
		text := r.s.Events[i].Text
		if len(text) > 4000 {
			continue
		}
		turn := sentences(text)
		for _, s := range turn {
			if len(s) > 400 || strings.HasSuffix(s, "?") || passing().MatchString(s) || strings.Count(s, " ") < 1 {
				continue
			}
			f(i, s, turn)
		}
	}
}

var (
	// passing is what holds for the moment.
	passing = lazy.Pattern(`(?i)\b(?:for now|this time|here only|just (?:this )?once|temporar(?:y|ily)|for the moment|today|` +
		`in this (?:session|chat|conversation)|this one|right now|at the moment|for a sec|until i)\b`)
	// lasting is what says that an order holds from now on.
	lasting = lazy.Pattern(`(?i)\b(?:from now on|in the future|going forward|always|never|every ?where|every (?:time|\w+)|` +
		`in this (?:repo|repository|project|codebase|code base|team)|we (?:always|never|only|don't|do not|use|prefer|` +
		`avoid|keep|write|want)|` +
		`our (?:convention|rule|policy|standard|style)|(?:the|by) convention|as a rule|whenever|each time)\b`)
	// choosing is an order that prefers one thing to another.
	choosing = lazy.Pattern(`(?i)\b(?:instead of|rather than|not (?:an? )?[\w./-]+[.!]?$|over [\w./-]+$)`)
	// imperative is how an order begins.
	imperative = lazy.Pattern(
		`(?i)^(?:[\w./-]+(?: [\w./-]+){0,3}:\s+)?(?:(?:please|ok|okay|so|and|but|also|no|yes|hey|then|just|btw|one more thing|` +
			`by the way|` +
			`fyi|reminder|important|rule)[,:]?\s+)*(?:(?:from now on|in the future|going forward|in this (?:repo|` +
			`repository|project|codebase)|as a rule|remember)[,:]?\s+)?(?:please\s+)?` +
			`(always|never|don't|dont|do not|no|use|keep|prefer|avoid|treat|store|convert|log|name|format|return|throw|raise|` +
			`put|stick|leave|prefix|suffix|wrap|pin|run|call|commit|sort|escape|quote|validate|round|write|spell|follow|` +
			`document|test|mock|handle|close|express|represent|make sure|ensure|stop|only)\b`,
	)
	// complaint is no order, though it says always or never.
	complaint = lazy.Pattern(`(?i)\b(?:i|you|it|this|that|he|she|they|there|test|tests|build|ci)(?:'s|'re|` +
		`'ve)?\s+(?:\w+\s+)?(?:always|never)\b|\b(?:always|never)\s+(?:fail|break|crash|hang|work|happen|seem|get|` +
		`ha[sd]|goes|ends|see|saw|hear|mind)\w*\b|\bnever ?mind\b`)
	// wish is what somebody is about to do, no rule.
	wish = lazy.Pattern(`(?i)^(?:\W*(?:ok|so|and|now|hi|hey)\b[,.! ]*)*(?:we|i)(?:'d| would)? (?:want|need|like) to\b`)
	idle = lazy.Pattern(`(?i)\b(?:don't|dont|do not)\s+(?:\w+ly\s+)?(?:worry|bother|know|think|understand|see|care|have|mind|need|` +
		`want|like|remember|forget to|get|believe|do (?:that|this|it)|touch (?:that|this|it)|change (?:that|this|it|anything))\b`)
	question = lazy.Pattern(`(?i)^(?:can|could|would|will|should|do|does|did|is|are|what|why|how|where|which|when|who|have|has)\b`)
)

// orders finds what a person orders for longer than the session. It is corroborated by an edit that
// follows and shares its words, by a thing that it names, or by being said again in another session.
func (r *reading) orders() []Candidate {
	var out []Candidate
	last := -1
	r.said(func(i int, s string, turn []string) {
		if question().MatchString(s) && !condition().MatchString(s) || !standing(s) || atHand(s, turn) {
			return
		}
		statement := strip(around(turn, slices.Index(turn, s)))
		if n := len(out); n > 0 && last == i && (len(turn) <= 3 || strings.Contains(out[n-1].Statement, strip(s))) {
			// Orders of one turn are one order: "Use UTC everywhere. Convert only at the edge."
			c := &out[n-1]
			if !strings.Contains(c.Statement, strip(s)) {
				c.Statement, c.Quote = c.Statement+" "+statement, quote(c.Quote+" "+s)
			}
			c.Waiting = c.Waiting && !r.named(s)
			c.ID = identify(c.Type, c.Statement)
			return
		}
		last = i
		files, edited := r.followed(i)
		c := r.candidate("order", .75, orderType(s), statement, i, i)
		c.Title, c.Quote, c.Files = title(strip(s)), quote(statement), files
		obeyed := len(files) > 0 && (edited || shares(s, r.answer(i)))
		c.Waiting = !obeyed && !r.named(s)
		out = append(out, c)
	})
	return out
}

// standing reports whether a sentence is an order that lasts.
func standing(s string) bool {
	if complaint().MatchString(s) || wish().MatchString(s) || idle().MatchString(s) || reply().MatchString(s) {
		return false
	}
	verb := strings.ToLower(group(imperative(), s, 1))
	switch {
	case verb == "always" || verb == "never":
		return true
	case verb == "no":
		return prohibition().MatchString(s)
	case condition().MatchString(s) || placing().MatchString(s):
		return true
	case verb == "don't" || verb == "dont" || verb == "do not" || verb == "stop" || verb == "avoid":
		return true
	case lasting().MatchString(s):
		return verb != "" || declares().MatchString(s)
	case verb == "use" || verb == "prefer" || verb == "keep" || verb == "stick" || verb == "treat" || verb == "store" || verb == "name":
		return choosing().MatchString(s) || universal().MatchString(s)
	case verb != "":
		return universal().MatchString(s) && (choosing().MatchString(s) || !task().MatchString(s))
	}
	return declares().MatchString(s) && universal().MatchString(s) && duty().MatchString(s)
}

var (
	// prohibition is an order such as "no schema changes on Fridays".
	prohibition = lazy.Pattern(`(?i)^(?:\W*(?:and|also|so|ok|good catch|btw)[.,:]?\s+)*no\s+[\w.-]+(?:\s+[\w.-]+){0,5}\s+` +
		`(?:in|on|for|at|with|outside|without|before|after|other than|but|except|from|into|by|between)\b`)
	// condition is an order for each time that something is done.
	condition = lazy.Pattern(`(?i)^(?:\W*(?:and|also|btw|so|ok|please)[,:]?\s+)*(?:when(?:ever)?|if|before|after|each time|every time)\s+` +
		`(?:you|u|we|someone|somebody|anybody|anyone)\s+(?:touch|change|add|edit|modify|update|create|remove|delete|` +
		`rename|write|commit|push|merge|release|bump)\w*\b`)
	// placing says where something belongs.
	placing   = lazy.Pattern(`(?i)\b(?:go|goes|belongs?|live|lives|stay|stays)\s+(?:to|in|into|under|below|next to|beside)\s+\S*[./_]\S*`)
	universal = lazy.Pattern(`(?i)\b(?:all|every|each|any|only|no|everywhere|always|never|must)\b`)
	declares  = lazy.Pattern(`(?i)^(?:\W*(?:from now on|in the future|going forward|in this (?:repo|repository|project|` +
		`codebase)|as a rule|remember|btw|by the way|also|and|so|ok|fyi|reminder|note)[,:]?\s+(?:that\s+)?)*` +
		`(?:we|our|all|every|each|any|no|the|new|[\w./` + "`" + `-]+(?:\s+[\w./` + "`" + `-]+){0,4}\s+(?:is|are|must|` +
		`should|go|goes|live|lives|use|uses|stay|stays|need|needs|belong|belongs|have to|has to|get|gets|never|always|` +
		`come|comes|return|returns|start|starts|end|ends))\b`)
	duty = lazy.Pattern(`(?i)\b(?:must|should|never|always|have to|has to|need(?:s)? (?:to|an?|its)|may not|is forbidden|` +
		`are forbidden|is not allowed|are not allowed|go in|live in|belong)\b`)
	task = lazy.Pattern(`(?i)\b(?:run|write|make|put|call|commit|test|document|handle|close|name|format|return|log|sort|` +
		`wrap)\s+(?:the|these|those|this|that|a|an|it|them|all(?: of)? (?:the|those|these))\b`)
	reply = lazy.Pattern(`(?i)^(?:never|no|don't|stop|always)[.!]*$`)
	lead  = lazy.Pattern(`(?i)^(?:(?:please|ok|okay|so|and|but|also|hey|then|just|btw|by the way|fyi|reminder|from now on|` +
		`in the future|going forward|actually|remember(?: that)?|note(?: that)?|one more thing)[,:]?\s+|(?:no|yes)[,:.]\s+)+`)
)

// strip takes from an order what only leads to it.
func strip(s string) string {
	s = strings.TrimSpace(s)
	out := strings.TrimSpace(s[len(lead().FindString(s)):])
	if strings.Count(out, " ") < 1 {
		return s
	}
	return out
}

// orderType is the type of an order: a preference where it chooses among tools, else a standard.
func orderType(s string) string {
	if preferring().MatchString(s) {
		return "preference"
	}
	return "standard"
}

var preferring = lazy.Pattern(`(?i)\b(?:prefer|we like|i like|i want|i'd rather)\b`)

// corrections finds what a person says is wrong with what the agent did. It is corroborated by the
// agent's next edit of the same file.
func (r *reading) corrections() []Candidate {
	var out []Candidate
	for _, i := range r.humans {
		text := r.s.Events[i].Text
		if len(text) > 400 || !objection().MatchString(text) {
			continue
		}
		edit := r.editBefore(i)
		if edit < 0 {
			continue
		}
		files, to := r.sameFileAfter(edit, i)
		statement := reason(text)
		if len(files) == 0 || statement == "" || passing().MatchString(statement) {
			continue
		}
		typ := "preference"
		if r.named(statement) || asserts().MatchString(statement) {
			typ = "gotcha"
		}
		if !thing().MatchString(statement) || pointing().MatchString(statement) {
			statement = "In `" + files[0] + "`: " + statement
		}
		c := r.candidate("correction", .70, typ, statement, i, to)
		c.Quote, c.Files = quote(text), files
		out = append(out, c)
	}
	return out
}

var (
	objection = lazy.Pattern(`(?i)^\W*(?:no\b|nope|wrong|not what|not like|actually|revert|undo|i said|that breaks|` +
		`that's not|that is not|thats not|this is wrong|that's wrong|stop\b|hmm,? no|please don't|don't|you (?:broke|` +
		`can't|cannot|should not|shouldn't|must not))`)
	opening = lazy.Pattern(`(?i)^\W*(?:(?:no|nope|wrong|actually|stop|hmm|hm|please|sorry|cant|can't|right|that's wrong|this is wrong|` +
		`that's not right|that is wrong|not what i (?:asked|meant|wanted|said)(?: for)?|revert (?:that|this|it)|` +
		`undo (?:that|this|it)|i said|that breaks (?:it|things|everything))[,.:;!—–-]*\s+)+`)
	asserts = lazy.Pattern(`(?i)\b(?:is|are|was|were|isn't|aren't|must|has to|have to|needs? to|can't|cannot|breaks?|` +
		`because|gets? (?:generated|overwritten)|expects?|requires?|returns?|means|uses?|depends?|belongs?|goes|lives?|` +
		`comes?|rejects?|accepts?|allows?|takes?|lasts?|expires?|exceeds?)\b`)
	hollow = lazy.Pattern(`(?i)^(?:(?:it|that|this)(?:'s)?(?:\s+(?:is|was|isn't|not|one|way|again|thing|will|won't|` +
		`would))?\s*(?:[\w']+\s*){0,1}$|try|do|just|go|you|use the other|the other|again|same|still|like|look|see|read|` +
		`check|wait|let|put it|change it|make it|now)\b`)
)

// reason is what an objection says besides that it objects, "" when it says no more.
func reason(text string) string {
	var out []string
	for n, s := range sentences(text) {
		if n == 0 {
			s = strings.TrimSpace(s[len(opening().FindString(s)):])
		}
		telling := asserts().MatchString(s) && !pronoun().MatchString(s) || standing(s)
		if strings.HasSuffix(s, "?") || len(s) > 400 || len(tokens(s)) < 3 || !telling || hollow().MatchString(s) && !standing(s) {
			continue
		}
		if out = append(out, s); len(out) == 3 {
			break
		}
	}
	return strings.Join(out, " ")
}

// pointing says which thing is meant only to who has it before their eyes.
var pointing = lazy.Pattern(`(?i)\b(?:that|this) (?:file|one|function|class|module|table|method|config|test|package|folder)\b`)

// pronoun begins a sentence that says nothing without the one before it.
var pronoun = lazy.Pattern(`(?i)^(?:it|this|they|he|she)(?:'s|'re)?\s`)

// resumes begins a sentence that goes on from the one before it.
var resumes = lazy.Pattern(`(?i)^(?:(?:it|this|they|he|she)(?:'s|'re)?|thats|that's|(?:that|these|those) (?:is|are|was|were))\s`)

// sameFileAfter are the files of an edit that the agent changes again after a person spoke, and
// where.
func (r *reading) sameFileAfter(edit, human int) ([]string, int) {
	next := r.next(human)
	for j := human + 1; j < next; j++ {
		e := r.s.Events[j]
		if !isEdit(e) {
			continue
		}
		var both []string
		for _, f := range e.Files {
			if f != chat.Outside && slices.Contains(r.s.Events[edit].Files, f) {
				both = append(both, f)
			}
		}
		if len(both) > 0 {
			return both, j
		}
	}
	return nil, human
}

// echoes are short orders of a person that no rule takes, for what they repeat.
func (r *reading) echoes(kept []Candidate, g *gates) []Echo {
	var out []Echo
	seen := map[string]bool{}
	r.said(func(i int, s string, _ []string) {
		if r.copied[i] || group(imperative(), s, 1) == "" || question().MatchString(s) || len(tokens(s)) < 1 ||
			!unicode.IsLetter([]rune(s)[0]) {
			return
		}
		for _, c := range kept {
			if c.Evidence[0].Turns[0] == i {
				return
			}
		}
		switch clean, ok := g.text(s); {
		case !ok || seen[clean]:
		case len(out) == mostEchoes:
			r.crowded[i] = true
		default:
			seen[clean] = true
			out = append(out, Echo{strip(clean), r.evidence(i, i)[0]})
		}
	})
	return out
}
