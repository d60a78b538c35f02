import { brotliCompressSync } from "node:zlib";
import type { BrowserContext, Page } from "playwright-core";
import { firstBytes, watchPage } from "./watchPage.ts";

/** What one load of a page cost; times in ms from the start of the navigation. */
export interface Load {
  firstPaintMs: number;
  contentMs: number;
  /** From when on taps on the page are answered. */
  usableMs: number;
  layoutShift: number;
  /** Time of tasks beyond 50 ms each. */
  longTaskMs: number;
  heapMb: number;
  /** Code that was asked for before the page could be used, as transferred. */
  jsKb: number;
  cssKb: number;
}

/** A network and processor as slow as a phone's: bytes a second, ms, and how many times slower. */
export interface Profile {
  name: string;
  bytesPerSecond: number;
  latencyMs: number;
  cpu: number;
}

/** The two networks of the budgets, with the same processor. */
export const profiles: Profile[] = [
  { name: "slow 4G", bytesPerSecond: 200_000, latencyMs: 150, cpu: 4 },
  { name: "mid", bytesPerSecond: 1_125_000, latencyMs: 60, cpu: 4 },
];

/** Makes a page's network and processor as slow as the profile says. */
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

/** What is loaded, and how to see that its content is there. */
export interface ResourceRequest {
  url: string;
  /** Names the first dish. */
  content: string;
  /** Names what can be tapped first; null for a page without scripts, which can be used as soon as it is there. */
  control: string | null;
}

/** Loads an address in a new page of the context and waits until its content can be used and the network is quiet. */
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
  await page.waitForLoadState("networkidle");
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
