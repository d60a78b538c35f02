import { type Config, loadConfig } from "../../src/server/config.ts";
import { CliError } from "../../src/server/platform/CliError.ts";
import { EmbeddedPostgresError } from "../../src/server/platform/embedded-postgres/EmbeddedPostgresError.ts";
import { ConfigError } from "../../src/server/read-env.ts";
import { fail } from "./fail.mjs";

/** Errors whose message is one sentence for the operator. */
const sentences = [CliError, ConfigError, EmbeddedPostgresError];

/** Codes of errors of disks and networks, whose own message names the file or host. */
const systemCodes = /^E[A-Z]+$/;

/** Runs a command on backups, and ends the process with 1 and a sentence when it fails. */
export async function runBackupCommand(
  usage: string,
  command: (args: string[], config: Config) => Promise<void>,
): Promise<void> {
  const args = process.argv.slice(2);
  if (args.some((word) => word === "--help" || word === "-h")) {
    console.log(usage);
    return;
  }
  try {
    await command(args, loadConfig());
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if (sentences.some((kind) => error instanceof kind)) fail(error.message);
    if ("code" in error && systemCodes.test(String(error.code)))
      fail(`The backup storage or the database cannot be used: ${error.message}`);
    throw error;
  }
}
