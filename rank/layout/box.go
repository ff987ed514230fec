package layout

import "math"

// box is a component with its places, which begin at 0, 0.
type box struct {
	members       []int
	places        []Point
	width, height float64
}

// scale gives the edges their mean length, a greater one where many nodes want room.
func (b *box) scale(g *adjacency) {
	sum, count := 0.0, 0
	for i, near := range g.near {
		for _, j := range near {
			sum += math.Hypot(b.places[i].X-b.places[j].X, b.places[i].Y-b.places[j].Y)
			count++
		}
	}
	if sum == 0 {
		return
	}
	f := edgeLength * max(1, math.Sqrt(float64(len(b.members)))/6) * float64(count) / sum
	for i := range b.places {
		b.places[i].X *= f
		b.places[i].Y *= f
	}
}

// separateRounds bounds the work on nodes that overlap: what still does then, does.
const separateRounds = 60

// separate pushes nodes apart that are nearer than spacing.
func (b *box) separate() {
	for range separateRounds {
		moved := false
		for i := range b.places {
			for j := i + 1; j < len(b.places); j++ {
				moved = push(&b.places[i], &b.places[j], j) || moved
			}
		}
		if !moved {
			return
		}
	}
}

// push moves two nodes that are too near away from each other, each half of the way. Nodes at one
// place part in a direction given by turn.
func push(p, q *Point, turn int) bool {
	dx, dy := q.X-p.X, q.Y-p.Y
	d := math.Hypot(dx, dy)
	if d >= spacing-0.5 {
		return false
	}
	if d < 1e-9 {
		dy, dx = math.Sincos(float64(turn))
		d = 1
	}
	half := (spacing - math.Hypot(q.X-p.X, q.Y-p.Y)) / 2 / d
	p.X, p.Y = p.X-dx*half, p.Y-dy*half
	q.X, q.Y = q.X+dx*half, q.Y+dy*half
	return true
}

// moveToOrigin moves the box so that its least coordinates are 0, and measures it.
func (b *box) moveToOrigin() {
	left, top := math.Inf(1), math.Inf(1)
	for _, p := range b.places {
		left, top = min(left, p.X), min(top, p.Y)
	}
	for i := range b.places {
		p := &b.places[i]
		p.X, p.Y = p.X-left, p.Y-top
		b.width, b.height = max(b.width, p.X), max(b.height, p.Y)
	}
}

const (
	margin = 70.0 // between components
	aspect = 1.5  // width to height
)

// arrange sets boxes in rows of about equal width.
func arrange(boxes []box, place func(node int, p Point)) {
	area, widest := 0.0, 0.0
	for _, b := range boxes {
		area += (b.width + margin) * (b.height + margin)
		widest = max(widest, b.width)
	}
	room := max(widest, math.Sqrt(area*aspect))
	x, y, tallest := 0.0, 0.0, 0.0
	for _, b := range boxes {
		if x > 0 && x+b.width > room {
			x, y, tallest = 0, y+tallest+margin, 0
		}
		for i, node := range b.members {
			place(node, Point{x + b.places[i].X, y + b.places[i].Y})
		}
		x, tallest = x+b.width+margin, max(tallest, b.height)
	}
}
