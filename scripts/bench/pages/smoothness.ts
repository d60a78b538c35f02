import { setTimeout } from "node:timers/promises";
import type { Page } from "playwright-core";

/** Pause between taps of a hurried user. */
const betweenTapsMs = 250;

/** Runs in the page: returns the positions of at most five plus buttons within reach of a finger. */
function plusPoints(): { x: number; y: number }[] {
  const points: { x: number; y: number }[] = [];
  for (const button of document.querySelectorAll('li [aria-label^="增加"]:enabled')) {
    const { left, top, width, height } = button.getBoundingClientRect();
    const point = { x: left + width / 2, y: top + height / 2 };
    if (button.contains(document.elementFromPoint(point.x, point.y))) points.push(point);
  }
  return points.slice(0, 5);
}

/** Runs in the page: returns the ms from the next tap to the paint after it. */
function nextTap(): Promise<number> {
  return new Promise((resolve) => {
    const response = (event: Event) => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.now() - event.timeStamp);
        port2.postMessage(null);
      });
    };
    addEventListener("click", response, { capture: true, once: true });
  });
}

/**
 * Taps plus on the visible dishes in turn, so that some taps add a first portion and some another one;
 * returns the ms from each tap to the next paint. Nothing else may access the page meanwhile.
 */
export async function measureTaps(page: Page, count: number): Promise<number[]> {
  const points = await page.evaluate(plusPoints);
  if (points.length === 0) throw new Error("no plus can be tapped");
  const session = await page.context().newCDPSession(page);
  const times: number[] = [];
  for (let nth = 0; nth < count; nth++) {
    const evaluation = session.send("Runtime.evaluate", {
      expression: `(${nextTap})()`,
      awaitPromise: true,
      returnByValue: true,
    });
    const point = points[nth % points.length] as { x: number; y: number };
    await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [point] });
    await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    times.push((await evaluation).result.value as number);
    await setTimeout(betweenTapsMs);
  }
  return times;
}

/**
 * Scrolls for about three seconds with touch-like movement; returns frames per second and the fraction of
 * late frames.
 */
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
