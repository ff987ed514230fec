#!/bin/sh
# Gemini CLI 0.61.0: what a SessionStart hook says costs the first prompt when the session is resumed.
#
# The program writes the hook's additionalContext before the prompt, in the same text, and on --resume
# leaves out every turn that begins with <hook_context>. What a BeforeAgent hook says stands behind the
# prompt, in a part of its own, and the prompt stays. Needs node, npm and a network; talks to a model
# of its own on 127.0.0.1. Ends with 0 as long as it is so.
set -eu
dir=$(mktemp -d)
trap 'kill $(cat "$dir/pid") 2>/dev/null; rm -rf "$dir"' EXIT
cd "$dir"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$dir" @google/gemini-cli@0.61.0 >/dev/null
cat > model.mjs <<'X'
import http from 'node:http'; import fs from 'node:fs'
http.createServer((q, s) => { let b = ''; q.on('data', d => b += d).on('end', () => {
  fs.appendFileSync('requests', b.replace(/\n/g, ' ') + '\n')
  const o = JSON.stringify({candidates: [{content: {role: 'model', parts: [{text: 'Noted.'}]}, finishReason: 'STOP', index: 0}],
    usageMetadata: {promptTokenCount: 9, candidatesTokenCount: 9, totalTokenCount: 18}})
  const stream = q.url.includes('stream')
  s.setHeader('content-type', stream ? 'text/event-stream' : 'application/json'); s.end(stream ? `data: ${o}\r\n\r\n` : o)
}) }).listen(0, '127.0.0.1', function () { fs.writeFileSync('port', String(this.address().port)) })
X
node model.mjs & echo $! > pid
while [ ! -s port ]; do sleep 1; done
# kept HOOK: whether the first prompt is in the request of the second run, with such a hook.
kept() {
  home=$dir/$1; mkdir -p "$home/.gemini" "$home/work"; cd "$home/work"; git init -q; : > "$dir/requests"
  printf '{"security":{"auth":{"selectedType":"gemini-api-key"}},"general":{"enableAutoUpdate":false},"privacy":{"usageStatisticsEnabled":false},"hooks":{"%s":[{"hooks":[{"type":"command","command":"echo \\"{\\\\\\"hookSpecificOutput\\\\\\":{\\\\\\"hookEventName\\\\\\":\\\\\\"%s\\\\\\",\\\\\\"additionalContext\\\\\\":\\\\\\"a hint\\\\\\"}}\\""}]}]}}' "$1" "$1" > "$home/.gemini/settings.json"
  run() { HOME=$home GEMINI_API_KEY=none GOOGLE_GEMINI_BASE_URL="http://127.0.0.1:$(cat "$dir/port")" \
    "$dir/node_modules/.bin/gemini" --skip-trust -y -m gemini-2.5-flash "$@" </dev/null >/dev/null 2>&1; }
  run -p "remember the word rhubarb"
  grep -q 'a hint' "$dir/requests" || { echo "the hook of $1 was not heard"; exit 1; }
  : > "$dir/requests"
  run --resume latest -p hello
  grep -q hello "$dir/requests" || { echo "no second request"; exit 1; }
  if grep -q rhubarb "$dir/requests"; then echo kept; else echo lost; fi
}
start=$(kept SessionStart); before=$(kept BeforeAgent)
echo "gemini-cli 0.61.0: after a resume the first prompt is $start with a SessionStart hook, $before with a BeforeAgent hook"
[ "$start" = lost ] && [ "$before" = kept ]
