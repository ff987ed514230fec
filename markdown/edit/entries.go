package edit

import "github.com/9aea2451/kb/markdown"

// Entry is a top-level key of the front matter with its bytes: [Lead, Start) are the comments and
// blank lines before it, [Start, End) its lines.
type Entry struct {
	markdown.Field
	Lead, Start, End int
}

// Entries cuts the front matter of a source into its keys. Together with [tail, end), the comments
// behind the last one, they are the bytes between the fences, without a gap. What cannot be cut so
// is ErrRefused; a source without front matter has no entries.
func Entries(source []byte) (entries []Entry, tail, end int, err error) {
	f, err := open(source)
	if err != nil {
		return nil, 0, 0, err
	}
	at := f.start
	for _, fd := range f.fields {
		entries = append(entries, Entry{Field: fd.Field, Lead: at, Start: fd.start, End: fd.end})
		at = fd.end
	}
	return entries, at, f.end, nil
}
