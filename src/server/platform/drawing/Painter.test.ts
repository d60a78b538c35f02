import { afterEach, beforeEach, expect, test } from "vitest";
import { AppError } from "../AppError.ts";
import { type Drawing, Painter, type Shape } from "./Painter.ts";

let painter: Painter;

beforeEach(() => {
  painter = new Painter();
});

afterEach(() => painter.stop());

const drawingOf = (shape: Shape): Drawing => ({ shape, width: 60, height: 40 });
const word = drawingOf({ type: "div", props: { style: { display: "flex", fontSize: 20 }, children: "好" } });
const isPng = (bytes: Buffer) => bytes.subarray(1, 4).toString("latin1") === "PNG";

test("a drawing that cannot be laid out fails alone; the next one is painted", async () => {
  const children = [word.shape, word.shape];
  const broken = drawingOf({ type: "div", props: { style: { display: "table" }, children } });
  const [bad, good] = await Promise.allSettled([painter.paint(broken), painter.paint(word)]);
  expect(bad).toMatchObject({ status: "rejected", reason: { message: /^the drawing failed/ } });
  expect(good.status === "fulfilled" && isPng(good.value)).toBe(true);
});

test("what is being painted when the thread ends fails, and a new thread paints the next one", async () => {
  const first = painter.paint(word);
  // The failure is looked at below, after the thread was ended.
  first.catch(() => undefined);
  await Promise.resolve();
  await painter.stop();
  await expect(first).rejects.toThrow(/thread ended/);
  expect(isPng(await painter.paint(word))).toBe(true);
});

test("of a rush, twenty are served and the others told to come again", async () => {
  const rush = await Promise.allSettled(Array.from({ length: 25 }, () => painter.paint(word)));
  const refused = rush.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
  expect(refused).toHaveLength(5);
  expect(refused.every((reason) => reason instanceof AppError && reason.word === "unavailable")).toBe(true);
});
