#!/bin/sh
# Copilot CLI 1.0.102: what a SessionStart hook said is gone when the session is resumed.
#
# Its additionalContext is in the first run's request and not in that of the second (--continue), in
# which the hook said nothing; the first prompt is in both. Needs node, npm and a network; talks to a
# model of its own on 127.0.0.1. Ends with 0 as long as it is so.
set -eu
dir=$(mktemp -d)
trap 'kill $(cat "$dir/pid") 2>/dev/null; rm -rf "$dir"' EXIT
cd "$dir"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$dir" @github/copilot@1.0.102 >/dev/null
cat > model.mjs <<'X'
import http from 'node:http'; import fs from 'node:fs'
http.createServer((q, s) => { let b = ''; q.on('data', d => b += d).on('end', () => {
  fs.appendFileSync('requests', b.replace(/\n/g, ' ') + '\n')
  const part = c => `data: ${JSON.stringify({id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [c]})}\n\n`
  s.setHeader('content-type', 'text/event-stream')
  s.end(part({index: 0, delta: {role: 'assistant', content: 'Noted.'}, finish_reason: null}) + part({index: 0, delta: {}, finish_reason: 'stop'}) +
    'data: [DONE]\n\n')
}) }).listen(0, '127.0.0.1', function () { fs.writeFileSync('port', String(this.address().port)) })
X
node model.mjs & echo $! > pid
while [ ! -s port ]; do sleep 1; done
mkdir -p home/.copilot/hooks home/work
cat > say <<X
#!/bin/sh
grep -q '"source":"resume"' || echo '{"additionalContext":"a hint of the hook"}'
X
chmod +x say
echo "{\"version\": 1, \"hooks\": {\"SessionStart\": [{\"type\": \"command\", \"command\": \"$dir/say\"}]}}" > home/.copilot/hooks/say.json
cd home/work; git init -q
run() {
  : > "$dir/requests"
  HOME=$dir/home COPILOT_PROVIDER_BASE_URL="http://127.0.0.1:$(cat "$dir/port")/v1" COPILOT_PROVIDER_TYPE=openai COPILOT_PROVIDER_API_KEY=none \
    COPILOT_MODEL=m COPILOT_AUTO_UPDATE=false COPILOT_OFFLINE=true "$dir/node_modules/.bin/copilot" --allow-all-tools "$@" </dev/null >/dev/null 2>&1
}
has() { if grep -q "$1" "$dir/requests"; then echo there; else echo gone; fi; }
run -p "remember the word rhubarb"; one="$(has 'a hint of the hook') $(has rhubarb)"
run --continue -p hello; two="$(has 'a hint of the hook') $(has rhubarb)"
echo "copilot 1.0.102, the hook's context and the first prompt: $one in the first run, $two when resumed"
[ "$one" = "there there" ] && [ "$two" = "gone there" ]
