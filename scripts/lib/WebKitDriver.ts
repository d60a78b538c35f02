import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { DriverService } from "selenium-webdriver/remote";
import { freePort } from "./freePort.ts";
import { WebKitPhone } from "./WebKitPhone.ts";
import { ensureWebKit } from "./webkit.mjs";

const iPhoneWechat =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.60(0x18003c2f) NetType/WIFI Language/zh_CN";

/** Timeout in ms until a started program listens, also on a slow machine. */
const startMs = 60_000;

/** A virtual display and the WebKit browsers on it. */
export class WebKitDriver {
  readonly #screen: ChildProcess;
  readonly #env: NodeJS.ProcessEnv;

  private constructor(screen: ChildProcess, env: NodeJS.ProcessEnv) {
    this.#screen = screen;
    this.#env = env;
  }

  static async start(): Promise<WebKitDriver> {
    // Without -noreset it starts anew when its last browser closes, and refuses the next one meanwhile.
    const options = ["-displayfd", "3", "-screen", "0", "1000x1000x24", "-noreset"];
    const screen = spawn(ensureWebKit().display, options, { stdio: ["ignore", "ignore", "ignore", "pipe"] });
    const [number] = (await once(screen.stdio[3] as NodeJS.ReadableStream, "data")) as [Buffer];
    return new WebKitDriver(screen, {
      ...process.env,
      DISPLAY: `:${number.toString().trim()}`,
      // The browser's own sandbox cannot start as root.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1",
      // Without a graphics card, sharing its buffers only doubles the processor time of each page.
      WEBKIT_DISABLE_DMABUF_RENDERER: "1",
    });
  }

  /**
   * Opens a phone with empty storage and no history: a browser of its own and a driver of its own. The driver
   * could start the browser too, but draws its port without reserving it: two drivers then share one browser.
   */
  async phone(userAgent = iPhoneWechat): Promise<WebKitPhone> {
    const programs = ensureWebKit();
    const port = await freePort();
    const target = `127.0.0.1:${port}`;
    const browser = spawn(programs.browser, ["--automation", `--user-agent=${userAgent}`], {
      env: { ...this.#env, WEBKIT_INSPECTOR_SERVER: target },
      stdio: "ignore",
    });
    const service = new DriverService.Builder(programs.driver)
      .setLoopback(true)
      .setPort(await freePort())
      .addArguments(`--target=${target}`)
      .setStdio("ignore")
      .build();
    const stop = async () => {
      await service.kill();
      await stopProcess(browser);
    };
    try {
      // The driver tries to connect once only.
      await waitForPort(port);
      await service.start(startMs);
      return await WebKitPhone.open(await service.address(), stop);
    } catch (error) {
      await stop();
      throw error;
    }
  }

  async close(): Promise<void> {
    await stopProcess(this.#screen);
  }
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill();
  await exited;
}

/** Waits until a server on this machine accepts connections. */
async function waitForPort(port: number): Promise<void> {
  const end = Date.now() + startMs;
  while (!(await isListening(port))) {
    if (Date.now() > end) throw new Error(`nothing listened on port ${port}`);
    await sleep(20);
  }
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ECONNREFUSED") return false;
    throw error;
  } finally {
    socket.destroy();
  }
}
