package words

import "strings"

// Filler holds for the words of a question that tell nothing of what is looked for: interrogatives,
// auxiliaries, pronouns, and the like.
func Filler(word string) bool {
	switch strings.ToLower(strings.ReplaceAll(word, "’", "'")) {
	case "how", "what", "what's", "when", "where", "where's", "which", "who", "who's", "whom", "whose", "why",
		"am", "been", "being", "can", "can't", "cannot", "could", "couldn't", "did", "didn't", "do", "does", "doesn't", "doing", "don't",
		"had", "hadn't", "has", "hasn't",
		"have", "haven't", "having", "he'd", "he'll", "he's", "i'd", "i'll", "i'm", "i've", "isn't", "it's", "let's", "may", "might",
		"must", "mustn't", "shall", "she'd",
		"she'll", "she's", "should", "shouldn't", "that's", "there's", "they'd", "they'll", "they're", "they've", "wasn't", "we'd", "we'll",
		"we're", "we've", "were",
		"weren't", "won't", "would", "wouldn't", "you'd", "you'll", "you're", "you've",
		"he", "her", "hers", "herself", "him", "himself", "his", "i", "its", "itself", "me", "my", "myself", "our", "ours", "ourselves",
		"she", "them", "themselves",
		"theirs", "us", "we", "you", "your", "yours", "yourself", "yourselves", "those", "one", "ones", "someone", "something", "anyone",
		"anything",
		"about", "above", "after", "again", "against", "all", "also", "any", "because", "before", "below", "between", "both", "down",
		"during", "each", "few", "from",
		"further", "here", "just", "like", "more", "most", "much", "many", "nor", "now", "off", "once", "only", "other", "out", "over",
		"own", "please", "same", "so",
		"some", "than", "through", "too", "under", "until", "up", "upon", "very", "via", "while", "within", "without":
		return true
	}
	return false
}

// Lead is the length in bytes of the head of a question that speaks to the tool and not of the
// matter: "show me", "list all the", "how do I find". In "git show" and "find command" the same
// verbs are what is looked for; so they are an order only behind words of a question, or before a
// word that asks for something: me, all, the, how.
func (a *Analyzer) Lead(text string) int {
	end, before, at := 0, false, 0
	for _, word := range strings.Fields(text) {
		at += strings.Index(text[at:], word)
		next := at + len(word)
		bare := strings.ToLower(strings.Trim(word, ",.:;!?"))
		switch {
		case Filler(bare) || a.Stem(bare) == "":
			before = before || Filler(bare)
		case !order(bare) || !before && !asks(text[next:]):
			return end
		default:
			end, before = next, true
		}
		at = next
	}
	return 0 // nothing but an order: then its words are what is looked for
}

// order tells the verbs by which something is asked of the tool.
func order(word string) bool {
	switch word {
	case "find", "give", "get", "know", "show", "tell", "explain", "describe", "list", "search", "look", "need", "want":
		return true
	}
	return false
}

// asks tells that the text goes on with a word that wants something shown.
func asks(text string) bool {
	next, _, _ := strings.Cut(strings.TrimLeft(text, " \t"), " ")
	switch strings.ToLower(next) {
	case "me",
		"us",
		"all",
		"the",
		"a",
		"an",
		"any",
		"every",
		"each",
		"some",
		"my",
		"our",
		"how",
		"what",
		"where",
		"which",
		"who",
		"why",
		"when",
		"for",
		"out":
		return true
	}
	return false
}
