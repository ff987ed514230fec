package kb

import "time"

// Inactive gives the reason why a note does not hold on a day ("superseded", "expired", …), "" when it is active.
// supersededBy is the path of an active note that supersedes it, "" for none.
func Inactive(n *Note, supersededBy string, day time.Time) string { return "" }
