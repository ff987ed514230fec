package learn

import (
	"slices"
	"strings"

	"github.com/9aea2451/kb/kb/chat"
	"github.com/9aea2451/kb/text/lazy"
)

// decisions finds a choice with its reason: a person's own, or an agent's that a person assents to.
func (r *reading) decisions() []Candidate {
	var out []Candidate
	for i, e := range r.s.Events {
		if e.Kind != chat.Text || len(e.Text) > 4000 || e.Role != chat.User && e.Role != chat.Agent {
			continue
		}
		human := e.Role == chat.User
		if !human && !r.assented(i) {
			continue
		}
		all := sentences(e.Text)
		for n, s := range all {
			if !chosen().MatchString(s) || undecided().MatchString(s) || strings.HasSuffix(s, "?") || len(s) > 400 {
				continue
			}
			files, edited := r.followed(i)
			if !r.named(s) && !edited {
				continue
			}
			because := reasons().MatchString(s) || human && ground().MatchString(s)
			statement := s
			if !because && n+1 < len(all) && (reasons().MatchString(all[n+1]) || human && ground().MatchString(all[n+1])) {
				because, statement = true, s+" "+all[n+1]
			}
			because = because || human && n > 0 && (reasons().MatchString(all[n-1]) || ground().MatchString(all[n-1]))
			if human && !weDecided().MatchString(s) && !short(all) {
				continue
			}
			decided := human && weDecided().MatchString(s)
			if !because && !decided {
				continue
			}
			c := r.candidate("decision", .70, "decision", strip(statement), i, i)
			if human {
				c.Statement = strip(around(all, n))
			}
			c.Files = files
			c.Title = title(strip(s))
			if human {
				c.Quote = quote(c.Statement)
			} else {
				c.Origin = Agents
				if r.committed >= i {
					c.Base = .75
				}
			}
			out = append(out, c)
			break
		}
	}
	return out
}

var (
	chosen = lazy.Pattern(`(?i)\b(?:decided|chose|chosen|went with|let's use|let's go with|lets use|we'll go with|` +
		`we will go with|we'll use|we will use|we are going with|we're going with|settled on|opted for|we picked|` +
		`going with|decision (?:from|of|by|in)|lets use|we(?:'ll)? (?:take|go|drop|stay|stick|keep|move|switch|skip)|` +
		`decided|agreed)\b|^(?:\W*(?:ok|okay|so|hm+|yes)\b[,. ]*)?[\w.-]+(?: [\w.-]+)? then\b(?:[.,!:]|$)`)
	weDecided = lazy.Pattern(`(?i)\b(?:(?:we|i|the team)(?:'ve| have)? (?:decided|chose|settled on|opted for|picked|` +
		`went with)|(?:it|that) (?:was|is|has been) decided|decision:|decision (?:from|of|by|in)|decided with|` +
		`(?:already )?agreed (?:with|w/|by|in))`)
	ground = lazy.Pattern(`(?i)\b(?:too|less|fewer|cheaper|faster|simpler|easier|killed?|nobody|needs?|cant|can't|cannot|` +
		`already (?:there|have)|other app|enough|costs?|breaks?)\b`)
	undecided = lazy.Pattern(`(?i)\b(?:not (?:yet )?decided|undecided|haven't decided|if we|whether|could|might|maybe|perhaps|should we)\b`)
	reasons   = lazy.Pattern(`(?i)\b(?:because|since|so that|to avoid|as it|due to|the reason|otherwise|in order to|` +
		`which means|so we (?:can|don't|do not|get|keep))\b`)
	assent = lazy.Pattern(`(?i)^\W*(?:yes|yep|yeah|ok|okay|go ahead|sounds good|do it|agreed|perfect|great|good|fine|` +
		`sure|lgtm|please do|👍|approved|exactly|right)\b`)
)

// assented reports whether the next thing that a person typed agrees.
func (r *reading) assented(i int) bool {
	next := r.next(i)
	return next < len(r.s.Events) && assent().MatchString(r.s.Events[next].Text)
}

// explicit finds what somebody asked to be remembered.
func (r *reading) explicit() []Candidate {
	var out []Candidate
	for _, i := range r.humans {
		text := r.s.Events[i].Text
		if len(text) > 4000 {
			continue
		}
		all := sentences(text)
		for n, s := range all {
			statement, whole := "", s
			switch {
			case strings.HasSuffix(s, "?") || asking().MatchString(s):
				continue
			case group(remember(), s, 1) != "":
				statement = group(remember(), s, 1)
			case group(aside(), s, 1) != "" && r.named(group(aside(), s, 1)):
				statement = group(aside(), s, 1)
			case writeDown().MatchString(s) && n > 0:
				statement = all[n-1] // "… Write that down."
			}
			if len(tokens(statement)) < 2 {
				continue
			}
			if strings.HasSuffix(s, ";") { // what follows is of the same sentence
				rest := partsAfter(all, n)
				statement, whole = statement+rest, s+rest
			}
			files, _ := r.followed(i)
			c := r.candidate("explicit", .90, "", strings.Trim(statement, " ;"), i, i)
			c.Quote, c.Files = quote(whole), files
			out = append(out, c)
		}
	}
	for i, e := range r.s.Events {
		if e.Kind == chat.Call && e.Tool == "shell" {
			if said := group(kbRemember(), e.Text, 2); said != "" {
				c := r.candidate("explicit", .90, "", said, i, i)
				c.Origin = Agents
				out = append(out, c)
			}
		}
	}
	return out
}

// partsAfter are the parts of a sentence of which one ends with a semicolon that stand behind it, as long
// as they are neither questions nor errands: at most two.
func partsAfter(all []string, n int) (rest string) {
	for m := n + 1; m < min(len(all), n+3) && strings.HasSuffix(all[m-1], ";"); m++ {
		if !usable(all[m]) || errandStart().MatchString(all[m]) {
			break
		}
		rest += " " + all[m]
	}
	return rest
}

var (
	remember = lazy.Pattern(`(?is)^(?:(?:please|also|and|ok|so|btw|important)[,:]?\s+)*(?:(?:please\s+)?remember(?:\s+that|` +
		`\s*[:,–—-]|\s+to\s+(?:always|never))|note(?:\s+that|\s+for\s+(?:later|the\s+future|next\s+time|` +
		`yourself)\s*[:,–—-]?|\s*to\s+self\s*[:,–—-]|\s*:)|for\s+(?:next\s+time|the\s+record|future\s+reference)\s*[:,–—-]?|` +
		`(?:write|jot)\s+(?:this|that)\s+down\s*[:,–—-]|keep\s+in\s+mind(?:\s+that|\s*[:,–—-])|` +
		`don't\s+forget(?:\s+that|\s*[:,–—-])|add\s+(?:this\s+)?to\s+(?:your\s+)?(?:memory|notes|the\s+notes|` +
		`claude\.md|agents\.md)\s*[:,–—-])\s*(.+)$`)
	aside = lazy.Pattern(`(?is)\b(?:(?:please |pls )?(?:note|remember)(?: this)? for (?:the |all )?(?:future|later|` +
		`next time)(?: work)?(?: here)?|` +
		`fyi|mind that|(?:please |pls )remember|write (?:it |that |this )?down(?: somewhere)?|keep in mind)` +
		"\\s*[:,–—-]?\\s+(?:that\\s+)?([\\w`\"'(].+)$")
	writeDown = lazy.Pattern(`(?i)^(?:(?:please|so|and|ok)[,:]?\s+)*(?:write|note|jot|remember)\s+(?:this|that|` +
		`it)(?:\s+down)?(?:\s+(?:for|in|somewhere|please)\b.*)?[.!]*$|\bfor next time[.!]*$`)
	asking     = lazy.Pattern(`(?i)\b(?:do|can|could|did) you (?:remember|note|recall)\b|\bi (?:don't |do not )?remember\b`)
	kbRemember = lazy.Pattern(`(?s)\bkb\s+remember\s+(?:--?[\w-]+(?:[ =][\w-]+)?\s+)*(["'])(.{10,600}?)(["'])`)
)

// constraints finds a duty or a bound that a person names together with a thing of the code.
func (r *reading) constraints() []Candidate {
	var out []Candidate
	r.said(func(i int, s string, turn []string) {
		must, bound := mustWord().MatchString(s), withUnit().MatchString(s)
		if !must && !bound || atHand(s, turn) || !usable(s) || question().MatchString(s) || errand().MatchString(s) ||
			complaint().MatchString(s) ||
			pronoun().MatchString(s) {
			return
		}
		if must && !r.named(s) || !must && !(bounding().MatchString(s) && asserts().MatchString(s)) {
			return
		}
		files, _ := r.followed(i)
		c := r.candidate("constraint", .65, "requirement", strip(around(turn, slices.Index(turn, s))), i, i)
		c.Title = title(strip(s))
		if bound && !must || strings.Contains(strings.ToLower(s), "not") {
			c.Type = "constraint"
		}
		c.Quote, c.Files = quote(s), files
		out = append(out, c)
	})
	return out
}

var (
	mustWord = lazy.Pattern(`\b(?:MUST|SHALL|must|shall|must not|may not|has to be|have to be|needs to be|need to be|` +
		`is required|are required|is not allowed|are not allowed|cannot|can't)\b`)
	withUnit = lazy.Pattern(`(?i)\b\d+(?:\.\d+)?\s?(?:ms|milliseconds?|s|sec|seconds?|min|minutes?|h|hours?|days?|weeks?|kb|` +
		`mb|gb|kib|mib|gib|bytes?|%|percent|px|characters?|chars?|rows?|requests?|connections?|retries|attempts|times|` +
		`items|files|users|lines|columns)\b`)
	bounding = lazy.Pattern(`(?i)\b(?:at most|at least|no more than|no longer than|no fewer than|up to|maximum|minimum|max|` +
		`min|limit(?:ed)?(?: to)?|under|below|above|within|exceed|expires?|timeout|every|allows?|accepts?|rejects?|takes)\b`)
	errand = lazy.Pattern(`(?i)^(?:\W*(?:ok|so|and|then|now|also|please)[, ]+)*(?:you|we|i|this|that|it|there|they)(?:'ll|` +
		`'re|'ve)? (?:can't|cannot|must have|may not)\b|\b(?:you|i) (?:must|need|have)\b|\b(?:must have been|` +
		`can't (?:see|find|reproduce|tell|believe|wait|remember|open|figure|run))\b`)
)
