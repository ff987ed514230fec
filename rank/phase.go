package rank

import "maps"

// Phase is what someone is about to do; it decides which kinds of notes weigh more.
type Phase string

// The phases of work.
const (
	Define    Phase = "define"    // plan, specify, write the failing test
	Implement Phase = "implement" // write the code
	Validate  Phase = "validate"  // test, accept
	Refine    Phase = "refine"    // repair, tidy up
	Explore   Phase = "explore"   // find out
	Reflect   Phase = "reflect"   // sum up, write down what was learned
)

// Phases lists the phases in the order of work.
func Phases() []Phase { return []Phase{Define, Implement, Validate, Refine, Explore, Reflect} }

// Valid tells whether the phase is one of Phases.
func (p Phase) Valid() bool { return p.Budget() > 0 }

// Budget is how many tokens of context a phase gets when nobody says, 0 for what is no phase.
func (p Phase) Budget() int {
	switch p {
	case Implement:
		return 3000
	case Define, Validate:
		return 2500
	case Refine, Explore:
		return 2000
	case Reflect:
		return 1500
	}
	return 0
}

// Class is what a note counts as when a phase weighs it, by its kind and, of a memory, its type;
// "other" when no phase minds.
func Class(kind, typ string) string {
	if kind != "memory" {
		typ = kind
	}
	switch typ {
	case "spec", "constraint", "goal", "requirement":
		return "requirement"
	case "standard", "preference", "solution", "pattern":
		return "pattern"
	case "episode", "work_state", "work_unit_outcome":
		return "outcome"
	case "summary", "module_insight":
		return "module_insight"
	case "decision", "gotcha", "error_pattern", "dead_end", "causal_dependency", "workflow_recipe",
		"prefetch_pattern", "task_calibration", "e2e_observation":
		return typ
	}
	return other
}

const other = "other" // the class of what no phase minds

// Weight is the factor of a class in a phase, from 0.8 to 1.4; 1 where the phase does not mind.
func (p Phase) Weight(class string) float64 {
	if w, ok := p.weights()[class]; ok {
		return w
	}
	return 1
}

// weights are the factors of Weight by class, without those of 1; nil for what is no phase.
func (p Phase) weights() map[string]float64 {
	switch p {
	case Define:
		return map[string]float64{
			"workflow_recipe":  1.4,
			"dead_end":         1.2,
			"requirement":      1.2,
			"decision":         1.1,
			"task_calibration": 1.1,
			"gotcha":           0.8,
			"error_pattern":    0.8,
		}
	case Implement:
		return map[string]float64{
			"gotcha": 1.4, "error_pattern": 1.3, "causal_dependency": 1.2, "dead_end": 1.2, "pattern": 1.1, "prefetch_pattern": 1.1,
		}
	case Validate:
		return map[string]float64{"error_pattern": 1.4, "e2e_observation": 1.4, "requirement": 1.2, "outcome": 1.1}
	case Refine:
		return map[string]float64{"error_pattern": 1.3, "gotcha": 1.2, "dead_end": 1.2}
	case Explore:
		return map[string]float64{"module_insight": 1.4, "decision": 1.2, "pattern": 1.1}
	case Reflect:
		return map[string]float64{"outcome": 1.4, "task_calibration": 1.3, "dead_end": 1.1}
	}
	return nil
}

// Shares is how much of the budget each class may take before all others had their turn; they add
// up to 1 or less.
func (p Phase) Shares() map[string]float64 { return maps.Clone(p.shares()) }

// shares are those of Shares by class, parts of 1; nil for what is no phase.
func (p Phase) shares() map[string]float64 {
	switch p {
	case Define:
		return map[string]float64{
			"workflow_recipe":  0.30,
			"requirement":      0.20,
			"decision":         0.20,
			"dead_end":         0.15,
			"task_calibration": 0.10,
			other:              0.05,
		}
	case Implement:
		return map[string]float64{
			"gotcha":            0.30,
			"error_pattern":     0.25,
			"causal_dependency": 0.15,
			"pattern":           0.10,
			"dead_end":          0.10,
			"prefetch_pattern":  0.05,
			other:               0.05,
		}
	case Validate:
		return map[string]float64{"error_pattern": 0.30, "requirement": 0.25, "e2e_observation": 0.25, "outcome": 0.15, other: 0.05}
	case Refine:
		return map[string]float64{"error_pattern": 0.35, "gotcha": 0.25, "dead_end": 0.20, "pattern": 0.15, other: 0.05}
	case Explore:
		return map[string]float64{"module_insight": 0.40, "decision": 0.25, "pattern": 0.20, "causal_dependency": 0.15}
	case Reflect:
		return map[string]float64{"outcome": 0.40, "task_calibration": 0.35, "dead_end": 0.15, other: 0.10}
	}
	return nil
}
