package build

// relabel gives the view what the tree's configuration says of its ranking, and the notes of the view
// the labels that it has for their paths.
func (u *updater) relabel() error {
	if err := u.view.KeepSettings(u.tree.Config.Ranking()); err != nil {
		return err
	}
	labels := map[string]string{}
	for _, f := range u.tree.Files {
		if label := u.tree.Config.Label(f.Path); label != "" {
			labels[f.Path] = label
		}
	}
	for row, err := range u.db.Rows(`SELECT path, label FROM notes WHERE view = ? AND label <> ''`, u.view.ID) {
		if err != nil {
			return err
		}
		path, label := row.ColumnText(0), row.ColumnText(1)
		switch now, ok := labels[path]; {
		case !ok:
			labels[path] = ""
		case now == label:
			delete(labels, path)
		}
	}
	for path, label := range labels {
		if err := u.db.Run(`UPDATE notes SET label = ? WHERE view = ? AND path = ?`, label, u.view.ID, path); err != nil {
			return err
		}
	}
	return nil
}
