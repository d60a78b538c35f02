import { setTimeout } from "node:timers/promises";
import type { Page } from "playwright-core";

/** As fast as a hurried finger taps. */
const betweenTapsMs = 250;

/** Runs in the page: the plus buttons that a finger can reach, at most five, as points. */
function plusPoints(): { x: number; y: number }[] {
  const points: { x: number; y: number }[] = [];
  for (const button of document.querySelectorAll('li [aria-label^="增加"]:enabled')) {
    const { left, top, width, height } = button.getBoundingClientRect();
    const point = { x: left + width / 2, y: top + height / 2 };
    if (button.contains(document.elementFromPoint(point.x, point.y))) points.push(point);
  }
  return points.slice(0, 5);
}

/** Runs in the page: the ms from the next tap to the paint after it. */
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
 * Taps plus on the dishes in view in turn, so that some are first portions and some are more; answers the ms from each
 * tap to the next paint. Nothing else talks to the page meanwhile.
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
