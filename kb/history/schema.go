package history

// Schema is the version of the database. One of another version is built anew.
const Schema = 1

// applicationID marks our database files ("kbhi").
const applicationID = 0x6b626869

// schema numbers commits so that a parent comes before its children, from 0 and without gaps.
const schema = `
CREATE TABLE commits(
	id INTEGER PRIMARY KEY,
	oid BLOB NOT NULL UNIQUE,
	parents BLOB NOT NULL, -- object ids as the commit names them, one after the other
	flags INTEGER NOT NULL, -- 1 cut, 2 unknown
	author INTEGER NOT NULL,
	author_time INTEGER NOT NULL,
	author_zone INTEGER NOT NULL, -- minutes
	committer INTEGER NOT NULL,
	commit_time INTEGER NOT NULL,
	commit_zone INTEGER NOT NULL,
	subject TEXT NOT NULL,
	body TEXT NOT NULL
) STRICT;
CREATE TABLE people(
	id INTEGER PRIMARY KEY,
	name TEXT NOT NULL,
	email TEXT NOT NULL,
	UNIQUE(name, email)
) STRICT;
CREATE TABLE paths(
	id INTEGER PRIMARY KEY,
	path BLOB NOT NULL UNIQUE
) STRICT;
CREATE TABLE changes(
	"commit" INTEGER NOT NULL,
	path INTEGER NOT NULL,
	status INTEGER NOT NULL, -- the letter
	old_path INTEGER,
	old_blob BLOB,
	new_blob BLOB,
	old_mode INTEGER NOT NULL,
	new_mode INTEGER NOT NULL,
	PRIMARY KEY("commit", path)
) STRICT, WITHOUT ROWID;
CREATE INDEX changes_path ON changes(path);
CREATE INDEX changes_old_path ON changes(old_path) WHERE old_path IS NOT NULL;
CREATE TABLE graph( -- what a walk added: see graph.go
	first INTEGER PRIMARY KEY,
	commits INTEGER NOT NULL,
	data BLOB NOT NULL
) STRICT;
CREATE TABLE meta(
	key TEXT PRIMARY KEY,
	value TEXT NOT NULL
) STRICT;
`
