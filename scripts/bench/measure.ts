import type { Page } from "playwright-core";

/** What one load of a page cost; times in ms from the start of the navigation. */
export interface Load {
  firstPaintMs: number;
  contentMs: number;
  layoutShift: number;
  /** Time of tasks beyond 50 ms each. */
  longTaskMs: number;
  heapMb: number;
}

/** A network and processor as slow as a phone's: bytes a second, ms, and how many times slower. */
export interface Profile {
  name: string;
  bytesPerSecond: number;
  latencyMs: number;
  cpu: number;
}

export const profiles: Profile[] = [
  { name: "slow 4G", bytesPerSecond: 200_000, latencyMs: 150, cpu: 4 },
  { name: "mid", bytesPerSecond: 1_125_000, latencyMs: 60, cpu: 4 },
];

interface Figures {
  paint: number;
  content: number;
  shift: number;
  long: number;
}

declare global {
  interface Window {
    figures: Figures;
  }
}

/** Runs in the page before anything else: notes paints, shifts, long tasks and when the content stands there. */
function watch(selector: string): void {
  const figures: Figures = { paint: 0, content: 0, shift: 0, long: 0 };
  window.figures = figures;
  const observe = (type: string, note: (entry: PerformanceEntry) => void) => {
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
  };
  observe("paint", (entry) => {
    if (entry.name === "first-contentful-paint") figures.paint = entry.startTime;
  });
  observe("layout-shift", (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (!hadRecentInput) figures.shift += value;
  });
  observe("longtask", (entry) => {
    figures.long += entry.duration - 50;
  });
  const look = () => {
    const found = document.querySelector(selector);
    if (found !== null && found.getBoundingClientRect().height > 0) {
      // The frame after the one that lays the content out has painted it.
      requestAnimationFrame(() => {
        figures.content ||= performance.now();
      });
    } else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

export async function slowDown(page: Page, profile: Profile | null): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { bytesPerSecond = -1, latencyMs = 0, cpu = 1 } = profile ?? {};
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: latencyMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
  await session.send("Emulation.setCPUThrottlingRate", { rate: cpu });
}

/** Loads an address in a fresh page and waits until the element named by `selector` is painted. */
export async function measureLoad(
  page: Page,
  url: string,
  selector: string,
  profile: Profile,
): Promise<Load> {
  // tsx names functions by a helper of its own, which functions sent into the page do not find there.
  await page.addInitScript("globalThis.__name = (named) => named");
  await page.addInitScript(watch, selector);
  await slowDown(page, profile);
  await page.goto(url, { waitUntil: "commit" });
  await page.waitForFunction(() => window.figures?.content > 0, undefined, { timeout: 60_000 });
  await page.waitForLoadState("networkidle");
  const figures = await page.evaluate(() => window.figures);
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  return {
    firstPaintMs: figures.paint,
    contentMs: figures.content,
    layoutShift: figures.shift,
    longTaskMs: figures.long,
    heapMb: usedSize / 1e6,
  };
}

/** Taps an element again and again; answers the ms from each tap to the next paint. */
export async function measureTaps(page: Page, name: RegExp, count: number): Promise<number[]> {
  await page.evaluate("globalThis.__name = (named) => named");
  await page.evaluate(() => {
    const times: number[] = [];
    Object.assign(window, { taps: times });
    addEventListener(
      "click",
      (event) => {
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => times.push(performance.now() - event.timeStamp);
          port2.postMessage(null);
        });
      },
      { capture: true },
    );
  });
  for (let nth = 0; nth < count; nth++) {
    await page.getByRole("button", { name }).first().tap();
    await page.waitForFunction((done) => (window as unknown as { taps: number[] }).taps.length > done, nth);
  }
  return await page.evaluate(() => (window as unknown as { taps: number[] }).taps);
}

/** Scrolls for about three seconds as a finger does; answers frames a second and the share of frames that came late. */
export async function measureScroll(page: Page): Promise<{ fps: number; late: number }> {
  const session = await page.context().newCDPSession(page);
  await page.evaluate(() => {
    const times: number[] = [];
    Object.assign(window, { frames: times });
    const tick = (at: number) => {
      times.push(at);
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  });
  await session.send("Input.synthesizeScrollGesture", {
    x: 240,
    y: 600,
    yDistance: -6_000,
    speed: 2_000,
    gestureSourceType: "touch",
  });
  const frames = await page.evaluate(() => (window as unknown as { frames: number[] }).frames);
  const gaps = frames.slice(1).map((at, index) => at - (frames[index] ?? at));
  const seconds = ((frames.at(-1) ?? 0) - (frames[0] ?? 0)) / 1000;
  return { fps: gaps.length / seconds, late: gaps.filter((gap) => gap > 25).length / gaps.length };
}
