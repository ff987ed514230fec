package category

import "strings"

// Defaults are the categories of a repository that defines none.
func Defaults() []Definition {
	return []Definition{
		define("authentication", "Who may get in and what they may do: identity, credentials, sessions and permissions.",
			"auth, authentication, authorization, login, logout, sign in, signed in, password, credential, session, token, jwt, oauth, "+
				"oidc, saml, sso, single sign-on, identity, "+
				"mfa, two-factor, second factor, passkey, permission, role, rbac, access control, cookie, bcrypt, argon2, "+
				"impersonation, account, claim, bearer, admin, privilege"),
		define("database", "How data is stored and asked for: schema, queries, transactions, migrations, backups.",
			"database, sql, postgres, postgresql, mysql, sqlite, mongodb, table, column, row, index, primary key, foreign key, query, "+
				"join, schema, migration, transaction, "+
				"deadlock, isolation, constraint, replica, replication, backup, dump, restore, connection pool, orm, backfill, unique, "+
				"partition, relational, vacuum, trigger, shard"),
		define("api", "What callers outside of a program rely on: endpoints, requests, responses, versions, errors.",
			"api, rest, graphql, grpc, protobuf, endpoint, request, response, http, header, status code, payload, webhook, openapi, "+
				"swagger, client, consumer, versioning, "+
				"deprecation, pagination, cursor, rate limit, idempotency, idempotent, json, post, get, put, patch, resource, contract, "+
				"breaking change, field, call, url, 404, 429"),
		define("testing", "How we know that it works: unit, integration and end-to-end tests, fixtures, coverage.",
			"test, testing, unit test, integration test, end-to-end, e2e, fixture, mock, stub, fake, assertion, assert, coverage, "+
				"flaky, golden, snapshot test, property test, "+
				"fuzz, fuzzing, regression, suite, tdd, test case, expectation, testdata, mutation, playwright, cypress, jest, pytest, "+
				"randomised, seed, quarantine"),
		define("frontend", "What people see and touch: components, styles, forms, browsers, accessibility.",
			"frontend, ui, ux, css, html, react, vue, svelte, angular, component, browser, dom, page, form, button, dialog, modal, "+
				"style, layout, responsive, accessibility, a11y, "+
				"screen reader, keyboard, focus, render, rendering, hydrate, safari, chrome, firefox, webpack, vite, design token, dark "+
				"mode, colour, color, javascript, typescript, translation, i18n, image"),
		define("devops", "How it is built, delivered and run: pipelines, containers, infrastructure, monitoring.",
			"devops, deployment, deploy, release, rollback, roll back, ci, cd, pipeline, docker, container, kubernetes, k8s, pod, helm, "+
				"chart, terraform, ansible, infrastructure, "+
				"cluster, node, staging, production, monitoring, alert, prometheus, grafana, on-call, runbook, secret, vault, "+
				"certificate, tls, image, registry, blue green, canary, provisioning, disk, runner, cache"),
		define("architecture", "How the parts are cut and joined: boundaries, dependencies, patterns, trade-offs.",
			"architecture, module, modular, monolith, microservice, service, boundary, bounded context, context, domain, ddd, layer, "+
				"dependency, coupling, cohesion, interface, adapter, port, "+
				"hexagonal, event, event-driven, message, publish, subscribe, queue, saga, cqrs, event sourcing, outbox, plugin, "+
				"extension, component, abstraction, decompose, legacy, import, kernel"),
		define("performance", "How fast it is and what it costs: latency, throughput, memory, caching, profiling.",
			"performance, latency, throughput, slow, fast, faster, speed, optimize, optimization, profile, profiling, flame graph, "+
				"benchmark, cache, caching, redis, memory, allocation, "+
				"garbage collector, cpu, hot path, hot loop, n+1, batch, lazy loading, load test, p99, p95, milliseconds, ms, ttl, "+
				"stampede, concurrency, scale, scaling, compression, bottleneck, round trip"),
		define("debugging", "How faults are found and what they turned out to be: symptoms, causes, tools.",
			"debugging, debug, debugger, bug, crash, panic, exception, stack trace, stack, traceback, segfault, core dump, nil pointer, "+
				"null pointer, breakpoint, gdb, delve, dlv, bisect, "+
				"reproduce, reproduction, root cause, cause, symptom, culprit, hang, hangs, race detector, race condition, heisenbug, "+
				"logs, logging, post-mortem, postmortem, trace, error message, fault, workaround, troubleshooting"),
		define("standards", "How we write and work together: style, naming, reviews, commits, documentation.",
			"standard, standards, convention, style guide, naming, names, formatting, format, linter, lint, gofmt, prettier, eslint, "+
				"code review, review, reviewer, approval, commit, commit message, "+
				"branch name, comment, doc comment, documentation, changelog, pull request, guideline, line length, indentation, "+
				"imperative, definition of done, best practice, exported, package, function, constant"),
	}
}

// define makes one of kb's own categories, of tags that are separated by commas.
func define(name, description, tags string) Definition {
	title := strings.ToUpper(name[:1]) + name[1:]
	if name == "api" {
		title = "API"
	}
	return Definition{Name: name, Title: title, Description: description, Tags: strings.Split(tags, ", ")}
}
