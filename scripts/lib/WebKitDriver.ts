import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { DriverService } from "selenium-webdriver/remote";
import { freePort } from "./freePort.ts";
import { WebKitPhone } from "./WebKitPhone.ts";
import { ensureWebKit } from "./webkit.mjs";

const startTimeoutMs = 60_000;
const iPhoneWechat =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.60(0x18003c2f) NetType/WIFI Language/zh_CN";

/** A virtual display and the driver that starts WebKit browsers on it, one after the other. */
export class WebKitDriver {
  readonly #screen: ChildProcess;
  readonly #service: DriverService;
  readonly #browser: string;

  private constructor(screen: ChildProcess, service: DriverService, browser: string) {
    this.#screen = screen;
    this.#service = service;
    this.#browser = browser;
  }

  static async start(): Promise<WebKitDriver> {
    const { driver, browser, display } = ensureWebKit();
    const screen = spawn(display, ["-displayfd", "3", "-screen", "0", "1000x1000x24"], {
      stdio: ["ignore", "ignore", "ignore", "pipe"],
    });
    const [number] = (await once(screen.stdio[3] as NodeJS.ReadableStream, "data")) as [Buffer];
    const service = new DriverService.Builder(driver)
      .setLoopback(true)
      .setPort(await freePort())
      .setEnvironment({
        ...(process.env as Record<string, string>),
        DISPLAY: `:${number.toString().trim()}`,
        // The browser's own sandbox cannot start as root.
        WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1",
      })
      .setStdio("ignore")
      .build();
    await service.start(startTimeoutMs);
    return new WebKitDriver(screen, service, browser);
  }

  /** Opens a phone with empty storage and no history; the previous one must be closed. */
  async phone(userAgent = iPhoneWechat): Promise<WebKitPhone> {
    return await WebKitPhone.open(await this.#service.address(), this.#browser, userAgent);
  }

  async close(): Promise<void> {
    await this.#service.kill();
    const exited = once(this.#screen, "exit");
    this.#screen.kill();
    await exited;
  }
}
