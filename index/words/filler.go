package words

import "strings"

// Filler holds for the words of a question that tell nothing of what is looked for: interrogatives, auxiliaries, pronouns, and the like.
func Filler(word string) bool {
	switch strings.ToLower(strings.ReplaceAll(word, "’", "'")) {
	case "how", "what", "what's", "when", "where", "where's", "which", "who", "who's", "whom", "whose", "why",
		"am", "been", "being", "can", "can't", "cannot", "could", "couldn't", "did", "didn't", "do", "does", "doesn't", "doing", "don't", "had", "hadn't", "has", "hasn't",
		"have", "haven't", "having", "he'd", "he'll", "he's", "i'd", "i'll", "i'm", "i've", "isn't", "it's", "let's", "may", "might", "must", "mustn't", "shall", "she'd",
		"she'll", "she's", "should", "shouldn't", "that's", "there's", "they'd", "they'll", "they're", "they've", "wasn't", "we'd", "we'll", "we're", "we've", "were",
		"weren't", "won't", "would", "wouldn't", "you'd", "you'll", "you're", "you've",
		"he", "her", "hers", "herself", "him", "himself", "his", "i", "its", "itself", "me", "my", "myself", "our", "ours", "ourselves", "she", "them", "themselves",
		"theirs", "us", "we", "you", "your", "yours", "yourself", "yourselves", "those", "one", "ones", "someone", "something", "anyone", "anything",
		"about", "above", "after", "again", "against", "all", "also", "any", "because", "before", "below", "between", "both", "down", "during", "each", "few", "from",
		"further", "here", "just", "like", "more", "most", "much", "many", "nor", "now", "off", "once", "only", "other", "out", "over", "own", "per", "please", "same", "so",
		"some", "than", "through", "too", "under", "until", "up", "upon", "very", "via", "while", "within", "without",
		"find", "give", "get", "got", "know", "show", "tell", "explain", "describe", "list", "mean", "means", "need", "want", "way", "ways", "thing", "things":
		return true
	}
	return false
}
