package judge

// gates are the doubts, in the order in which they are asked, the cheap ones first. They were chosen among 91 on 66 public
// repositories of 453,000 statements, where 83,362 pairs reach Warn without any, and proven on 25 others.
var gates = [...]gate{
	{either | ofSame | early, "no verb", Unlikely, noVerb, 0, 167,
		"neither side has a verb: headings and labels assert little"},
	{either | ofSame | early, "different lead-ins", Unlikely, leadInsDiffer, 0, 0,
		"a side stands under a lead-in or WHEN, and the other not under the same"},
	{either | ofSame | early, "\"it\" across headings", Unlikely, pointsElsewhere, 0, 0,
		"a side says \"it\", \"she\" or \"this\", and stands elsewhere than the other; " +
			"or \"this page\", \"the following cases\" in one of two notes"},
	{either | early, "not about the present", notPresent, unreal, 1, 6,
		"a side is past, proposed or imagined, or denied by another note in one on troubleshooting or common mistakes"},
	{byWords | ofSame, "more is said", Unlikely, saysMore, 110, 199,
		"each side has words, an amount or a choice that the other lacks and no signal explains (words of two demands count from a " +
			"third of what both share on), or what one side adds before any explanation weighs more than two fifths of it"},
	{byWords | ofSame, "opposite things", swapped, oppositeThings, 17, 15,
		"who acts on one side is acted upon on the other (A calls B, B calls A), the opposite words are the subjects (the start, " +
			"the end), or one side denies of one thing what the other says of its opposite"},
	{byWords | ofSame, "different conditions", otherCase, conditionsDiffer, 15, 92,
		"a side has a condition with a word that the other side lacks, or with its opposite, or the signal stands in a condition"},
	{byWords | ofSame, "no verb on one side", Unlikely, oneVerb, 0, 0,
		"one side has no verb, and not the words of the other"},
	{byAnchors, "more is spoken of", Unlikely, speaksOfMore, 0, 0,
		"what each side speaks of besides weighs more than .9, or what one does outweighs what both share by more than 1.5; unless " +
			"a side is about one thing that both name by the same two words or one identifier, and the signal is strong, or a side " +
			"chooses for the whole of a thing: all of it, everything, nowhere else"},
	{byAnchors, "different subjects", Unlikely, subjectsDiffer, 0, 0,
		"the nouns of the subjects differ (the kiosk app, the kiosk firmware), or two notes choose otherwise, neither for the whole " +
			"of a thing, nor for one that both name by the same two words"},
	{byWords | ofSame, "cases of one section", Unlikely, casesOfOneSection, 0, 0,
		"both stand in one section, and below one lead-in, or one of them is no rule or limit, or they are opposites, or deny " +
			"each other in other words"},
	{byWords | ofSame, "parallel sections", Unlikely, parallelSections, 1, 0,
		"the headings share a word and differ in one, or in a number, are the same below different ones, or are two names of code; " +
			"or sections of one heading differ in more than an amount"},
	{byWords | ofSame, "one note", littleDoubt, partsOfOneNote, 1, 0,
		"they stand in one section, in sections of one heading, or in two sections and do not say the same but for a denial"},
	{byWords, "one author", Unlikely, oneAuthor, 0, 0,
		"both stand in one note, and the signal is weaker than .8: who writes both means both"},
	{byWords, "two notes", littleDoubt, saidElsewhere, 0, 0,
		"in two notes or sections, a side has any word more than the other: an error takes the same words; or two notes have three " +
			"at most, of which neither title has one (\"Tabs are allowed\"), a number of things differs that no rule sets, \"the\" and " +
			"one noun mean what each note is about, one says only, the name of one is that of the other with a word more, or both are " +
			"drafts, proposals or specify a feature by number"},
	{byWords, "several amounts", Unlikely, severalAmounts, 0, 0,
		"two notes differ in more than one amount: each describes its own thing"},
	{byWords, "fields of two things", Unlikely, fieldsOfTwo, 0, 0,
		"both are a label with a value, in two notes or sections"},
	{either, "no subject", Unlikely, subjectless, 0, 0,
		"a side begins with its verb (\"Returns the …\", \"Press …\"): it is of what its own section is about; or one of two " +
			"notes gives an attribute and not what it is of: \"The default value is 50\""},
	{either, "in another language", Unlikely, inAnotherLanguage, 0, 0,
		"one of two notes that differ in more than an amount is not in English"},
	{either, "two things by their names", Unlikely, twoNames, 28, 37,
		"each side names something that the other does not, beside what excludes each other, or a number in a name tells two " +
			"things apart (HTTP/1.1, HTTP/2), or staging is meant here and production there"},
	{either, "proposals of two things", Unlikely, twoProposalsByNumber, 0, 0,
		"both notes are numbered, and the subject is in neither name nor title"},
	{either, "notes of one series", Unlikely, notesOfOneSeries, 0, 0,
		"the names or titles of the notes have much in common, and each a word of its own, or are two of a class; or one is the " +
			"other with a word more, which its statement has; or they are versions of one document"},
	{either, "parallel folders", Unlikely, inParallelFolders, 0, 0,
		"the paths part in folders called by choices, scopes or numbers, or, with two values, by one word more: " +
			"sig-auth, sig-storage; or they have the same runbook"},
	{either, "named by their notes", Unlikely, namedByTheirNotes, 0, 0,
		"what differs names its own file or title on both sides, and is not all that the note says: " +
			"open-a-stream.md, close-a-stream.md; sadd.md, srem.md"},
}
