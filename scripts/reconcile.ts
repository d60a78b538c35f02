import { existsSync } from "node:fs";
import path from "node:path";
import { ensureCredentials } from "../src/sandbox/credentials.ts";
import { sandboxEnvironment } from "../src/sandbox/environment.ts";
import { reconcileCommand, reconcileUsage } from "../src/server/cli/reconcile.ts";
import { parseConfig } from "../src/server/config.ts";
import { WechatPayV3 } from "../src/server/gateways/wechat-pay/WechatPayV3.ts";
import { fail } from "./lib/fail.mjs";
import { runCliCommand } from "./lib/runCliCommand.ts";

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

await runCliCommand(
  async (args, context, config) => {
    const pay = new WechatPayV3(config);
    if (!(await reconcileCommand(args, { ...context, pay }))) process.exitCode = 1;
  },
  { usage: reconcileUsage, readConfig: async () => parseConfig(await settings()) },
);
