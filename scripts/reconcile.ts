import { existsSync } from "node:fs";
import path from "node:path";
import { ensureCredentials } from "../src/sandbox/credentials.ts";
import { sandboxEnvironment } from "../src/sandbox/environment.ts";
import { CliError, reconcileCommand } from "../src/server/cli/reconcile.ts";
import { parseConfig } from "../src/server/config.ts";
import { GatewayError } from "../src/server/gateways/GatewayError.ts";
import { WechatPayV3 } from "../src/server/gateways/wechat-pay/WechatPayV3.ts";
import { Database } from "../src/server/platform/database/Database.ts";
import { EmbeddedPostgresError } from "../src/server/platform/embedded-postgres/EmbeddedPostgresError.ts";
import { findRunningDatabase } from "../src/server/platform/embedded-postgres/running-database.ts";
import { systemClock } from "../src/server/platform/time/clock.ts";
import { ConfigError } from "../src/server/read-env.ts";
import { fail } from "./lib/fail.mjs";

// npm run reconcile: compares the database of the running server with WeChat Pay's bills; needs its settings.

/**
 * Returns the environment with the payment settings, taken from the sandbox when they are missing; ends the
 * command in production.
 */
async function settings(): Promise<NodeJS.ProcessEnv> {
  if (process.env.WECHAT_PAY_MCHID) return process.env;
  const folder = path.join(path.resolve(process.env.DATA_DIR || ".data"), "sandbox");
  if (process.env.NODE_ENV === "production" || !existsSync(folder))
    return fail("The bills of WeChat Pay need the WECHAT_PAY_… settings of the server.");
  const url = `http://127.0.0.1:${process.env.SANDBOX_PORT || "8090"}`;
  const played = sandboxEnvironment(await ensureCredentials(folder), { url, publicUrl: url, wechatUrl: url });
  return { ...played, ...process.env };
}

async function main(): Promise<void> {
  const { databaseUrl, dataDir, wechatPay, publicUrl } = parseConfig(await settings());
  const url = databaseUrl ?? (await findRunningDatabase(dataDir));
  const database = new Database(url, { size: 1, onIdleError: (error) => fail(error.message) });
  try {
    const isAlike = await reconcileCommand(process.argv.slice(2), {
      database,
      pay: new WechatPayV3(wechatPay, publicUrl),
      clock: systemClock,
      print: (line) => console.log(line),
    });
    if (!isAlike) process.exitCode = 1;
  } finally {
    await database.close();
  }
}

main().catch((error: unknown) => {
  const isSentence =
    error instanceof CliError ||
    error instanceof ConfigError ||
    error instanceof GatewayError ||
    error instanceof EmbeddedPostgresError;
  if (!isSentence) throw error;
  fail(error.message);
});
