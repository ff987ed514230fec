package model

import (
	"fmt"
	"sync"
)

// Limits is what may be asked at most; 0 stands for no limit.
type Limits struct {
	Requests int     // each try of a request is one
	Cost     float64 // US dollars
}

// Count is what was asked.
type Count struct {
	Requests int     `json:"requests"`         // each try is one
	Failed   int     `json:"failed,omitempty"` // of the requests
	Kept     int     `json:"kept,omitempty"`   // answers that needed no request
	In       int     `json:"tokens_in"`
	Out      int     `json:"tokens_out"`
	Cost     float64 `json:"cost"`               // US dollars
	Unpriced bool    `json:"unpriced,omitempty"` // a model without a price was asked, so that Cost says too little
}

// Meter counts what is asked of models and refuses what would go beyond its limits. It is safe for
// concurrent use: what is under way counts with the most that it can cost. A nil *Meter counts
// nothing and refuses nothing.
type Meter struct {
	mu       sync.Mutex
	limits   Limits
	count    Count
	underway float64 // dollars, at most
}

// NewMeter returns a Meter with limits.
func NewMeter(l Limits) *Meter { return &Meter{limits: l} }

// Count says what was asked so far.
func (m *Meter) Count() Count {
	if m == nil {
		return Count{}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.count
}

// Begin admits one try of a request that takes no more than most, or wraps ErrLimit. Each one that
// was admitted needs an End.
func (m *Meter) Begin(most Usage) error {
	if m == nil {
		return nil
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	switch {
	case m.limits.Requests > 0 && m.count.Requests >= m.limits.Requests:
		return fmt.Errorf("%w: %d requests", ErrLimit, m.limits.Requests)
	case m.limits.Cost > 0 && m.count.Cost+m.underway+most.Cost > m.limits.Cost:
		return fmt.Errorf("%w: $%.4f spent, this may cost $%.4f, $%.2f allowed", ErrLimit, m.count.Cost, most.Cost, m.limits.Cost)
	}
	m.count.Requests++
	m.underway += most.Cost
	return nil
}

// End counts what a request took that Begin admitted. A failed one counts as free, as servers do.
func (m *Meter) End(most, took Usage, priced, failed bool) {
	if m == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.underway -= most.Cost
	if failed {
		m.count.Failed++
	}
	m.count.In, m.count.Out, m.count.Cost = m.count.In+took.In, m.count.Out+took.Out, m.count.Cost+took.Cost
	m.count.Unpriced = m.count.Unpriced || !priced
}

// kept counts an answer that needed no request.
func (m *Meter) kept() {
	if m == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.count.Kept++
}
