package contradict

type anchor struct{}
type slot struct{}
