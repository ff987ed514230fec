package usage

// idName and pathName are the names that a note goes by, in the database and, as hashes, in
// ledgers: no id is taken for a path.
func idName(id string) string     { return "id:" + id }
func pathName(path string) string { return "path:" + path }

// note gives the number of a note, a new one when it was never seen. The id of the front matter is
// worth more than the path: a path can pass from note to note.
func (s *store) note(n Note) (int64, error) {
	byPath, err := s.named(pathName(n.Path))
	if err != nil {
		return 0, err
	}
	if n.ID == "" {
		if byPath == 0 {
			return s.newNote(n)
		}
		return byPath, s.Run(`UPDATE notes SET path=? WHERE id=? AND path<>?`, n.Path, byPath, n.Path)
	}
	byID, err := s.named(idName(n.ID))
	if err != nil {
		return 0, err
	}
	uid := ""
	if byPath != 0 && byPath != byID {
		if uid, err = s.uid(byPath); err != nil {
			return 0, err
		}
	}
	switch {
	case byID == 0 && byPath != 0 && uid == "": // it was given an id
		byID = byPath
	case byID == 0:
		return s.newNote(n)
	case byPath != 0 && byPath != byID && uid == "": // it was given an id elsewhere, and counted on both sides
		if err := s.merge(byPath, byID); err != nil {
			return 0, err
		}
	}
	return byID, s.identify(byID, n)
}

// identify notes under which names a note goes now.
func (s *store) identify(note int64, n Note) error {
	if err := s.Run(`UPDATE notes SET uid=?, path=? WHERE id=? AND (uid<>? OR path<>?)`, n.ID, n.Path, note, n.ID, n.Path); err != nil {
		return err
	}
	if err := s.name(pathName(n.Path), note); err != nil || n.ID == "" {
		return err
	}
	return s.name(idName(n.ID), note)
}

// newNote adds a note that was never used, under its path and its id.
func (s *store) newNote(n Note) (int64, error) {
	if err := s.Run(`INSERT INTO notes(uid, path, shown, opened, last_shown, last_opened) VALUES(?,?,0,0,0,0)`, n.ID, n.Path); err != nil {
		return 0, err
	}
	note := s.LastInsertRowID()
	return note, s.identify(note, n)
}

// named gives the number of the note that goes by a name, 0 for none.
func (s *store) named(name string) (int64, error) {
	return s.Number(`SELECT note FROM names WHERE name=?`, name)
}

// find gives the number of a note that was seen before, 0 for one that was not.
func (s *store) find(n Note) (int64, error) {
	if n.ID != "" {
		if note, err := s.named(idName(n.ID)); note != 0 || err != nil {
			return note, err
		}
	}
	note, err := s.named(pathName(n.Path))
	if note == 0 || n.ID == "" || err != nil {
		return note, err
	}
	if uid, err := s.uid(note); uid != "" || err != nil {
		return 0, err // the path was another note's
	}
	return note, nil
}

// name lets a name mean a note from now on.
func (s *store) name(name string, note int64) error {
	return s.Run(
		`INSERT INTO names(name, note) VALUES(?,?) ON CONFLICT(name) DO UPDATE SET note=excluded.note WHERE note<>excluded.note`,
		name,
		note,
	)
}

// uid is the id in the front matter of a note, "" for none.
func (s *store) uid(note int64) (string, error) {
	uid := ""
	_, err := s.One(`SELECT uid FROM notes WHERE id=?`, []any{note}, &uid)
	return uid, err
}

// rename lets the note that was at one path be found at another as well. Where both were counted,
// they become one.
func (s *store) rename(from, to string) error {
	old, err := s.named(pathName(from))
	if old == 0 || err != nil {
		return err
	}
	now, err := s.named(pathName(to))
	switch {
	case err != nil || now == old:
		return err
	case now == 0:
		if err := s.Run(`UPDATE notes SET path=? WHERE id=?`, to, old); err != nil {
			return err
		}
		return s.name(pathName(to), old)
	}
	oldID, err := s.uid(old)
	if err != nil {
		return err
	}
	newID, err := s.uid(now)
	if err != nil || oldID != "" && newID != "" {
		return err // two notes, each with an id of its own
	}
	if oldID != "" {
		if err := s.Run(`UPDATE notes SET uid=? WHERE id=?`, oldID, now); err != nil {
			return err
		}
	}
	return s.merge(old, now)
}

// merge adds all that is known of one note to another, and forgets the first.
func (s *store) merge(from, to int64) error {
	for _, sql := range []string{
		`UPDATE notes SET (shown, opened, last_shown, last_opened) = (SELECT notes.shown+f.shown, notes.opened+f.opened, ` +
			`max(notes.last_shown, f.last_shown), max(notes.last_opened, f.last_opened) FROM notes f WHERE f.id=?1) WHERE id=?2`,
		`INSERT INTO daily(day, note, shown, opened) SELECT day, ?2, shown, opened FROM daily WHERE note=?1 ON CONFLICT(note, day) DO ` +
			`UPDATE SET shown=shown+excluded.shown, opened=opened+excluded.opened`,
		`DELETE FROM daily WHERE note=?1`,
		`DELETE FROM pairs WHERE (a=?1 AND b=?2) OR (a=?2 AND b=?1)`,
		// of two habits with the same third one, that of the later name stays
		`UPDATE OR IGNORE pairs SET a=min(?2, a+b-?1), b=max(?2, a+b-?1) WHERE a=?1 OR b=?1`,
		`DELETE FROM pairs WHERE a=?1 OR b=?1`,
		`UPDATE OR IGNORE terms SET note=?2 WHERE note=?1`,
		`DELETE FROM terms WHERE note=?1`,
		`UPDATE OR IGNORE results SET note=?2 WHERE note=?1`,
		`DELETE FROM results WHERE note=?1`,
		`UPDATE reads SET note=?2 WHERE note=?1`,
		`UPDATE names SET note=?2 WHERE note=?1`,
		`DELETE FROM notes WHERE id=?1`,
	} {
		if err := s.mergeStep(sql, from, to); err != nil {
			return err
		}
	}
	return nil
}

// mergeStep binds as many of the two numbers as a statement names.
func (s *store) mergeStep(sql string, from, to int64) error {
	stmt, _, err := s.Prepare(sql)
	if err != nil {
		return err
	}
	defer stmt.Close()
	if err := stmt.BindInt64(1, from); err != nil {
		return err
	}
	if stmt.BindCount() > 1 {
		if err := stmt.BindInt64(2, to); err != nil {
			return err
		}
	}
	return stmt.Exec()
}
