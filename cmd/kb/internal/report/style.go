package report

// Style colours text, or leaves it as it is.
type Style struct {
	Colour bool
}

// The parts of an answer, each with its look.
func (s Style) Title(t string) string   { return s.sgr("1", t) }    // bold
func (s Style) Place(t string) string   { return s.sgr("35", t) }   // magenta
func (s Style) Match(t string) string   { return s.sgr("1;31", t) } // bold red
func (s Style) Badge(t string) string   { return s.sgr("36", t) }   // cyan
func (s Style) Warning(t string) string { return s.sgr("33", t) }   // yellow
func (s Style) Faint(t string) string   { return s.sgr("2", t) }    // dimmed
func (s Style) Heading(t string) string { return s.sgr("1;34", t) } // bold blue
func (s Style) Code(t string) string    { return s.sgr("32", t) }   // green
func (s Style) Link(t string) string    { return s.sgr("4", t) }    // underlined
func (s Style) Added(t string) string   { return s.sgr("32", t) }   // green
func (s Style) Removed(t string) string { return s.sgr("31", t) }   // red

// sgr wraps text in a "select graphic rendition" sequence (ECMA-48, 8.3.117).
func (s Style) sgr(code, text string) string {
	if !s.Colour || text == "" {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}
