import { vouchersCommand, vouchersUsage } from "../src/server/cli/vouchers.ts";
import { readServerUrl } from "../src/server/platform/server-address-file.ts";
import { runCliCommand } from "./lib/runCliCommand.ts";

// npm run vouchers: issues, shows and voids vouchers in the database of the running server.

await runCliCommand(
  async (args, context, config) => {
    const { PUBLIC_URL, PORT, HOST } = process.env;
    const isPublicUrlSet = [PUBLIC_URL, PORT, HOST].some((text) => text?.trim());
    // Precedence: the operator's setting, the running server's URL, the default.
    const publicUrl = isPublicUrlSet
      ? config.publicUrl
      : ((await readServerUrl(config.dataDir)) ?? config.publicUrl);
    await vouchersCommand(args, { ...context, publicUrl });
  },
  { usage: vouchersUsage },
);
