package mcpconform

import (
	"maps"
	"slices"
)

const (
	modern = "2026-07-28" // without sessions
	legacy = "2025-11-25" // the last revision with them
)

// eras are the revisions that the scenarios run at.
func eras() []string { return []string{modern, legacy} }

// plain lists the scenarios of a revision that any server can pass, with whatever tools.
func plain(era string) []string {
	both := []string{
		"completion-complete", "dns-rebinding-protection", "prompts-list", "resources-list", "server-sse-multiple-streams", "tools-list",
	}
	if era == modern {
		return append(both, "caching", "http-header-validation", "input-required-result-unsupported-methods",
			"sep-2164-resource-not-found", "server-stateless")
	}
	return append(both, "logging-set-level", "ping", "resources-subscribe", "resources-unsubscribe", "server-initialize",
		"server-session-lifecycle")
}

// withFixtures lists the scenarios of a revision that ask for tools, resources and prompts of given names.
func withFixtures(era string) []string {
	both := []string{
		"json-schema-2020-12",
		"prompts-get-embedded-resource", "prompts-get-simple", "prompts-get-with-args", "prompts-get-with-image",
		"resources-read-binary", "resources-read-text", "resources-templates-read",
		"tools-call-audio", "tools-call-embedded-resource", "tools-call-error", "tools-call-image", "tools-call-mixed-content",
		"tools-call-simple-text", "tools-call-with-progress",
	}
	if era == modern {
		return append(both, "http-custom-header-server-validation", "input-required-result-basic-elicitation",
			"input-required-result-basic-list-roots", "input-required-result-basic-sampling",
			"input-required-result-capability-check", "input-required-result-ignore-extra-params",
			"input-required-result-missing-input-response", "input-required-result-multi-round",
			"input-required-result-multiple-input-requests", "input-required-result-non-tool-request",
			"input-required-result-request-state", "input-required-result-result-type", "input-required-result-tampered-state",
			"input-required-result-validate-input")
	}
	return append(both, "elicitation-sep1034-defaults", "elicitation-sep1330-enums", "server-sse-polling",
		"tools-call-elicitation", "tools-call-sampling", "tools-call-with-logging")
}

// extensions lists the scenarios of what servers may offer beyond the protocol, and kb does not:
// tasks and skills.
func extensions() []string {
	return []string{
		"sep-2640-skills-directory", "sep-2640-skills-enumeration", "sep-2640-skills-manifest",
		"tasks-capability-negotiation", "tasks-dispatch-and-envelope", "tasks-lifecycle", "tasks-mrtr-composition", "tasks-mrtr-input",
		"tasks-request-headers",
		"tasks-request-state-removal", "tasks-required-task-error", "tasks-status-notifications", "tasks-wire-fields",
	}
}

// exceptions are the checks of the plain scenarios that kb cannot pass, each with the reason. One
// that passes has to go.
func exceptions(era string) map[string]string {
	if era != modern {
		return nil
	}
	return map[string]string{
		"sep-2575-server-rejects-undeclared-capability":              "needs a fixture: no tool of kb asks anything of the client",
		"sep-2575-missing-capability-http-400":                       "needs a fixture: no tool of kb asks anything of the client",
		"sep-2575-http-server-no-independent-requests-on-stream":     "needs a fixture: no tool of kb asks anything of the client",
		"sep-2575-server-no-log-without-loglevel":                    "needs a fixture: kb sends no log messages",
		"sep-2575-server-sends-tools-list-changed-on-subscription":   "skipped: the tools of kb never change",
		"sep-2575-server-sends-prompts-list-changed-on-subscription": "skipped: the prompts of kb never change",
	}
}

// fixtureExceptions are the checks that the server with the fixtures cannot pass, each with the
// reason. One that passes has to go.
func fixtureExceptions(era string) map[string]string {
	if era == modern {
		return nil
	}
	return map[string]string{
		"server-sse-priming-event": "recommended, and only for streams that can be resumed: kb keeps no events to send again",
	}
}

// names gives the keys of a set in order.
func names[T any](set map[string]T) []string { return slices.Sorted(maps.Keys(set)) }
