package panel

import (
	"context"
	"fmt"
	"slices"

	"github.com/9aea2451/kb/cmd/kb/internal/desk/warm"
)

// mostGroups bounds the groups that are listed of one way to browse.
const mostGroups = 200

// browse is what the page of all groups shows.
type browse struct{ Ways []way }

// way is one way to browse.
type way struct {
	Name   string
	Groups []*group
	Rest   int // groups that are not listed
}

// browse makes the page of all groups, at most mostGroups of each way. While they are sorted for
// the first time it is empty and says so.
func (p *Panel) browse(ctx context.Context, v *warm.View, _ *request) (*page, error) {
	b := &browse{}
	g := p.newPage("browse", "Browse", b)
	shelf, current, err := p.shelfOf(ctx, v)
	if err := g.settle("the groups", current, err); err != nil || shelf == nil {
		return g, err
	}
	for _, name := range ways() {
		groups := shelf.groups[name]
		if listed := groups[:min(len(groups), mostGroups)]; len(listed) > 0 {
			b.Ways = append(b.Ways, way{name, listed, len(groups) - len(listed)})
		}
	}
	return g, nil
}

// list is a page of a list of notes.
type list struct {
	Way, Name, Heading string
	Rows               []row
	From, To, Total    int // of the rows, from 1, To inclusive
	Pager
}

// Pager is how many pages a list has, at least 1, and which one is shown, from 1.
type Pager struct{ Page, Pages int }

// paged returns which of n things page number shows, of so many a page: from inclusive, to
// exclusive. A number beyond the last page, as of a list that has shrunk, shows the last.
func paged(n, number, each int) (from, to int, p Pager) {
	pages := max(1, (n+each-1)/each)
	number = min(number, pages)
	from = (number - 1) * each
	return from, min(from+each, n), Pager{number, pages}
}

// group makes a page of the notes of one group. A way or a name that there is not is errNoPage;
// while the notes are sorted for the first time nobody knows, and the page is empty.
func (p *Panel) group(ctx context.Context, v *warm.View, r *request) (*page, error) {
	way, name := r.PathValue("way"), r.value("name")
	if !slices.Contains(ways(), way) {
		return nil, errNoPage
	}
	shelf, current, err := p.shelfOf(ctx, v)
	g := p.newPage("group", name, nil)
	if err := g.settle("the groups", current, err); err != nil || shelf == nil {
		g.Body = &list{Way: way, Name: name, Heading: name, Pager: Pager{1, 1}}
		return g, err
	}
	found := shelf.find(way, name)
	if found == nil {
		return nil, fmt.Errorf("%w: no note has the %s %q", errNoPage, way, name)
	}
	p.fillGroup(v, g, way, found, r.number("page"))
	return g, nil
}

// fillGroup puts a page of a group's notes on a page.
func (p *Panel) fillGroup(v *warm.View, g *page, way string, found *group, number int) {
	from, to, pager := paged(len(found.Notes), number, perPage)
	g.Title = found.Title
	g.Body = &list{
		Way: way, Name: found.Name, Heading: found.Title, Rows: p.rows(v, found.Notes[from:to]), From: from + 1, To: to,
		Total: len(found.Notes), Pager: pager,
	}
}
