// Package find finds notes and shows what is near to them: search, show, links, related, context, graph.
package find
