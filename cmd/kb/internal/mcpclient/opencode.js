// Written by kb agents install: what the notes of this repository say reaches the agent when it is
// needed. kb agents uninstall opencode removes it.
import { spawnSync } from "node:child_process"

const ask = (event, input) => {
  const run = spawnSync("kb", ["agents", "hook", event, "--client", "opencode"], {
    input: JSON.stringify(input), cwd: input.cwd, timeout: 2000, encoding: "utf8",
  })
  try {
    return JSON.parse(run.stdout).additionalContext || ""
  } catch {
    return ""
  }
}

export const kb = async ({ directory }) => {
  const began = new Map() // what each session was told when it began
  return {
    "experimental.chat.system.transform": async ({ sessionID }, output) => {
      if (!sessionID) return
      if (!began.has(sessionID)) began.set(sessionID, ask("session-start", { sessionID, cwd: directory, source: "startup" }))
      const text = began.get(sessionID)
      if (text) output.system.push(text)
    },
    "tool.execute.after": async ({ tool, sessionID, args }, output) => {
      const text = ask("after-tool", { sessionID, cwd: directory, tool, args, output: output.output, exit: output.metadata?.exit })
      if (text) output.output += "\n\n" + text
    },
    "experimental.session.compacting": async ({ sessionID }, output) => {
      const text = ask("compact", { sessionID, cwd: directory })
      if (text) output.context.push(text)
    },
  }
}
