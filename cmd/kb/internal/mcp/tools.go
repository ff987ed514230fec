package mcp

// addTools registers the tools, at most thirteen: clients drop servers with many.
func (s *Server) addTools() {
	s.addSearch()
	s.addRead()
	s.addRelated()
	s.addContext()
	s.addCheck()
	s.addDecision()
	s.addSolutions()
	s.addPatterns()
	s.addCategory()
	s.addHistory()
	s.addImpact()
	s.addStats()
}
