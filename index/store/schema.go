package store

// Schema is the version of everything on disk but the notes, which have one of their own. It is part of the names:
// a kb of another version has an index beside this one.
const (
	Schema   = 34
	inSchema = "-34"
)

// applicationID marks our database files ("kbix").
const applicationID = 0x6b626978

// schema holds the records of views. A view belongs to one tree: the work tree of one checkout, or a commit.
const schema = `
CREATE TABLE views(
	id INTEGER PRIMARY KEY,
	name TEXT NOT NULL UNIQUE,
	generation TEXT NOT NULL,
	tree TEXT NOT NULL, -- commit
	dirty INTEGER NOT NULL,
	model TEXT NOT NULL,
	training TEXT NOT NULL, -- JSON: what the model was trained on
	ranking TEXT NOT NULL, -- JSON: what .memory/kb.yaml says of it, '' where nothing
	notes INTEGER NOT NULL,
	chunks INTEGER NOT NULL,
	links INTEGER NOT NULL,
	updated TEXT NOT NULL
) STRICT;
CREATE TABLE notes(
	id INTEGER PRIMARY KEY,
	view INTEGER NOT NULL,
	path TEXT NOT NULL,
	files INTEGER NOT NULL, -- whether the note says of which files it speaks
	pagerank REAL NOT NULL,
	in_links INTEGER NOT NULL,
	superseded_by TEXT NOT NULL,
	disputed_by TEXT NOT NULL,
	label TEXT NOT NULL, -- that the configuration of the tree gives, else empty
	UNIQUE(view, path)
) STRICT;
CREATE TABLE links(
	note INTEGER PRIMARY KEY,
	data BLOB NOT NULL -- the links of the note: see links.go
) STRICT;
CREATE TABLE backlinks(
	dest INTEGER NOT NULL,
	source INTEGER NOT NULL, -- a note with a link to it
	PRIMARY KEY(dest, source)
) STRICT, WITHOUT ROWID;
`
