package contradict

// isLabelLetter tells the capital that names one of several things of a kind, "plan A", from the
// article and from "I".
func (z *tokenizer) isLabelLetter(start int, text string) bool {
	if len(text) != 1 || text[0] < 'A' || text[0] > 'Z' || text == "I" || len(z.tokens) == 0 {
		return false
	}
	before := &z.tokens[len(z.tokens)-1]
	end := before.start + len(before.text)
	return before.kind == wordToken && end < start && z.text[end:start] == " "
}
