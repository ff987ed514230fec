#!/bin/sh
# Copilot CLI 1.0.102: a command that ends with 2 is written down as a success, and no hook of failures runs.
#
# events.jsonl has "success":true for it; the status stands in shellExecution.exitCode and in the text
# alone. PostToolUse runs, PostToolUseFailure does not. Needs node, npm and a network; talks to a model
# of its own on 127.0.0.1. Ends with 0 as long as it is so.
set -eu
dir=$(mktemp -d)
trap 'kill $(cat "$dir/pid") 2>/dev/null; rm -rf "$dir"' EXIT
cd "$dir"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$dir" @github/copilot@1.0.102 >/dev/null
cat > model.mjs <<'X'
import http from 'node:http'; import fs from 'node:fs'
http.createServer((q, s) => { let b = ''; q.on('data', d => b += d).on('end', () => {
  let o = {}; try { o = JSON.parse(b) } catch {}
  const done = (o.messages || []).some(m => m.role === 'tool') || !o.tools
  const delta = done ? {role: 'assistant', content: 'It failed.'} : {role: 'assistant', content: null, tool_calls:
    [{index: 0, id: 'call_1', type: 'function', function: {name: 'bash', arguments: JSON.stringify({command: 'exit 2', description: 'Run it'})}}]}
  const part = c => `data: ${JSON.stringify({id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [c]})}\n\n`
  s.setHeader('content-type', 'text/event-stream')
  s.end(part({index: 0, delta, finish_reason: null}) + part({index: 0, delta: {}, finish_reason: done ? 'stop' : 'tool_calls'}) + 'data: [DONE]\n\n')
}) }).listen(0, '127.0.0.1', function () { fs.writeFileSync('port', String(this.address().port)) })
X
node model.mjs & echo $! > pid
while [ ! -s port ]; do sleep 1; done
mkdir -p home/.copilot/hooks home/work
cat > home/.copilot/hooks/heard.json <<X
{"version": 1, "hooks": {"PostToolUse": [{"type": "command", "command": "cat > $dir/after"}],
 "PostToolUseFailure": [{"type": "command", "command": "cat > $dir/failure"}]}}
X
cd home/work; git init -q
HOME=$dir/home COPILOT_PROVIDER_BASE_URL="http://127.0.0.1:$(cat "$dir/port")/v1" COPILOT_PROVIDER_TYPE=openai COPILOT_PROVIDER_API_KEY=none \
  COPILOT_MODEL=m COPILOT_AUTO_UPDATE=false COPILOT_OFFLINE=true "$dir/node_modules/.bin/copilot" --allow-all-tools -p "run it" </dev/null >/dev/null 2>&1
result=$(grep -h '"tool.execution_complete"' "$dir"/home/.copilot/session-state/*/events.jsonl)
echo "$result" | grep -o '"shellExecution":{[^}]*}\|"success":[a-z]*\|completed with exit code [0-9]*' | tr '\n' ' '
[ -s "$dir/after" ] && echo "PostToolUse ran" && [ ! -e "$dir/failure" ]
echo "$result" | grep -q '"exitCode":2' && echo "$result" | grep -q '"success":true'
