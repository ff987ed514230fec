// A session of the official client: search → read → history → context. It prints what came as one JSON object.
//
//   node client.mjs MODULES REVISION QUERY stdio COMMAND ARG…
//   node client.mjs MODULES REVISION QUERY http URL
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';

const [modules, revision, query, kind, ...where] = process.argv.slice(2);
const sessions = revision < '2026-07-28';
const from = path => import(pathToFileURL(join(modules, '@modelcontextprotocol/client/dist', path)));
const { Client, StreamableHTTPClientTransport } = await from('index.mjs');
const { StdioClientTransport } = await from('stdio.mjs');

const transport = kind === 'http'
  ? new StreamableHTTPClientTransport(new URL(where[0]))
  : new StdioClientTransport({ command: where[0], args: where.slice(1), env: process.env, stderr: 'inherit' });
const client = new Client({ name: 'kb-session', version: '1.0.0' }, { versionNegotiation: { mode: sessions ? 'legacy' : { pin: revision } } });
await client.connect(transport);

const steps = [];
const call = async (name, args) => {
  const start = performance.now();
  let progress = 0; // who listens to it is not turned away while a first index is built
  const waiting = { onprogress: () => progress++, resetTimeoutOnProgress: true };
  const result = await client.callTool({ name, arguments: args }, waiting);
  const { structuredContent: structured } = await client.callTool({ name, arguments: { ...args, format: 'json' } }, waiting);
  const text = result.content.map(c => c.text ?? '').join('');
  steps.push({
    tool: name, arguments: args, ms: Math.round(performance.now() - start), progress, text, structured, bytes: Buffer.byteLength(JSON.stringify(result)),
  });
  if (result.isError) throw new Error(`${name}: ${text}`);
  return structured;
};

try {
  const { tools } = await client.listTools();
  const found = await call('search', { query });
  const { path: note, start_line } = found.hits[0];
  await call('read', { note, start_line });
  await call('history', { note });
  await call('context', { task: query, phase: 'implement' });
  console.log(JSON.stringify({ server: client.getServerVersion(), revision: client.getNegotiatedProtocolVersion(), tools: tools.map(t => t.name), note, steps }));
} finally {
  await client.close();
}
