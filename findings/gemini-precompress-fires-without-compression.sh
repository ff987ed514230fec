#!/bin/sh
# Gemini CLI 0.61.0: PreCompress hooks run before each request to the model, though nothing is compressed.
#
# A session of one short prompt, far below any limit, runs the hook with "trigger":"auto". Needs node,
# npm and a network; talks to a model of its own on 127.0.0.1. Ends with 0 as long as it is so.
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
mkdir -p home/.gemini home/work
cat > home/.gemini/settings.json <<X
{"security":{"auth":{"selectedType":"gemini-api-key"}},"general":{"enableAutoUpdate":false},"privacy":{"usageStatisticsEnabled":false},
 "hooks":{"PreCompress":[{"hooks":[{"type":"command","command":"cat >> $dir/heard"}]}]}}
X
cd home/work; git init -q
HOME=$dir/home GEMINI_API_KEY=none GOOGLE_GEMINI_BASE_URL="http://127.0.0.1:$(cat "$dir/port")" \
  "$dir/node_modules/.bin/gemini" --skip-trust -y -m gemini-2.5-flash -p hello </dev/null >/dev/null 2>&1
heard=$(grep -o '"trigger":"auto"' "$dir/heard" 2>/dev/null | wc -l)
summaries=$(grep -c state_snapshot "$dir/requests" || true)
echo "gemini-cli 0.61.0: PreCompress ran $heard times in a session of $(grep -c hello "$dir/requests") requests, $summaries of them for a summary"
[ "$heard" -ge 1 ] && [ "$summaries" -eq 0 ]
