import { expect } from "vitest";
import type { Phone } from "../../../scripts/lib/Phone.ts";
import type { TestEnvironment } from "../../../scripts/lib/TestEnvironment.ts";
import type { Device, DeviceOptions } from "./Device.ts";
import { waitForModalHistory } from "./waitForModalHistory.ts";

/** Timeout in ms, longer than the longest timeout of the app itself, also on a slow machine. */
const waitMs = 60_000;

/** Errors that the page handles and logs for developers. */
const expectedErrors =
  /the way back from WeChat|login did not start|setting the card|locating failed|Failed to load resource|sheet did not open/;

/** An Android phone, by default in WeChat. */
export class ChromiumDevice implements Device {
  readonly #phone: Phone;

  private constructor(phone: Phone) {
    this.#phone = phone;
  }

  static async open(
    environment: TestEnvironment,
    { position, userAgent, isOutsideWechat = false }: DeviceOptions,
  ): Promise<ChromiumDevice> {
    const place = position && { latitude: position.lat, longitude: position.lng };
    const phone = await environment.phone({
      expected: expectedErrors,
      ...(!isOutsideWechat && { inWechat: "android" as const }),
      ...(userAgent !== undefined && { userAgent }),
      ...(place !== undefined && { position: place }),
    });
    phone.context.setDefaultTimeout(waitMs);
    return new ChromiumDevice(phone);
  }

  async open(path: string): Promise<void> {
    await this.#phone.page.goto(new URL(path, this.#phone.url).href);
  }

  async reload(): Promise<void> {
    await this.#phone.page.reload();
  }

  async back(): Promise<void> {
    await this.#phone.page.goBack();
  }

  async path(): Promise<string> {
    return this.#phone.path;
  }

  async waitPath(pattern: RegExp): Promise<void> {
    await this.#phone.page.waitForURL(({ pathname, search }) => pattern.test(pathname + search));
  }

  async waitHeading(text: string): Promise<void> {
    await this.#phone.page.getByRole("heading", { name: text }).waitFor();
  }

  async waitText(text: string): Promise<void> {
    await this.#phone.page.getByText(text).filter({ visible: true }).first().waitFor();
  }

  async waitModalHistory(): Promise<void> {
    await waitForModalHistory(this.#phone.page);
  }

  async press(name: string): Promise<void> {
    const { page } = this.#phone;
    const named = { name: new RegExp(`^${name}`) };
    await page.getByRole("button", named).or(page.getByRole("link", named)).first().click();
  }

  async confirm(): Promise<void> {
    await this.#phone.page.locator(".rv-dialog__confirm").click();
  }

  async fill(name: string, text: string): Promise<void> {
    await this.#phone.page.getByLabel(name, { exact: true }).fill(text);
  }

  async run<T>(script: string): Promise<T> {
    return (await this.#phone.page.evaluate(`(() => { ${script} })()`)) as T;
  }

  async close(): Promise<void> {
    await this.#phone.close();
    expect(this.#phone.unexpectedErrors).toEqual([]);
  }
}
