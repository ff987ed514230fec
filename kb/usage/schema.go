package usage

// Schema is the version of the database that this kb writes.
const Schema = 2

// applicationID marks the database as ours ("kbus").
const applicationID = 0x6b627573

// migrations lists what makes each version of the one before it. What has been released is never
// changed: a new version is appended.
func migrations() []string { return []string{version1, version2} }

// version1 holds counts, which are kept for ever (notes, names, daily, pairs, terms), and events,
// which are pruned (searches, results, reads). Times are milliseconds since 1970, days are days
// since then, both in UTC.
const version1 = `
CREATE TABLE meta(id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, value TEXT NOT NULL) STRICT;
CREATE TABLE notes(
	id INTEGER PRIMARY KEY,
	uid TEXT NOT NULL, -- of the front matter, else empty
	path TEXT NOT NULL, -- where it was last seen
	shown INTEGER NOT NULL, -- answers that held it
	opened INTEGER NOT NULL, -- times that it was read
	last_shown INTEGER NOT NULL, -- 0: never
	last_opened INTEGER NOT NULL
) STRICT;
CREATE TABLE names( -- all that a note goes or went by
	id INTEGER PRIMARY KEY,
	name TEXT NOT NULL UNIQUE, -- "id:" or "path:" and the name
	note INTEGER NOT NULL
) STRICT;
CREATE INDEX names_note ON names(note);
CREATE TABLE daily(
	id INTEGER PRIMARY KEY,
	day INTEGER NOT NULL,
	note INTEGER NOT NULL,
	shown INTEGER NOT NULL,
	opened INTEGER NOT NULL,
	UNIQUE(note, day)
) STRICT;
CREATE TABLE pairs( -- notes that go together, a < b, with counts that fade: as they stood at a time
	id INTEGER PRIMARY KEY,
	a INTEGER NOT NULL,
	b INTEGER NOT NULL,
	shown REAL NOT NULL, -- among the first of one answer
	opened REAL NOT NULL, -- within one session
	at INTEGER NOT NULL,
	UNIQUE(a, b)
) STRICT;
CREATE INDEX pairs_b ON pairs(b);
CREATE TABLE terms( -- words of a query after which a note was opened, with a count that fades
	id INTEGER PRIMARY KEY,
	term TEXT NOT NULL,
	note INTEGER NOT NULL,
	opened REAL NOT NULL,
	at INTEGER NOT NULL,
	UNIQUE(term, note)
) STRICT;
CREATE INDEX terms_note ON terms(note);
CREATE TABLE searches(
	id INTEGER PRIMARY KEY,
	at INTEGER NOT NULL,
	source TEXT NOT NULL,
	session TEXT NOT NULL,
	query TEXT NOT NULL,
	terms TEXT NOT NULL, -- one a line
	mode TEXT NOT NULL,
	matched TEXT NOT NULL,
	filters TEXT NOT NULL,
	micros INTEGER NOT NULL, -- until the answer was there
	repeated INTEGER NOT NULL -- 1: the same as one shortly before, and not counted
) STRICT;
CREATE INDEX searches_at ON searches(at);
CREATE TABLE results(
	id INTEGER PRIMARY KEY,
	search INTEGER NOT NULL,
	rank INTEGER NOT NULL, -- from 1
	note INTEGER NOT NULL,
	score REAL NOT NULL,
	UNIQUE(search, note)
) STRICT;
CREATE INDEX results_note ON results(note);
CREATE TABLE reads(
	id INTEGER PRIMARY KEY,
	at INTEGER NOT NULL,
	source TEXT NOT NULL,
	session TEXT NOT NULL,
	note INTEGER NOT NULL,
	search INTEGER NOT NULL -- that it followed, 0 for none
) STRICT;
CREATE INDEX reads_at ON reads(at);
CREATE INDEX reads_note ON reads(note);
CREATE TABLE pending( -- files beside the database that are counted but perhaps not removed yet
	id INTEGER PRIMARY KEY,
	name TEXT NOT NULL UNIQUE
) STRICT;
`

// version2 holds what other clones counted: by their numbers, by day, and by the hash of a note's name.
const version2 = `
CREATE TABLE shared(
	id INTEGER PRIMARY KEY,
	clone TEXT NOT NULL,
	day INTEGER NOT NULL,
	note TEXT NOT NULL,
	shown INTEGER NOT NULL,
	opened INTEGER NOT NULL,
	UNIQUE(clone, day, note)
) STRICT;
CREATE INDEX shared_note ON shared(note);
CREATE TABLE void(id INTEGER PRIMARY KEY, clone TEXT NOT NULL UNIQUE) STRICT; -- clones whose counts are void
`

// table is a table of the database.
type table struct {
	name, columns string // columns without the row number
	version       int    // that brought it
}

// tables lists all tables.
func tables() []table {
	return []table{
		{"meta", "key, value", 1},
		{"notes", "uid, path, shown, opened, last_shown, last_opened", 1},
		{"names", "name, note", 1},
		{"daily", "day, note, shown, opened", 1},
		{"pairs", "a, b, shown, opened, at", 1},
		{"terms", "term, note, opened, at", 1},
		{"searches", "at, source, session, query, terms, mode, matched, filters, micros, repeated", 1},
		{"results", "search, rank, note, score", 1},
		{"reads", "at, source, session, note, search", 1},
		{"pending", "name", 1},
		{"shared", "clone, day, note, shown, opened", 2},
		{"void", "clone", 2},
	}
}
