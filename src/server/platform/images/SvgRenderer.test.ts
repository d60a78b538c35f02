import { afterEach, beforeEach, expect, test } from "vitest";
import { AppError } from "../http/AppError.ts";
import { type RenderInput, type SatoriNode, SvgRenderer } from "./SvgRenderer.ts";

let renderer: SvgRenderer;

beforeEach(() => {
  renderer = new SvgRenderer();
});

afterEach(() => renderer.stop());

const toInput = (shape: SatoriNode): RenderInput => ({ shape, width: 60, height: 40 });
const input = toInput({ type: "div", props: { style: { display: "flex", fontSize: 20 }, children: "好" } });
const isPng = (bytes: Buffer) => bytes.subarray(1, 4).toString("latin1") === "PNG";

test("a layout that cannot be rendered fails alone; the next one is rendered", async () => {
  const children = [input.shape, input.shape];
  const broken = toInput({ type: "div", props: { style: { display: "table" }, children } });
  const [bad, good] = await Promise.allSettled([renderer.render(broken), renderer.render(input)]);
  expect(bad).toMatchObject({ status: "rejected", reason: { message: /^the drawing failed/ } });
  expect(good.status === "fulfilled" && isPng(good.value)).toBe(true);
});

test("the current rendering fails when the process ends, and a new process does the next one", async () => {
  const first = renderer.render(input);
  // The rejection is asserted below, after the process has been stopped.
  first.catch(() => undefined);
  await Promise.resolve();
  await renderer.stop();
  await expect(first).rejects.toThrow(/process ended/);
  expect(isPng(await renderer.render(input))).toBe(true);
});

test("twenty queued renderings are served and further ones refused as unavailable", async () => {
  const results = await Promise.allSettled(Array.from({ length: 25 }, () => renderer.render(input)));
  const refused = results.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
  expect(refused).toHaveLength(5);
  expect(refused.every((reason) => reason instanceof AppError && reason.code === "unavailable")).toBe(true);
});

test("rendering does not use the server's memory", async () => {
  const words = "食单请你尝尝首单满三十元完成七天后送上积分感谢礼扫码点餐外卖自取堂食都可以随时来坐";
  const line = { type: "div", props: { style: { display: "flex", fontSize: 20 }, children: words } };
  const before = process.memoryUsage().rss;
  for (let nth = 0; nth < 5; nth++) await renderer.render({ shape: line, width: 750, height: 1_190 });
  expect(process.memoryUsage().rss - before).toBeLessThan(50 * 1_048_576);
});
