import { brotliCompressSync } from "node:zlib";
import type { BrowserContext, Page } from "playwright-core";
import { firstBytes, watchPage } from "./watchPage.ts";

/** Cost of one page load; times in ms from the start of the navigation. */
export interface Load {
  firstPaintMs: number;
  contentMs: number;
  /** Time from which taps on the page are handled. */
  usableMs: number;
  layoutShift: number;
  /** Total duration of tasks, counting the part of each beyond 50 ms. */
  longTaskMs: number;
  heapMb: number;
  /** Transferred size of the code requested before the page was usable, in KB. */
  jsKb: number;
  cssKb: number;
}

/** Network and CPU throttling to phone level: bytes per second, latency in ms, CPU slowdown factor. */
export interface Profile {
  name: string;
  bytesPerSecond: number;
  latencyMs: number;
  cpu: number;
}

/** The two network profiles of the budgets, with the same CPU. */
export const profiles: Profile[] = [
  { name: "slow 4G", bytesPerSecond: 200_000, latencyMs: 150, cpu: 4 },
  { name: "mid", bytesPerSecond: 1_125_000, latencyMs: 60, cpu: 4 },
];

/** Throttles a page's network and CPU to the profile. */
export async function slowDown(page: Page, profile: Profile): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: profile.latencyMs,
    downloadThroughput: profile.bytesPerSecond,
    uploadThroughput: profile.bytesPerSecond,
  });
  await session.send("Emulation.setCPUThrottlingRate", { rate: profile.cpu });
}

/** Page to load and the selectors that detect its content. */
export interface ResourceRequest {
  url: string;
  /** Selector of the first dish. */
  content: string;
  /**
   * Selector of the first tappable control; null for a page without scripts, which is usable once rendered.
   */
  control: string | null;
}

/** Time in ms without a response after which a page has loaded all that it wants. */
const quietMs = 500;

/** Waits until no response has come for half a second; the stream of events, which stays open, does not count. */
export async function waitUntilQuiet(page: Page): Promise<void> {
  await page.waitForFunction((ms) => {
    const responses = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
    const lastAt = Math.max(0, ...responses.map(({ responseEnd }) => responseEnd));
    return document.readyState === "complete" && performance.now() - lastAt > ms;
  }, quietMs);
}

/** Loads an address in a new page of the context and waits until its content is usable and nothing more arrives. */
export async function measureLoad(
  context: BrowserContext,
  resources: ResourceRequest,
  profile: Profile,
): Promise<Load> {
  const page = await context.newPage();
  await page.addInitScript(watchPage, { content: resources.content, control: resources.control });
  await slowDown(page, profile);
  await page.goto(resources.url, { waitUntil: "commit" });
  const session = await context.newCDPSession(page);
  await session.send("Runtime.evaluate", { expression: "window.figures.done", awaitPromise: true });
  await waitUntilQuiet(page);
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  const figures = await page.evaluate(() => window.figures);
  const { js, css, inlineCss } = await page.evaluate(firstBytes);
  await page.close();
  return {
    firstPaintMs: figures.paint,
    contentMs: figures.content,
    usableMs: figures.usable,
    layoutShift: figures.shift,
    longTaskMs: figures.long,
    heapMb: usedSize / 1e6,
    jsKb: js / 1000,
    cssKb: (css + (inlineCss === "" ? 0 : brotliCompressSync(inlineCss).length)) / 1000,
  };
}
