import { writeFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";

/** Timeout in ms, longer than the longest wait of the app itself, also on a slow machine. */
const waitMs = 60_000;
const pauseMs = 50;
/** Timeout of one command in ms, so that a browser that hangs fails its test instead of the whole run. */
const commandMs = 60_000;
/** Temporary driver errors: an overlaid element, a re-rendered element, or a document being unloaded. */
const passing = /intercepted|not interactable|stale|no such element|before the unload event/;
const elementKey = "element-6066-11e4-a52e-4f735466cecf";

/**
 * A page in WebKit, the engine of iPhones, driven over the W3C WebDriver protocol in a window of iPhone size.
 */
export class WebKitPhone {
  readonly #base: string;
  readonly #stop: () => Promise<void>;

  private constructor(base: string, stop: () => Promise<void>) {
    this.#base = base;
    this.#stop = stop;
  }

  /** Opens the browser of the driver at this address; `stop` ends both. */
  static async open(driverUrl: string, stop: () => Promise<void>): Promise<WebKitPhone> {
    const session = await send(`${driverUrl}/session`, "POST", { capabilities: {} });
    const { sessionId } = session as { sessionId: string };
    const phone = new WebKitPhone(`${driverUrl}/session/${sessionId}`, stop);
    await phone.#send("POST", "/window/rect", { x: 0, y: 0, width: 447, height: 900 });
    return phone;
  }

  async open(url: string): Promise<void> {
    await this.#send("POST", "/url", { url });
  }

  async reload(): Promise<void> {
    await this.#send("POST", "/refresh", {});
  }

  async back(): Promise<void> {
    await this.#send("POST", "/back", {});
  }

  async url(): Promise<URL> {
    return new URL((await this.#send("GET", "/url")) as string);
  }

  /** Runs a function body in the page. */
  async run<T>(script: string, ...args: unknown[]): Promise<T> {
    return (await this.#send("POST", "/execute/sync", { script, args })) as T;
  }

  /** Waits until the text of a visible element contains this text. */
  async waitText(text: string): Promise<void> {
    await this.#find(`//body//*[not(self::script)][contains(normalize-space(.), ${quote(text)})]`);
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
    await this.#act(`(//button|//a|//*[@role="button"])[${named}]`, "click", {});
  }

  /** Presses the element with exactly this text. */
  async pressText(text: string): Promise<void> {
    await this.#act(`//*[normalize-space(text()) = ${quote(text)}]`, "click", {});
  }

  /** Confirms the dialog on the screen. */
  async confirm(): Promise<void> {
    await this.#act('//*[contains(@class, "rv-dialog__confirm")]', "click", {});
  }

  /** Types into the field with this name. */
  async fill(name: string, text: string): Promise<void> {
    await this.#act(fieldOf(name), "clear", {});
    await this.#act(fieldOf(name), "value", { text });
  }

  /** Presses a read-only field that shows a chosen value. */
  async pressField(name: string): Promise<void> {
    await this.#act(fieldOf(name), "click", {});
  }

  async screenshot(file: string): Promise<void> {
    await writeFile(file, Buffer.from((await this.#send("GET", "/screenshot")) as string, "base64"));
  }

  async close(): Promise<void> {
    await this.#stop();
  }

  /** Performs an action on an element as soon as it is ready: a click on a moving element would miss it. */
  async #act(xpath: string, action: string, body: unknown): Promise<void> {
    await this.#until(async () => {
      const element = await this.#find(xpath);
      if (!(await this.#isReady(element))) return false;
      await this.#send("POST", `/element/${element}/${action}`, body);
      return true;
    }, `could not ${action} ${xpath}`);
  }

  /** Returns whether the element is enabled and has not moved for some frames. */
  async #isReady(element: string): Promise<boolean> {
    const args = [{ [elementKey]: element }];
    return (await this.#send("POST", "/execute/async", { script: watchRect, args })) as boolean;
  }

  /** Waits for the first visible element and returns it. */
  async #find(xpath: string): Promise<string> {
    let found = "";
    await this.#until(async () => {
      const elements = (await this.#send("POST", "/elements", { using: "xpath", value: xpath })) as Record<
        string,
        string
      >[];
      for (const element of elements) {
        const id = element[elementKey] ?? "";
        if (await this.run<boolean>("return arguments[0].getClientRects().length > 0", element)) {
          found = id;
          return true;
        }
      }
      return false;
    }, `nothing on the page fits ${xpath}`);
    return found;
  }

  /** Waits until a condition holds; on timeout throws an error with the text of the page. */
  async #until(isDone: () => Promise<boolean>, complaint: string): Promise<void> {
    const end = Date.now() + waitMs;
    const isNow = () =>
      isDone().catch((error: Error) => {
        if (passing.test(error.message)) return false;
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

  async #send(method: string, path: string, body?: unknown): Promise<unknown> {
    return await send(`${this.#base}${path}`, method, body);
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

async function send(url: string, method: string, body?: unknown): Promise<unknown> {
  const request = { method, body: body === undefined ? null : JSON.stringify(body) };
  const response = await fetch(url, { ...request, signal: AbortSignal.timeout(commandMs) }).catch(
    (error: Error) => {
      throw error.name === "TimeoutError" ? new Error(`no answer to ${method} ${url}`) : error;
    },
  );
  const { value } = (await response.json()) as { value: unknown };
  if (!response.ok) {
    const { error, message } = value as { error: string; message: string };
    throw new Error(`${error}: ${message}`);
  }
  return value;
}
