package contradict

// clause is a condition inside a sentence: "if …", "when …", "for paid plans, …".
type clause struct {
	opener     string
	leading    bool // opens the sentence
	start, end int  // tokens
}

// findClauses marks the tokens that stand in conditions.
func (p *Parsed) findClauses() {
	for i := 0; i < len(p.tokens); {
		if !p.startsClause(i) {
			i++
			continue
		}
		end := p.clauseEnd(i)
		p.clauses = append(p.clauses, clause{opener: p.tokens[i].text, leading: i == 0, start: i, end: end})
		for j := i; j < end; j++ {
			p.tokens[j].condition = true
		}
		i = end
	}
}

func (p *Parsed) startsClause(i int) bool {
	t := &p.tokens[i]
	if t.text == "by" && i+1 < len(p.tokens) && p.tokens[i+1].text == "default" {
		return false
	}
	lead := i == 0 || p.tokens[i-1].kind == punctuation && p.tokens[i-1].text != "="
	switch {
	case t.kind != wordToken:
		return false
	case t.class&conditional != 0:
	case i == 0 && t.class&circumstance != 0:
	case lead && (t.text == "for" || t.text == "under"):
	default:
		return false
	}
	if lead && i > 0 && (t.text == "where" || t.text == "while" || t.text == "whereas") ||
		t.text == "except" && i+1 < len(p.tokens) && p.tokens[i+1].text == "that" {
		return false // goes on to say something else
	}
	if t.text == "once" && !lead && !p.isArticle(i+1) {
		return false // "once" as a count
	}
	return !p.opensAmount(i)
}

// opensAmount tells whether "after", "within", … at i opens an amount ("after 15 minutes") instead
// of a condition.
func (p *Parsed) opensAmount(i int) bool {
	switch p.tokens[i].text {
	case "after", "before", "until", "within", "at", "during", "under", "by", "once":
		return p.isNumber(i + 1)
	}
	return false
}

func (p *Parsed) isNumber(i int) bool {
	if i >= len(p.tokens) {
		return false
	}
	if p.tokens[i].kind == numberToken {
		return true
	}
	_, ok := words().numbers[p.tokens[i].text]
	return ok
}

func (p *Parsed) isArticle(i int) bool {
	if i+1 >= len(p.tokens) {
		return false
	}
	switch p.tokens[i].text {
	case "the", "a", "an":
		return true
	}
	return false
}

// clauseEnd returns the token after the condition that opens at i: up to a comma, or, where a
// leading condition has none, up to the subject of the first modal.
func (p *Parsed) clauseEnd(i int) int {
	j := i + 1
	for j < len(p.tokens) && !p.closesClause(j) {
		j++
	}
	if i > 0 || j < len(p.tokens) && p.tokens[0].class&conditional != 0 {
		return j
	}
	for k := 1; k < j; k++ {
		if p.tokens[k].kind == modalMark {
			return max(1, k-2)
		}
	}
	if j < len(p.tokens) {
		return j
	}
	switch p.tokens[0].text {
	case "if", "when", "whenever", "unless", "while", "until":
		return len(p.tokens)
	}
	return min(len(p.tokens), 6)
}

func (p *Parsed) closesClause(j int) bool {
	switch p.tokens[j].text {
	case ",", ";", "then":
		return true
	}
	return false
}

func (p *Parsed) opensClause(i int) bool {
	for _, c := range p.clauses {
		if c.start == i {
			return true
		}
	}
	return false
}
