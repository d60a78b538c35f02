import { buildApp } from "#server/app.ts";
import { parseConfig } from "#server/config.ts";
import { Database } from "#server/platform/database/Database.ts";
import type { Command, CommandResult } from "./KillableServer.ts";

// A server process whose clock and jobs are controlled by the test, which also kills it. Started by
// KillableServer.ts.

let offsetMs = Number(process.env.CLOCK_OFFSET_MS);
const clock = { now: () => new Date(Date.now() + offsetMs) };
const config = parseConfig(process.env);
const database = new Database(config.databaseUrl ?? "", {
  size: 8,
  // The test terminates connections; errors surface in the queries that use them.
  onIdleError: () => undefined,
});
const { server, sweeper } = await buildApp({ config, database, clock, logger: false });
await server.listen({ host: "127.0.0.1", port: 0 });

function sendResult(message: CommandResult): void {
  process.send?.(message);
}

process.on("message", (command: Command) => {
  if (command.do === "pass") {
    offsetMs += command.ms;
    sendResult({ of: command.id, failure: null });
    return;
  }
  sweeper.run(command.job).then(
    () => sendResult({ of: command.id, failure: null }),
    (error: unknown) => sendResult({ of: command.id, failure: String(error) }),
  );
});
process.once("disconnect", () => process.exit(0));

const address = server.server.address();
if (address === null || typeof address === "string") throw new Error("no port");
sendResult({ of: 0, port: address.port });
