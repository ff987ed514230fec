package store

// Schema is the version of everything on disk. An index of another version is built anew.
const Schema = 16

// applicationID marks our database files ("kbix").
const applicationID = 0x6b626978

// schema holds the records. What is keyed by blob is a pure function of the blob's bytes (readings
// also of the path); what is keyed by view belongs to one
// tree: the work tree of one checkout, or a commit.
const schema = `
CREATE TABLE blobs(
	id INTEGER PRIMARY KEY,
	oid TEXT NOT NULL UNIQUE,
	doc BLOB NOT NULL -- packed JSON: what Parse found, without the chunks
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
	note TEXT NOT NULL, -- JSON of kb.Note
	problems TEXT NOT NULL,
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
	notes INTEGER NOT NULL,
	chunks INTEGER NOT NULL,
	links INTEGER NOT NULL,
	updated TEXT NOT NULL
) STRICT;
CREATE TABLE notes(
	view INTEGER NOT NULL,
	path TEXT NOT NULL,
	blob INTEGER NOT NULL,
	pagerank REAL NOT NULL,
	in_links INTEGER NOT NULL,
	superseded_by TEXT NOT NULL,
	label TEXT NOT NULL, -- that the configuration of the tree gives, else empty
	PRIMARY KEY(view, path)
) STRICT, WITHOUT ROWID;
CREATE TABLE links(
	view INTEGER NOT NULL,
	source TEXT NOT NULL,
	seq INTEGER NOT NULL,
	line INTEGER NOT NULL,
	kind TEXT NOT NULL,
	type TEXT NOT NULL,
	target TEXT NOT NULL,
	fragment TEXT NOT NULL,
	text TEXT NOT NULL,
	dest TEXT NOT NULL,
	state TEXT NOT NULL, -- ok, broken, ambiguous, external
	candidates TEXT NOT NULL, -- JSON array, or empty
	strength REAL NOT NULL,
	inverse INTEGER NOT NULL, -- the destination has the relation to the source
	PRIMARY KEY(view, source, seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX links_dest ON links(view, dest) WHERE dest <> '';
`
