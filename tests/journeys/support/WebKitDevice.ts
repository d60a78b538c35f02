import type { Position } from "#contract/distance.ts";
import type { TestEnvironment } from "../../../scripts/lib/TestEnvironment.ts";
import type { WebKitDriver } from "../../../scripts/lib/WebKitDriver.ts";
import type { WebKitPhone } from "../../../scripts/lib/WebKitPhone.ts";
import type { Device, DeviceOptions } from "./Device.ts";

/** An iPhone, by default in WeChat. Its browser has no readable console, so unseen errors are not reported. */
export class WebKitDevice implements Device {
  readonly #phone: WebKitPhone;
  readonly #home: string;
  readonly #position: Position | null | undefined;

  private constructor(phone: WebKitPhone, home: string, position: Position | null | undefined) {
    this.#phone = phone;
    this.#home = home;
    this.#position = position;
  }

  static async open(
    environment: TestEnvironment,
    driver: WebKitDriver,
    { position, userAgent, isOutsideWechat = false }: DeviceOptions,
  ): Promise<WebKitDevice> {
    const { url, wechatUrl } = environment.installation;
    return new WebKitDevice(await driver.phone(userAgent), isOutsideWechat ? url : wechatUrl, position);
  }

  async open(path: string): Promise<void> {
    await this.#phone.open(new URL(path, this.#home).href);
    // This browser never reports a position, so tests that need one set it; pages request it only after a
    // tap.
    if (this.#position !== undefined) await this.run(geolocationScript(this.#position));
  }

  async reload(): Promise<void> {
    await this.#phone.reload();
  }

  async back(): Promise<void> {
    await this.#phone.back();
  }

  async path(): Promise<string> {
    const { pathname, search } = await this.#phone.url();
    return pathname + search;
  }

  async waitPath(pattern: RegExp): Promise<void> {
    await this.#phone.waitPath(pattern);
  }

  async waitText(text: string): Promise<void> {
    await this.#phone.waitText(text);
  }

  async waitHeading(text: string): Promise<void> {
    await this.#phone.waitHeading(text);
  }

  async waitModalHistory(): Promise<void> {
    await this.#phone.waitFor("return history.state?.layer === undefined");
  }

  async press(name: string): Promise<void> {
    await this.#phone.press(name);
  }

  async confirm(): Promise<void> {
    await this.#phone.confirm();
  }

  async fill(name: string, text: string): Promise<void> {
    await this.#phone.fill(name, text);
  }

  async run<T>(script: string): Promise<T> {
    return await this.#phone.run<T>(script);
  }

  async close(): Promise<void> {
    await this.#phone.close();
  }
}

/** Returns a script that sets the open page's position, or makes it refuse. */
function geolocationScript(position: Position | null): string {
  const answer =
    position === null
      ? "(_told, failed) => failed({ code: 1, message: 'denied' })"
      : `(told) => told({ coords: { latitude: ${position.lat}, longitude: ${position.lng}, accuracy: 30 } })`;
  return `Object.defineProperty(navigator, "geolocation", { configurable: true, value: { getCurrentPosition: ${answer} } });`;
}
