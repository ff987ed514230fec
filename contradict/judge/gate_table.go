package judge

// Gates of statements that differ in more than their signal.
var differenceGates = []gate{
	{always, "both sides say more", Unlikely, bothSayMore, 106, 231,
		"each side has words that the other lacks and no signal explains"},
	{always, "roles swapped", swapped, rolesSwapped, 5, 7,
		"who acts on one side is acted upon on the other: A calls B, B calls A"},
	{always, "unexplained difference", Unlikely, unexplained, 13, 51,
		"a denial, an amount or a label differs that no signal reads"},
	{always, "little shared", Unlikely, littleShared, 1, 1,
		"the words in common weigh less than one and a half"},
	{always, "one side says more", Unlikely, oneSaysMore, 49, 102,
		"what one side adds, but for a clause of its own behind a semicolon, weighs more than two fifths of what both share"},
	{always, "different labels", Unlikely, labelled, 0, 0,
		"the emphasised words that say what a statement is of differ"},
	{always, "opposite subjects", otherThing, oppositeSubjects, 8, 3,
		"the opposite words are the subjects: the start, the end"},
}

var labelGates = []gate{
	{always, "different labels", Unlikely, labelled, 0, 0,
		"the emphasised words that say what a statement is of differ"},
}

// Gates of rules for different cases, by the words of their conditions.
var conditionGates = []gate{
	{always, "different conditions", otherCase, conditionsDiffer, 8, 9,
		"both have conditions, of different or of opposite words"},
	{otherwise, "one condition is narrower", Unlikely, conditionNarrower, 3, 10,
		"one condition has a word that the other side lacks"},
	{otherwise, "condition on one side", Unlikely, conditionOnOneSide, 12, 53,
		"one side has a condition that the other does not speak of"},
	{always, "condition reversed", otherCase, conditionReversed, 6, 34,
		"the signal stands in a condition"},
}

// Gates of rules for different cases, by words of the whole other side.
var caseGates = []gate{
	{always, "different conditions", Unlikely, headConditionsDiffer, 0, 2,
		"both have conditions, with less than a third of their words in common"},
	{otherwise, "condition on one side", Unlikely, headConditionOnOneSide, 15, 9,
		"the other side has less than half of the words of the condition"},
}

// Gates of statements under different headings or inherited conditions.
var contextGates = []gate{
	{always, "\"it\" across headings", Unlikely, pointsElsewhere, 2, 0,
		"a side says \"it\", \"she\" or \"this\", and stands elsewhere than the other; " +
			"or \"this page\", \"the following cases\" in one of two notes"},
	{always, "two proposals", someDoubt, bothTentative, 0, 0,
		"both notes are drafts or proposals: two of these are alternatives"},
	{always, "introduced by its document", Unlikely, introduced, 4, 0,
		"a side introduces something that its own note brings"},
	{always, "answers about its document", Unlikely, bothAnswer, 0, 0,
		"both stand under a question, which a form asks of each note"},
	{always, "use cases", Unlikely, bothUses, 0, 0,
		"two notes say what somebody may want to do"},
	{always, "parallel headings", Unlikely, parallelHeadings, 2, 0,
		"the headings share a word and differ in one, or in a number, are the same below different ones, or are two names of code"},
	{otherwise, "named by its section", Unlikely, namedByItsSection, 0, 0,
		"a name that one side adds stands in the heading of its own section alone"},
	{otherwise, "sections of one heading", littleDoubt, siblingSections, 47, 1,
		"the sections stand below one heading"},
	{otherwise, "sections of one note", littleDoubt, sectionsOfOneNote, 0, 0,
		"they stand in two sections, and do not say the same but for a denial"},
	{always, "items of one list", Unlikely, itemsOfOneList, 0, 0,
		"both stand below one lead-in"},
	{otherwise, "steps or cases of one section", Unlikely, stepsOfOneSection, 39, 0,
		"both stand in one section, and one of them is no rule or limit"},
	{otherwise, "two cases of one section", Unlikely, casesOfOneSection, 0, 0,
		"two rules of one section that are opposites, or deny each other in other words"},
	{otherwise, "one section", littleDoubt, inOneSection, 6, 0,
		"both are rules or limits of one section"},
	{always, "different inherited conditions", otherThing, bothInherited, 0, 0,
		"both stand under a lead-in or WHEN, not under the same"},
	{otherwise, "inherited condition on one side", Unlikely, inheritedDiffer, 0, 0,
		"one side stands under a lead-in or WHEN"},
}

var noVerbGates = []gate{
	{always, "no verb", Unlikely, noVerb, 17, 157,
		"neither side has a verb: headings and labels assert little"},
}

var verbGates = []gate{
	{always, "no verb on one side", Unlikely, oneVerb, 8, 0,
		"one side has no verb, and not the words of the other"},
}

var versionGates = []gate{
	{always, "versions of one document", Unlikely, versions, 0, 0,
		"the paths differ in a version only, or one is in the folder of a version that holds the folders beside it"},
}

// Gates of what one note says twice: who writes both means both.
var authorGates = []gate{
	{always, "one author", Unlikely, weaklySelf, 0, 0,
		"both stand in one note, and the signal is weaker than .8"},
	{otherwise, "states of one field", Unlikely, statesOfOneField, 0, 0,
		"both give a field of code a value: it has each at its time"},
}

var oneAuthorGates = []gate{
	{always, "one author", Unlikely, sameDocument, 26, 1,
		"both stand in one note, and share few words"},
}

// Gates of what is not said of the present.
var moodGates = []gate{
	{always, "not about the present", notPresent, unreal, 3, 6,
		"a side is past, proposed or imagined"},
	{always, "possible on one side", Unlikely, possibleOnOneSide, 2, 0,
		"one side says what could or might be"},
	{otherwise, "a failure on one side", Unlikely, failureOnOneSide, 1, 0,
		"one side says what failed once"},
}

var partGates = []gate{
	{always, "one is part of the other", Unlikely, partOfTheOther, 3, 0,
		"one text contains the other: it says the same and adds to it"},
}

var narrowedGates = []gate{
	{always, "scope on one side", Unlikely, narrowed, 25, 109,
		"one side adds a scope behind a preposition: an exception"},
}

var scopeGates = []gate{
	{always, "different scopes", Unlikely, scopesUnexplained, 4, 5,
		"staging here and production there, and no signal explains it"},
}

// Gates of statements of other times, scopes, subjects and labels, of which few words are shared.
var topicGates = []gate{
	{always, "not about the present", notPresent, unreal, 0, 1,
		"a side is past, proposed or imagined"},
	{always, "different scopes", otherThing, scopesDiffer, 2, 0,
		"both name scopes of one class, and none in common"},
	{always, "choices of no thing", Unlikely, choicesOfNothing, 0, 0,
		"two notes choose otherwise, neither for the whole of a thing, nor for one that both name by the same two words"},
	{always, "different subjects", Unlikely, headsDiffer, 0, 0,
		"the nouns of the subjects differ: the kiosk app, the kiosk firmware"},
	{always, "different labels", Unlikely, labelsDiffer, 0, 0,
		"both number what they speak of, and differently"},
}

// Gates of other kinds of one noun.
var kindGates = []gate{
	{always, "different compounds", Unlikely, compoundsDiffer, 0, 0,
		"a common word belongs to another noun in each: the search index, the search page"},
	{always, "another one", Unlikely, otherOnOneSide, 0, 0,
		"one side speaks of the others: \"other consumers cannot read the message\""},
	{otherwise, "different kinds", Unlikely, kindsDiffer, 1, 0,
		"a common noun is of another kind in each: unknown fields, duplicate fields"},
}

var designatorGates = []gate{
	{always, "different names", swapped, designatorsDiffer, 0, 0,
		"a number in a name tells two things apart: HTTP/1.1, HTTP/2"},
}

var nameGates = []gate{
	{always, "different names", Unlikely, namesDiffer, 3, 4,
		"the subjects have different names: the API, the SDK"},
}

// Gates of what is said of two things.
var subjectGates = []gate{
	{always, "another one", Unlikely, otherOnOneSide, 0, 0,
		"one side speaks of the others: \"other consumers cannot read the message\""},
	{otherwise, "two things by their names", Unlikely, twoNames, 69, 41,
		"each side names something that the other does not, beside what excludes each other"},
	{otherwise, "in another language", Unlikely, inAnotherLanguage, 0, 0,
		"one of two notes that differ in more than an amount is not in English"},
	{otherwise, "two things by their choices", Unlikely, twoChoices, 0, 3,
		"members of one class differ, beside another signal"},
}

// Gates of what two sections say each of its own case.
var headingGates = []gate{
	{always, "opposite headings", Unlikely, oppositeHeadings, 0, 0,
		"the headings have the opposition, too"},
	{always, "cases of one heading", Unlikely, casesOfOneHeading, 26, 0,
		"sections of one heading differ in more than an amount"},
}

// Gates of "The ID is 8 bytes" against "The ID is 16 bytes".
var referentGates = []gate{
	{always, "no subject", Unlikely, subjectless, 0, 0,
		"a side begins with its verb (\"Returns the …\", \"Press …\"): it is of what its own section is about"},
	{always, "\"the\" across headings", Unlikely, theOfSections, 0, 0,
		"\"the\" and one noun mean what each section is about, in one note"},
	{otherwise, "\"the\" across headings", elsewhere, theOfNotes, 0, 0,
		"likewise, in two notes"},
}

// Gates of what two notes say each of its own subject.
var noteGates = []gate{
	{always, "two features", someDoubt, twoFeatures, 0, 0,
		"both specify a feature of one product, by number: one may have been overtaken"},
	{otherwise, "notes of one series", Unlikely, notesOfOneSeries, 14, 2,
		"the names or titles of the notes have much in common, and each a word of its own, or are two of a class"},
	{otherwise, "notes of one kind", Unlikely, notesOfOneKind, 0, 0,
		"the titles end with what both notes are of, and begin with two names: ADDMOD opcode, MULMOD opcode"},
	{otherwise, "parallel folders", Unlikely, inParallelFolders, 0, 0,
		"the paths part in folders called by choices, scopes or numbers, or, with two values, by one word more: " +
			"sig-auth, sig-storage; or they have the same runbook"},
	{otherwise, "named by their folders", Unlikely, namedByTheirFolders, 0, 0,
		"each answers with what one of its folders is called, and none of the other's"},
	{otherwise, "told without a verb", Unlikely, toldWithoutVerb, 0, 0,
		"what is denied stands on a side as a participle without \"is\" or a modal verb: \"Secrets committed to the repository\""},
	{otherwise, "each of its own subject", Unlikely, eachOfItsSubject, 0, 0,
		"each answers with what its file is called: aws.md, azure.md"},
	{otherwise, "versions of one document", Unlikely, namesakes, 17, 0,
		"the files are called alike but for a number, in one folder"},
	{otherwise, "proposals of two things", Unlikely, twoProposalsByNumber, 32, 0,
		"both notes are numbered, and the subject is in neither name nor title"},
	{otherwise, "of a year", Unlikely, ofAYear, 0, 0,
		"one note is called by a year, and an amount differs that no rule sets: 2021-annual.md"},
	{otherwise, "named by their notes", Unlikely, namedByTheirNotes, 0, 0,
		"what differs names its own file or title on both sides, and is not all that the note says: " +
			"open-a-stream.md, close-a-stream.md; sadd.md, srem.md"},
	{otherwise, "an attribute of no thing", Unlikely, ofNoThing, 0, 0,
		"a side gives an attribute and not what it is of, as each note may: \"The default value is 50\""},
	{otherwise, "version of each", Unlikely, versionsOfNotes, 0, 0,
		"both say what a version is, and share no name of what has it"},
	{otherwise, "describes a failure", Unlikely, describesFailure, 0, 0,
		"a side says what is so by an error with a number, or in a note or section on troubleshooting or common mistakes"},
	{otherwise, "what one note adds is said", Unlikely, saysWhatIsAdded, 0, 0,
		"the name of one note is that of the other with a word more, and its statement has that word"},
	{otherwise, "one note extends the other", littleDoubt, extendsTheOther, 0, 0,
		"the name of one note is that of the other with a word more"},
}

// Gates of statements of two notes that are worded otherwise than by what excludes each other.
var wordingGates = []gate{
	{always, "otherwise worded elsewhere", Unlikely, wordedOtherwise, 0, 0,
		"in two notes or sections, a side has a word more than the other, and they share no name"},
	{otherwise, "a word more elsewhere", littleDoubt, aWordMore, 0, 0,
		"in two notes or sections, a side has any word more than the other: an error takes the same words"},
	{always, "few words of two notes", littleDoubt, fewWordsOfTwo, 0, 0,
		"three words at most, of which neither title has one: \"Tabs are allowed\""},
	{always, "several amounts", Unlikely, severalAmounts, 0, 0,
		"two notes differ in more than one amount: each describes its own thing"},
	{always, "a count of two notes", littleDoubt, countsInTwoNotes, 0, 0,
		"a number of things differs that no rule sets, in two notes: it changes with time"},
	{always, "only, in two notes", littleDoubt, onlyInTwoNotes, 0, 0,
		"one of two notes says only: the other may speak of the rest"},
	{always, "hedged", Unlikely, mostlyDenied, 0, 0,
		"what is denied is denied only usually or mostly, or what is said only may be"},
	{always, "more of it", Unlikely, saysMoreOf, 0, 0,
		"one side denies of what the other says that there is more, or less"},
	{always, "a version of a name", littleDoubt, versionsOfName, 0, 0,
		"what differs is a number in a name that a noun follows: Windows 10 drivers"},
	{always, "fields of two things", Unlikely, fieldsOfTwo, 0, 0,
		"both are a label with a value, in two notes or sections"},
}

// Gates of statements that speak of more than they share.
var restGates = []gate{
	{always, "more of one thing", someDoubt, moreOfOneThing, 0, 0,
		"as the next two, but a side is about one thing that both name by the same two words or one identifier, and the signal is " +
			"strong; or a side chooses for the whole of a thing: all of it, everything, nowhere else"},
	{otherwise, "both sides speak of more", Unlikely, bothSpeakOfMore, 83, 75,
		"what each side speaks of besides weighs more than .9"},
	{otherwise, "one side speaks of more", Unlikely, oneSpeaksOfMore, 11, 2,
		"what one side speaks of besides outweighs what both share by more than 1.5"},
}

// Gates of a reversal that another one undoes.
var reversalGates = []gate{
	{always, "of opposite things", otherThing, ofOppositeThings, 2, 1,
		"one side denies of one thing what the other says of its opposite"},
	{otherwise, "refused on both sides", otherThing, refusedOnBoth, 0, 0,
		"one side forbids what the other removes or rejects, or is free of what the other excludes"},
	{otherwise, "two reversals", someDoubt, twoReversals, 2, 1,
		"two strong reversals at once cancel each other"},
}
