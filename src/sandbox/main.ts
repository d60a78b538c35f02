import { parseSandboxSettings, SandboxSettingError } from "./settings.ts";
import { CorruptFileError } from "./shared/CorruptFileError.ts";
import { isLoopback, type SandboxSettings, startSandbox } from "./startSandbox.ts";

/** As sysexits.h has it: a person must change something before it is started again. */
const configErrorExitCode = 78;

const exposedHostWarning =
  "WARNING: SANDBOX_HOST lets everybody in this network read the sandbox's text messages, pay, and throw its switches; " +
  "codes of staff numbers are hidden. Unset it when the phone has been tried.";

/** Ends the process with one sentence. */
function exitWithError(message: string, code = configErrorExitCode): never {
  process.stderr.write(`${message}\n`);
  process.exit(code);
}

function readSettingsOrExit(): ReturnType<typeof parseSandboxSettings> {
  try {
    return parseSandboxSettings(process.env);
  } catch (error) {
    if (error instanceof SandboxSettingError) return exitWithError(error.message);
    throw error;
  }
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
  const { settings, warnings } = readSettingsOrExit();
  for (const warning of warnings) process.stderr.write(`WARNING: ${warning}\n`);
  const sandbox = await startSandbox(settings).catch((error: NodeJS.ErrnoException) =>
    // Room on the disk may come by itself.
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
    // The launcher holds the other end: when it dies, however it dies, this stream ends.
    process.stdin.once("end", stop).once("error", stop).resume();
  }
  const { url, wechatUrl, env } = sandbox;
  process.stdout.write(`${JSON.stringify({ event: "sandbox-ready", url, wechatUrl, env })}\n`);
}

await main();
