#!/bin/sh
# Gemini CLI 0.61.0: a resume writes the calls of the runs before once again, in another form.
#
# The session's file has a line {"$set":{"messages":[…]}} then, which replaces what stands above it: a
# call is a part functionCall of the model's message there, and its result stands in two messages of the
# user, as a part functionResponse. Its toolCalls, with status and time, are gone where the resume came
# within the minute in which the session began, and stand beside those parts where it came later. Needs
# node, npm and a network; talks to a model of its own on 127.0.0.1. Ends with 0 as long as it is so.
set -eu
dir=$(mktemp -d)
trap 'kill $(cat "$dir/pid") 2>/dev/null; rm -rf "$dir"' EXIT
cd "$dir"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$dir" @google/gemini-cli@0.61.0 >/dev/null
cat > model.mjs <<'X'
import http from 'node:http'; import fs from 'node:fs'
http.createServer((q, s) => { let b = ''; q.on('data', d => b += d).on('end', () => {
  const first = b.includes('list it') && !b.includes('functionResponse')
  const parts = first ? [{functionCall: {name: 'list_directory', args: {dir_path: '.'}}}] : [{text: 'Noted.'}]
  const o = JSON.stringify({candidates: [{content: {role: 'model', parts}, finishReason: 'STOP', index: 0}],
    usageMetadata: {promptTokenCount: 9, candidatesTokenCount: 9, totalTokenCount: 18}})
  const stream = q.url.includes('stream')
  s.setHeader('content-type', stream ? 'text/event-stream' : 'application/json'); s.end(stream ? `data: ${o}\r\n\r\n` : o)
}) }).listen(0, '127.0.0.1', function () { fs.writeFileSync('port', String(this.address().port)) })
X
node model.mjs & echo $! > pid
while [ ! -s port ]; do sleep 1; done
mkdir -p home/.gemini home/work
echo '{"security":{"auth":{"selectedType":"gemini-api-key"}},"general":{"enableAutoUpdate":false},"privacy":{"usageStatisticsEnabled":false}}' \
  > home/.gemini/settings.json
cd home/work; git init -q
run() {
  HOME=$dir/home GEMINI_API_KEY=none GOOGLE_GEMINI_BASE_URL="http://127.0.0.1:$(cat "$dir/port")" \
    "$dir/node_modules/.bin/gemini" --skip-trust -y -m gemini-2.5-flash "$@" </dev/null >/dev/null 2>&1
}
run -p "list it"
first=$(grep -h '"functionResponse"' "$dir"/home/.gemini/tmp/*/chats/session-*.jsonl | grep -c '"type":"user"')
run --resume latest -p hello
set=$(grep -h '"$set":{"messages"' "$dir"/home/.gemini/tmp/*/chats/session-*.jsonl | grep functionCall | tail -1)
users=$(echo "$set" | grep -o '"type":"user","content":\[{"functionResponse"' | wc -l)
echo "gemini-cli 0.61.0: the result of one call is in $first message of the user, and in $users after a resume," \
  "with $(echo "$set" | grep -o '"functionCall"' | wc -l) functionCall and $(echo "$set" | grep -o '"toolCalls"' | wc -l) toolCalls"
[ "$first" -eq 1 ] && [ "$users" -eq 2 ]
