import { setTimeout } from "node:timers/promises";
import type { Browser, BrowserContext, Page, Request } from "playwright-core";
import { customerEventsPath, staffEventsPath } from "#contract/events.ts";
import type { Installation } from "./Installation.ts";

export interface PhoneOptions {
  width?: number;
  height?: number;
  /** Device pixels per CSS pixel, 3 by default; fewer are drawn faster. */
  pixelRatio?: number;
  /** Position of the phone (WGS-84), or null when geolocation is denied. */
  position?: { latitude: number; longitude: number } | null;
  /** Browser state of an earlier visit. */
  storage?: Awaited<ReturnType<BrowserContext["storageState"]>>;
  /** Opens the app inside the simulated WeChat on this platform. */
  inWechat?: "android" | "ios";
  /** The browser's own user agent, instead of Chrome's or WeChat's. */
  userAgent?: string;
  /** Accepts the certificate of a test's own authority, which the browser does not know. */
  trustsAnyCertificate?: boolean;
  /** Disables JavaScript. */
  hasNoScripts?: boolean;
  /** Pattern of console errors that the test causes on purpose. */
  expected?: RegExp;
}

/** URLs of the app, also inside the simulated WeChat, and of the sandbox with its SMS inbox (`/sms`). */
export type PhoneHosts = Pick<Installation, "url" | "wechatUrl" | "sandboxUrl">;

const androidChrome =
  "Mozilla/5.0 (Linux; Android 13; Pixel 7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36";
const wechatAgents = {
  android:
    "Mozilla/5.0 (Linux; Android 14; 23127PN0CC Build/UKQ1.230804.001; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/138.0.7204.180 Mobile Safari/537.36 XWEB/1380055 MMWEBSDK/20250503 MicroMessenger/8.0.61.2880(0x28003D51) WeChat/arm64 Weixin NetType/WIFI Language/zh_CN ABI/arm64",
  ios: "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.60(0x18003c2f) NetType/WIFI Language/zh_CN",
};
/** The SDK reports to WeChat's own host, which is unreachable here. */
const sdkReports = "https://open.weixin.qq.com/sdk/report**";
/** A position in Shanghai (WGS-84). */
export const defaultPosition = { latitude: 31.1917, longitude: 121.4325 };
/** Names of this machine; requests to any other are foreign. */
const ownHosts = ["127.0.0.1", "localhost"];
const idleMs = 500;
const modalHistoryMs = 1_000;
const describeMs = 2_000;
const maxDescription = 2_000;
let phoneCount = 0;

/** Returns in the page whether React has taken over the app's container; true on pages of others, which have none. */
function isAppRunning(): boolean {
  const root = document.getElementById("root");
  return root === null || Object.keys(root).some((name) => name.startsWith("__reactContainer"));
}

/** A phone with one page of the app; collects errors and requests to foreign hosts in `unexpectedErrors`. */
export class Phone {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly url: string;
  readonly #host: PhoneHosts;
  readonly #hasScripts: boolean;
  readonly #unexpectedErrors: string[] = [];
  readonly #inFlight = new Set<Request>();

  private constructor(page: Page, host: PhoneHosts, options: PhoneOptions) {
    this.page = page;
    this.context = page.context();
    this.url = options.inWechat === undefined ? host.url : host.wechatUrl;
    this.#host = host;
    this.#hasScripts = options.hasNoScripts !== true;
    this.#collectErrors(options.expected);
  }

  static async open(browser: Browser, host: PhoneHosts, options: PhoneOptions = {}): Promise<Phone> {
    const position = options.position === undefined ? defaultPosition : options.position;
    const context = await browser.newContext({
      viewport: { width: options.width ?? 390, height: options.height ?? 844 },
      deviceScaleFactor: options.pixelRatio ?? 3,
      isMobile: true,
      hasTouch: true,
      ignoreHTTPSErrors: options.trustsAnyCertificate === true,
      javaScriptEnabled: options.hasNoScripts !== true,
      locale: "zh-CN",
      timezoneId: "Asia/Shanghai",
      userAgent:
        options.userAgent ??
        (options.inWechat === undefined ? androidChrome : wechatAgents[options.inWechat]),
      ...(options.storage === undefined ? {} : { storageState: options.storage }),
      ...(position === null ? {} : { geolocation: position, permissions: ["geolocation"] }),
    });
    context.setDefaultTimeout(30_000);
    if (options.inWechat !== undefined)
      await context.route(sdkReports, (route) => route.fulfill({ status: 204 }));
    return new Phone(await context.newPage(), host, options);
  }

  /** Returns all unexpected errors so far; empty in a passing test. */
  get unexpectedErrors(): string[] {
    return [...this.#unexpectedErrors];
  }

  /**
   * Opens a path. Waits a moment until the page has gone back from closed modals, which would abort it; the entry of an open
   * one stays.
   */
  async open(path: string): Promise<void> {
    const isSettled = (end: number) => history.state?.layer === undefined || Date.now() > end;
    if (this.#hasScripts) await this.page.waitForFunction(isSettled, Date.now() + modalHistoryMs);
    await this.page.goto(`${this.url}${path}`);
  }

  /** Returns the path of the page, without the host. */
  get path(): string {
    const { pathname, search } = new URL(this.page.url());
    return pathname + search;
  }

  /**
   * Waits until the app runs and no request was sent for half a second; ignores event streams, which never end. The
   * code of a server-rendered page may be fetched long before it runs: until then the browser itself follows links.
   */
  async waitUntilIdle(): Promise<void> {
    await this.page.waitForLoadState("load");
    if (this.#hasScripts) await this.page.waitForFunction(isAppRunning);
    await this.waitForQuietNetwork();
  }

  /** Waits until the document is loaded and no request was sent for half a second, whether the app runs or not. */
  async waitForQuietNetwork(): Promise<void> {
    await this.page.waitForLoadState("load");
    for (let quietSince = Date.now(); Date.now() - quietSince < idleMs; ) {
      await setTimeout(idleMs / 10);
      if (this.#inFlight.size > 0) quietSince = Date.now();
    }
  }

  button(name: string | RegExp) {
    return this.page.getByRole("button", { name, exact: typeof name === "string" });
  }

  /**
   * Ticks the box with which customers agree to the texts, where there is one that is not ticked. At once: on a host without
   * texts it goes when the answer says so.
   */
  async agreeToTexts(): Promise<void> {
    const tick = (boxes: (HTMLElement | SVGElement)[]) => {
      for (const box of boxes)
        if (box instanceof HTMLElement && box.getAttribute("aria-checked") !== "true") box.click();
    };
    await this.page.getByRole("checkbox", { name: "我已阅读并同意" }).evaluateAll(tick);
  }

  /** Requests a text message; resolves when it is accepted: the countdown stays longer on the screen than the notice. */
  async requestCode(): Promise<void> {
    await this.agreeToTexts();
    await this.button("获取验证码").click();
    await this.button(/秒后重发$/).waitFor();
  }

  /** Logs in by text message on the login page; returns the phone number. */
  async login(number = createPhoneNumber()): Promise<string> {
    await this.page.getByLabel("手机号").fill(number);
    await this.requestCode();
    const response = await fetch(`${this.#host.sandboxUrl}/sms?phone=${number}`);
    const [newest] = (await response.json()) as { code: string }[];
    await this.page.getByLabel("验证码", { exact: true }).fill(newest?.code ?? "");
    await this.button("登录").click();
    await this.page.waitForURL((url) => url.pathname !== "/login");
    return number;
  }

  /** Adds an address through the form and the place search; requires an open address book. */
  async addAddress(form: {
    recipient: string;
    phone: string;
    keyword: string;
    place: string;
    house: string;
  }): Promise<void> {
    await this.button("新增地址").first().click();
    await this.page.getByLabel("收货人").fill(form.recipient);
    await this.page.getByLabel("手机号").fill(form.phone);
    await this.page.getByLabel("详细地址").click();
    await this.#waitForCity();
    await this.page.getByLabel("关键词").fill(form.keyword);
    await this.page.getByLabel("关键词").press("Enter");
    await this.page.getByText(form.place, { exact: true }).click();
    await this.page.getByLabel("门牌号").fill(form.house);
    await this.button("保存").click();
    // An earlier message of the same text may still be in the document, hidden.
    await this.page.getByText("保存成功").filter({ visible: true }).waitFor();
  }

  /** Waits until the customer's city is known; a busy machine can need longer than the app waits, then locates again. */
  async #waitForCity(): Promise<void> {
    const located = this.page.getByText("已定位到上海");
    const failed = this.page.getByText("定位失败，请手动输入城市");
    await located.or(failed).waitFor();
    if (await failed.isVisible()) await this.button("重新定位").click();
    await located.waitFor();
  }

  /** Describes what the pages show, for the report of a failed test; empty when they are closed. */
  async describe(): Promise<string> {
    const descriptions = this.context.pages().map(async (page) => {
      const body = page.locator("body").innerText({ timeout: describeMs });
      const text = await body.catch((error: unknown) => String(error));
      return `${page.url()}\n${text.replaceAll(/\n+/g, " | ").slice(0, maxDescription)}`;
    });
    return (await Promise.all(descriptions)).join("\n");
  }

  async close(): Promise<void> {
    await this.context.close();
  }

  #collectErrors(expected: RegExp | undefined): void {
    const note = (text: string) => {
      if (!expected?.test(text)) this.#unexpectedErrors.push(text);
    };
    this.page.on("console", (message) => {
      if (message.type() === "error") note(`console: ${message.text()} ${message.location().url}`);
    });
    this.page.on("pageerror", (error) => note(`page: ${error.message}`));
    // The app opens one only if the code of its own dialog cannot be fetched.
    this.page.on("dialog", (dialog) => {
      this.#unexpectedErrors.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    const settle = (request: Request) => this.#inFlight.delete(request);
    this.page.on("requestfinished", settle);
    this.page.on("requestfailed", settle);
    this.page.on("request", (request) => {
      const url = new URL(request.url());
      if (url.pathname !== customerEventsPath && url.pathname !== staffEventsPath)
        this.#inFlight.add(request);
      const isReport = url.href.startsWith(sdkReports.replace("**", ""));
      if (/^https?:$/.test(url.protocol) && !ownHosts.includes(url.hostname) && !isReport)
        note(`foreign: ${request.url()}`);
    });
  }
}

/** Creates a mobile number that no other test uses. */
export function createPhoneNumber(): string {
  phoneCount += 1;
  return `136${String(10_000_000 + (process.pid % 8_000) * 1_000 + phoneCount)}`;
}
