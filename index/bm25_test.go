package index

import "testing"

// TestCover: meaning alone does not lift a neighbour of the topic above the note that has the words together.
func TestCover(t *testing.T) {
	dir := newRepository(t)
	writeFile(t, dir, "leases.md", "# Leases\n\nA worker that loses its lease stops at once.\n")
	writeFile(
		t,
		dir,
		"workers.md",
		"# Tasks\n\nA worker takes a task. A worker ends.\n\n## Stop\n\nIt stops by a signal. A lease is renewed elsewhere.\n",
	)
	x := openIndex(t, dir, Options{NoVectors: true})
	if _, err := x.Update(t.Context(), UpdateOptions{}); err != nil {
		t.Fatal(err)
	}
	s, err := x.Searcher(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	w := DefaultWeights()
	a := s.analyzers.Get()
	defer s.analyzers.Put(a)
	asked := []queryTerm{{text: "worker", count: 1}, {text: "leas", count: 1}, {text: "zebra", count: 1}}
	scores, err := s.bm25(t.Context(), asked, &w, false)
	if err != nil {
		t.Fatal(err)
	}
	together, _ := s.gen.rows.note("leases.md")
	apart, _ := s.gen.rows.note("workers.md")
	if c := scores.cover[together]; c <= scores.cover[apart] || c >= 1 {
		t.Errorf("both words in one chunk cover %.3f, in two %.3f; a word that stands nowhere keeps it below 1", c, scores.cover[apart])
	}
}
