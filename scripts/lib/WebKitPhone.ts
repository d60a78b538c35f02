import { writeFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { Builder, By, error as errors, type WebDriver, type WebElement } from "selenium-webdriver";

/** Timeout in ms, longer than the longest wait of the app itself, also on a slow machine. */
const waitMs = 60_000;
const pauseMs = 50;
/** Timeout in ms until a click of the driver is an event in the page. */
const clickMs = 2_000;
/** Temporary driver errors: an overlaid or re-rendered element. */
const passingErrors = [
  errors.ElementClickInterceptedError,
  errors.ElementNotInteractableError,
  errors.NoSuchElementError,
  errors.StaleElementReferenceError,
];
/** Message of the error about a document that is being unloaded; it has no type of its own. */
const unloading = /before the unload event/;

/**
 * A page in WebKit, the engine of iPhones, driven over WebDriver in a window of iPhone size.
 */
export class WebKitPhone {
  readonly #driver: WebDriver;
  readonly #stop: () => Promise<void>;

  private constructor(driver: WebDriver, stop: () => Promise<void>) {
    this.#driver = driver;
    this.#stop = stop;
  }

  /** Opens the browser of the driver at this URL; `stop` ends both. */
  static async open(driverUrl: string, stop: () => Promise<void>): Promise<WebKitPhone> {
    const driver = await new Builder().usingServer(driverUrl).forBrowser("MiniBrowser").build();
    await driver.manage().window().setRect({ x: 0, y: 0, width: 447, height: 900 });
    return new WebKitPhone(driver, stop);
  }

  /** Sizes the window so that the page is this many pixels wide, at least 447: the browser refuses less. */
  async resize(width: number): Promise<void> {
    const frame = await this.run<number>("return outerWidth - innerWidth");
    await this.#driver
      .manage()
      .window()
      .setRect({ x: 0, y: 0, width: width + frame, height: 900 });
    await this.waitFor(`return innerWidth === ${width}`);
  }

  /**
   * Opens a page that may be framed in a frame as wide as a phone, which a window cannot be; all later calls are
   * about the frame.
   */
  async openFramed(url: string, width: number): Promise<void> {
    await this.#driver.switchTo().defaultContent();
    await this.open(url);
    await this.run(
      `document.body.innerHTML = '<iframe style="border:0;height:844px;width:' + arguments[1] + 'px"></iframe>';
       document.querySelector("iframe").src = arguments[0];`,
      url,
      width,
    );
    await this.#driver.switchTo().frame(0);
  }

  async open(url: string): Promise<void> {
    await this.#driver.get(url);
  }

  async reload(): Promise<void> {
    await this.#driver.navigate().refresh();
  }

  async back(): Promise<void> {
    await this.#driver.navigate().back();
  }

  async url(): Promise<URL> {
    return new URL(await this.#driver.getCurrentUrl());
  }

  /** Runs a function body in the page. */
  async run<T>(script: string, ...args: unknown[]): Promise<T> {
    return await this.#driver.executeScript<T>(script, ...args);
  }

  /** Waits until the text of a visible element contains this text. */
  async waitText(text: string): Promise<void> {
    await this.#find(`//body//*[not(self::script)][contains(normalize-space(.), ${quote(text)})]`);
  }

  async waitHeading(text: string): Promise<void> {
    await this.#find(`//*[self::h1 or self::h2 or self::h3][contains(normalize-space(.), ${quote(text)})]`);
  }

  async waitUrl(pattern: RegExp): Promise<void> {
    await this.#until(
      async () => pattern.test((await this.url()).href),
      `the address never became ${pattern}`,
    );
  }

  /** Waits until a function body evaluated in the page returns true. */
  async waitFor(script: string): Promise<void> {
    await this.#until(() => this.run<boolean>(script), `this never held: ${script}`);
  }

  /** Waits for a URL path, ignoring the host. */
  async waitPath(pattern: RegExp): Promise<void> {
    const isThere = async () => {
      const { pathname, search } = await this.url();
      return pattern.test(pathname + search);
    };
    await this.#until(isThere, `the path never became ${pattern}`);
  }

  /** Presses a button, link or entry whose name starts with this text. */
  async press(name: string): Promise<void> {
    const q = quote(name);
    const named = `starts-with(normalize-space(.), ${q}) or starts-with(@aria-label, ${q})`;
    await this.#act(`(//button|//a|//*[@role="button"])[${named}]`, "click");
  }

  /** Presses the element with exactly this text. */
  async pressText(text: string): Promise<void> {
    await this.#act(`//*[normalize-space(text()) = ${quote(text)}]`, "click");
  }

  /** Confirms the dialog on the screen. */
  async confirm(): Promise<void> {
    await this.#act('//*[contains(@class, "rv-dialog__confirm")]', "click");
  }

  /** Types into the field with this name. */
  async fill(name: string, text: string): Promise<void> {
    await this.#act(fieldOf(name), "clear");
    await this.#act(fieldOf(name), "sendKeys", text);
  }

  /** Presses a read-only field that shows a chosen value. */
  async pressField(name: string): Promise<void> {
    await this.#act(fieldOf(name), "click");
  }

  async screenshot(file: string): Promise<void> {
    await writeFile(file, Buffer.from(await this.#driver.takeScreenshot(), "base64"));
  }

  async close(): Promise<void> {
    await this.#stop();
  }

  /** Performs an action on an element as soon as it is ready: a click on a moving element would miss it. */
  async #act(xpath: string, action: "click" | "clear" | "sendKeys", text = ""): Promise<void> {
    await this.#until(async () => {
      const element = await this.#find(xpath);
      if (!(await this.#driver.executeAsyncScript<boolean>(watchRect, element))) return false;
      if (action === "click") return await this.#click(element);
      await (action === "sendKeys" ? element.sendKeys(text) : element.clear());
      return true;
    }, `could not ${action} ${xpath}`);
  }

  /**
   * Clicks and returns whether the page received it; false when the driver lost it before it became an event, as
   * happens on a busy machine. Throws when a press began and gave no click, which is a fault of the page.
   */
  async #click(element: WebElement): Promise<boolean> {
    await this.run(watchPress);
    await element.click();
    const end = Date.now() + clickMs;
    for (;;) {
      // A page that is left has received it.
      const seen = await this.run<string[] | null>("return window.pressEvents ?? null").catch(() => null);
      if (seen === null || seen.includes("click")) return true;
      if (Date.now() > end) {
        if (seen.length > 0) throw new Error(`a press gave no click, only ${seen.join(", ")}`);
        return false;
      }
      await sleep(pauseMs);
    }
  }

  /** Waits for the first visible element and returns it. */
  async #find(xpath: string): Promise<WebElement> {
    let found: WebElement | undefined;
    await this.#until(async () => {
      for (const element of await this.#driver.findElements(By.xpath(xpath)))
        if (await this.run<boolean>("return arguments[0].getClientRects().length > 0", element)) {
          found = element;
          break;
        }
      return found !== undefined;
    }, `nothing on the page fits ${xpath}`);
    return found as WebElement;
  }

  /** Waits until a condition holds; on timeout throws an error with the text of the page. */
  async #until(isDone: () => Promise<boolean>, complaint: string): Promise<void> {
    const end = Date.now() + waitMs;
    const isNow = () =>
      isDone().catch((error: Error) => {
        if (passingErrors.some((type) => error instanceof type) || unloading.test(error.message))
          return false;
        throw error;
      });
    while (!(await isNow())) {
      if (Date.now() > end) {
        const shown = await this.run<string>("return location.href + ': ' + document.body.innerText");
        throw new Error(`${complaint}; the page was ${shown}`);
      }
      await sleep(pauseMs);
    }
  }
}

/** Returns whether an element is enabled and keeps its position for three frames. */
const watchRect = `
  const [element, answer] = arguments;
  const place = () => { const { x, y, width, height } = element.getBoundingClientRect(); return [x, y, width, height].join(); };
  const before = place();
  let frames = 3;
  const next = () => (frames-- > 0 ? requestAnimationFrame(next) : answer(place() === before && !element.matches(':disabled, [aria-disabled=true]')));
  requestAnimationFrame(next);
`;

/** Records the events of the next press, before the page's own code can stop them. */
const watchPress = `
  const seen = [];
  window.pressEvents = seen;
  for (const type of ["mousedown", "mouseup", "click"])
    addEventListener(type, () => { if (window.pressEvents === seen) seen.push(type); }, true);
`;

/** XPath of a field with this accessible name. */
function fieldOf(name: string): string {
  const q = quote(name);
  const inLabel = `ancestor::label[starts-with(normalize-space(.), ${q})]`;
  return `(//input|//textarea)[@aria-label = ${q} or @id = //label[starts-with(normalize-space(.), ${q})]/@for or ${inLabel}]`;
}

function quote(text: string): string {
  if (text.includes('"')) throw new Error("names with quotation marks cannot be looked for");
  return `"${text}"`;
}
