import { ConfigError, loadConfig } from "../src/server/config.ts";
import { GatewayError } from "../src/server/gateways/GatewayError.ts";
import { WechatPayV3 } from "../src/server/gateways/wechat-pay/WechatPayV3.ts";
import { systemClock } from "../src/server/platform/clock.ts";
import { Database } from "../src/server/platform/Database.ts";
import { EmbeddedPostgresError } from "../src/server/platform/embedded-postgres/EmbeddedPostgresError.ts";
import { runningDatabase } from "../src/server/platform/embedded-postgres/runningDatabase.ts";
import { ReconcileError, reconcileCommand } from "../src/server/reconcileCommand.ts";
import { fail } from "./lib/fail.mjs";

// npm run reconcile: compares the database of the running server with WeChat Pay's bills; needs its settings.

async function main(): Promise<void> {
  const { databaseUrl, dataDir, wechatPay, publicUrl } = loadConfig();
  const url = databaseUrl ?? (await runningDatabase(dataDir));
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
    error instanceof ReconcileError ||
    error instanceof ConfigError ||
    error instanceof GatewayError ||
    error instanceof EmbeddedPostgresError;
  if (!isSentence) throw error;
  fail(error.message);
});
