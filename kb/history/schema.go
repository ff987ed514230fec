package history

// Schema is the version of the database. One of another version is built anew.
const Schema = 2

// applicationID marks our database files ("kbhi").
const applicationID = 0x6b626869

// schema numbers commits so that a parent comes before its children, from 0 and without gaps.
const schema = `
CREATE TABLE commits(
	id INTEGER PRIMARY KEY,
	oid BLOB NOT NULL UNIQUE,
	parents BLOB NOT NULL, -- object ids as the commit names them, one after the other, unless all are in graph
	flags INTEGER NOT NULL, -- 1 cut, 2 unknown
	author INTEGER NOT NULL,
	author_time INTEGER NOT NULL,
	author_zone INTEGER NOT NULL, -- minutes
	committer INTEGER NOT NULL,
	commit_time INTEGER NOT NULL,
	commit_zone INTEGER NOT NULL,
	subject TEXT NOT NULL,
	body TEXT NOT NULL,
	touched BLOB NOT NULL -- paths of which it has rows: see encodeTouched
) STRICT;
CREATE TABLE people(
	id INTEGER PRIMARY KEY,
	name TEXT NOT NULL,
	email TEXT NOT NULL,
	UNIQUE(name, email)
) STRICT;
CREATE TABLE paths(
	id INTEGER PRIMARY KEY,
	sum INTEGER NOT NULL, -- see pathSum: an index on it is a tenth of one on the path
	folder INTEGER NOT NULL,
	name BLOB NOT NULL
) STRICT;
CREATE INDEX paths_sum ON paths(sum);
CREATE TABLE folders(
	id INTEGER PRIMARY KEY,
	path BLOB NOT NULL UNIQUE -- with the slash at its end; of the top none
) STRICT;
CREATE TABLE touches( -- see rows.go
	path INTEGER NOT NULL,
	first INTEGER NOT NULL, -- no commit before this one is in data, and none from the next first on
	data BLOB NOT NULL,
	PRIMARY KEY(path, first)
) STRICT, WITHOUT ROWID;
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
