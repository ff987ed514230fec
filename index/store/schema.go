package store

// Schema is the version of everything on disk. An index of another version is built anew.
const Schema = 30

// applicationID marks our database files ("kbix").
const applicationID = 0x6b626978

// schema holds the records. What is keyed by blob is a pure function of the blob's bytes (readings
// also of the path); what is keyed by view belongs to one
// tree: the work tree of one checkout, or a commit.
const schema = `
CREATE TABLE dictionary(
	data BLOB NOT NULL -- with which values are packed, see pack.go; no row, or one that stays
) STRICT;
CREATE TABLE blobs(
	id INTEGER PRIMARY KEY,
	oid TEXT NOT NULL UNIQUE,
	links BLOB NOT NULL -- packed
) STRICT;
CREATE TABLE chunks(
	blob INTEGER NOT NULL,
	first INTEGER NOT NULL, -- ordinal of the first chunk of the group
	data BLOB NOT NULL, -- a group of chunks, packed
	PRIMARY KEY(blob, first)
) STRICT;
CREATE TABLE readings(
	blob INTEGER NOT NULL,
	path TEXT NOT NULL,
	note BLOB NOT NULL, -- see package kept
	extra BLOB NOT NULL, -- packed JSON of its unknown keys, or empty
	files INTEGER NOT NULL, -- whether it has any
	PRIMARY KEY(blob, path)
) STRICT, WITHOUT ROWID;
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
	blob INTEGER NOT NULL,
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
