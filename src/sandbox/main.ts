import { resolve } from "node:path";
import { CorruptFileError } from "./shared/CorruptFileError.ts";
import { isLoopback, type SandboxSettings, startSandbox } from "./startSandbox.ts";

/** Exit code when an operator must change something before a restart (EX_CONFIG of sysexits.h). */
const configErrorExitCode = 78;

const exposedHostWarning =
  "WARNING: SANDBOX_HOST lets everybody in this network read the sandbox's text messages, pay, and throw its switches; " +
  "codes of staff numbers are hidden. Unset it when the phone has been tried.";

/** Ends the process with a one-sentence message. */
function exitWithError(message: string, code = configErrorExitCode): never {
  process.stderr.write(`${message}\n`);
  process.exit(code);
}

function parsePort(name: string, text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  return exitWithError(`${name} is "${text}", but must be a port number from 0 to 65535.`);
}

function parseUrl(name: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url && /^https?:$/.test(url.protocol)) return text.replace(/\/+$/, "");
  return exitWithError(`${name} is "${text}", but must be an http or https address.`);
}

function parseFlag(name: string, text: string): boolean {
  if (text === "0" || text === "1") return text === "1";
  return exitWithError(`${name} is "${text}", but must be 0 or 1.`);
}

function parseSettings(env: NodeJS.ProcessEnv): SandboxSettings {
  if (env.NODE_ENV === "production")
    exitWithError(
      "The sandbox imitates payment and SMS companies and refuses to run with NODE_ENV=production.",
    );
  return {
    // Ignores HOST: an app that is open to a network must not open the simulated companies too.
    host: env.SANDBOX_HOST || "127.0.0.1",
    port: parsePort("SANDBOX_PORT", env.SANDBOX_PORT || "8090"),
    ...(env.WECHAT_PORT ? { wechatPort: parsePort("WECHAT_PORT", env.WECHAT_PORT) } : {}),
    ...(env.APP_URL ? { appUrl: parseUrl("APP_URL", env.APP_URL) } : {}),
    dataDir: resolve(env.DATA_DIR || ".data"),
    kitchen: { isEnabled: parseFlag("KITCHEN", env.KITCHEN || "1") },
    ...(env.SANDBOX_PUBLIC_URL ? { publicUrl: parseUrl("SANDBOX_PUBLIC_URL", env.SANDBOX_PUBLIC_URL) } : {}),
  };
}

function formatStartError(
  error: NodeJS.ErrnoException & { port?: number },
  { host, port, dataDir }: SandboxSettings,
): string {
  if (error instanceof CorruptFileError) return error.message;
  if (error.code === "EADDRINUSE") {
    const name = error.port === port ? "SANDBOX_PORT" : "WECHAT_PORT";
    return `Port ${error.port} on ${host} is taken; stop what uses it or set ${name} to another port.`;
  }
  if (["EACCES", "EROFS", "EPERM", "ENOENT", "ENOTDIR", "ENOSPC"].includes(error.code ?? ""))
    return `The sandbox cannot use port ${port} or the data folder ${dataDir} (${error.message}).`;
  return `The sandbox cannot start: ${error.message}`;
}

async function main(): Promise<void> {
  const settings = parseSettings(process.env);
  const sandbox = await startSandbox(settings).catch((error: NodeJS.ErrnoException) =>
    // A full disk may recover by itself, so the launcher may retry.
    exitWithError(formatStartError(error, settings), error.code === "ENOSPC" ? 1 : configErrorExitCode),
  );
  if (!isLoopback(settings.host ?? "127.0.0.1")) process.stderr.write(`${exposedHostWarning}\n`);
  let isStopping = false;
  const stop = async (): Promise<void> => {
    if (isStopping) return;
    isStopping = true;
    await sandbox.close();
    process.exit(0);
  };
  process.once("SIGTERM", stop);
  process.once("SIGINT", stop);
  if (process.env.PARENT_PIPE === "1") {
    // The launcher holds the other end: when it dies, for any reason, this stream ends.
    process.stdin.once("end", stop).once("error", stop).resume();
  }
  const { url, wechatUrl, env } = sandbox;
  process.stdout.write(`${JSON.stringify({ event: "sandbox-ready", url, wechatUrl, env })}\n`);
}

await main();
