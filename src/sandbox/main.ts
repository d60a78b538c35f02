import { resolve } from "node:path";
import { DamagedFileError } from "./shared/DamagedFileError.ts";
import { isLoopback, type SandboxSettings, startSandbox } from "./startSandbox.ts";

/** As sysexits.h has it: a person must change something before it is started again. */
const needsPersonCode = 78;

const openWarning =
  "WARNING: SANDBOX_HOST lets everybody in this network read the sandbox's text messages, pay, and throw its switches; " +
  "codes of staff numbers are hidden. Unset it when the phone has been tried.";

/** Ends the process with one sentence. */
function refuse(sentence: string, code = needsPersonCode): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(code);
}

function readPort(name: string, text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  return refuse(`${name} is "${text}", but must be a port number from 0 to 65535.`);
}

function readUrl(name: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url && /^https?:$/.test(url.protocol)) return text.replace(/\/+$/, "");
  return refuse(`${name} is "${text}", but must be an http or https address.`);
}

function readSwitch(name: string, text: string): boolean {
  if (text === "0" || text === "1") return text === "1";
  return refuse(`${name} is "${text}", but must be 0 or 1.`);
}

function readSettings(env: NodeJS.ProcessEnv): SandboxSettings {
  if (env.NODE_ENV === "production")
    refuse("The sandbox imitates payment and SMS companies and refuses to run with NODE_ENV=production.");
  return {
    // Not HOST: what the shop shows to a network is not what imitates its companies.
    host: env.SANDBOX_HOST || "127.0.0.1",
    port: readPort("SANDBOX_PORT", env.SANDBOX_PORT || "8090"),
    ...(env.WECHAT_PORT ? { wechatPort: readPort("WECHAT_PORT", env.WECHAT_PORT) } : {}),
    ...(env.APP_URL ? { appUrl: readUrl("APP_URL", env.APP_URL) } : {}),
    dataDir: resolve(env.DATA_DIR || ".data"),
    kitchen: { isOn: readSwitch("KITCHEN", env.KITCHEN || "1") },
    ...(env.SANDBOX_PUBLIC_URL ? { publicUrl: readUrl("SANDBOX_PUBLIC_URL", env.SANDBOX_PUBLIC_URL) } : {}),
  };
}

function startFault(
  error: NodeJS.ErrnoException & { port?: number },
  { host, port, dataDir }: SandboxSettings,
): string {
  if (error instanceof DamagedFileError) return error.message;
  if (error.code === "EADDRINUSE") {
    const name = error.port === port ? "SANDBOX_PORT" : "WECHAT_PORT";
    return `Port ${error.port} on ${host} is taken; stop what uses it or set ${name} to another port.`;
  }
  if (["EACCES", "EROFS", "EPERM", "ENOENT", "ENOTDIR", "ENOSPC"].includes(error.code ?? ""))
    return `The sandbox cannot use port ${port} or the data folder ${dataDir} (${error.message}).`;
  return `The sandbox cannot start: ${error.message}`;
}

async function main(): Promise<void> {
  const settings = readSettings(process.env);
  const sandbox = await startSandbox(settings).catch((error: NodeJS.ErrnoException) =>
    // Room on the disk may come by itself.
    refuse(startFault(error, settings), error.code === "ENOSPC" ? 1 : needsPersonCode),
  );
  if (!isLoopback(settings.host ?? "127.0.0.1")) process.stderr.write(`${openWarning}\n`);
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
    // The launcher holds the other end: when it dies, however it dies, this stream ends.
    process.stdin.once("end", stop).once("error", stop).resume();
  }
  const { url, wechatUrl, env } = sandbox;
  process.stdout.write(`${JSON.stringify({ event: "sandbox-ready", url, wechatUrl, env })}\n`);
}

await main();
