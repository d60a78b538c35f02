import { type ChildProcess, spawn } from "node:child_process";
import { freePort } from "./freePort.ts";
import { end, findPorts, Installation } from "./Installation.ts";
import { inRoot } from "./paths.mjs";

/** Timeout of the start in ms: a busy machine takes ten times as long as a quiet one. */
const startMs = 90_000;

/** The product served from its sources by the development command, over one data folder; needs no build. */
export class DevInstallation extends Installation {
  #command: ChildProcess | null = null;

  static override async create(dataDir: string): Promise<DevInstallation> {
    return new DevInstallation(dataDir, await findPorts());
  }

  /** Does nothing: the development command starts the sandbox before the server. */
  override async startSandbox(): Promise<void> {}

  override async startServer(settings: Record<string, string> = {}): Promise<number> {
    const startedAt = performance.now();
    const env = {
      PATH: process.env.PATH ?? "",
      LOG_LEVEL: "error",
      ...this.serverSettings,
      API_PORT: String(await freePort()),
      SANDBOX_PORT: String(this.ports.sandbox),
      WECHAT_PORT: String(this.ports.wechat),
      SANDBOX_KITCHEN: "0",
      ...settings,
    };
    const command = spawn(process.execPath, [inRoot("scripts", "dev.mjs")], {
      env,
      stdio: ["ignore", "pipe", "inherit"],
    });
    this.#command = command;
    await new Promise<void>((resolve, reject) => {
      let text = "";
      const timer = setTimeout(() => command.kill("SIGTERM"), startMs);
      command.once("exit", (code) => reject(new Error(`npm run dev ended with ${code} before it was ready`)));
      command.stdout.on("data", (chunk: Buffer) => {
        text += chunk.toString();
        if (!text.includes("Shidan is ready")) return;
        clearTimeout(timer);
        resolve();
      });
    });
    return performance.now() - startedAt;
  }

  override async killServer(): Promise<void> {
    throw new Error("this test kills the server: run it on the built product, without --dev");
  }

  override killTree = this.killServer;

  override async stop(): Promise<string[]> {
    return (await end(this.#command)) ? [] : ["the development command did not stop"];
  }
}
