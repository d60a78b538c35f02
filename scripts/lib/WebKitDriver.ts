import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { freePort } from "./freePort.ts";
import { WebKitPhone } from "./WebKitPhone.ts";
import { ensureWebKit } from "./webkit.mjs";

const iPhoneWechat =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.60(0x18003c2f) NetType/WIFI Language/zh_CN";

/** A virtual display and the driver that starts WebKit browsers on it, one after the other. */
export class WebKitDriver {
  readonly #processes: ChildProcess[];
  readonly #url: string;
  readonly #browser: string;

  private constructor(url: string, browser: string, processes: ChildProcess[]) {
    this.#url = url;
    this.#browser = browser;
    this.#processes = processes;
  }

  static async start(): Promise<WebKitDriver> {
    const { driver, browser, display } = ensureWebKit();
    const screen = spawn(display, ["-displayfd", "3", "-screen", "0", "1000x1000x24"], {
      stdio: ["ignore", "ignore", "ignore", "pipe"],
    });
    const [number] = (await once(screen.stdio[3] as NodeJS.ReadableStream, "data")) as [Buffer];
    const port = await freePort();
    const env = {
      ...process.env,
      DISPLAY: `:${number.toString().trim()}`,
      // The browser's own sandbox cannot start as root.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1",
    };
    const server = spawn(driver, [`--port=${port}`], { env, stdio: "ignore" });
    return new WebKitDriver(`http://127.0.0.1:${port}`, browser, [server, screen]);
  }

  /** Opens a phone with empty storage and no history; the previous one must be closed. */
  async phone(userAgent = iPhoneWechat): Promise<WebKitPhone> {
    return await WebKitPhone.open(this.#url, this.#browser, userAgent);
  }

  async close(): Promise<void> {
    for (const child of this.#processes) {
      const exited = once(child, "exit");
      child.kill();
      await exited;
    }
  }
}
