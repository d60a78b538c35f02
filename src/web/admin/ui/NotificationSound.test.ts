// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { messageSound, NotificationSound } from "./NotificationSound.ts";

let started: number;
/** Lets the sounds through that the browser holds back, as a press does. */
let press: () => void;
let isBlocked: boolean;

class FakeContext {
  currentTime = 0;
  destination = {};
  resume(): Promise<void> {
    return isBlocked ? new Promise((resolve) => (press = resolve)) : Promise.resolve();
  }
  createOscillator() {
    const connect = (next: unknown) => next;
    return { frequency: { value: 0 }, connect, start: () => started++, stop: () => undefined };
  }
  createGain() {
    const ramp = () => undefined;
    const gain = { setValueAtTime: ramp, exponentialRampToValueAtTime: ramp };
    return { gain, connect: (next: unknown) => next };
  }
}

beforeEach(() => {
  [started, isBlocked, press] = [0, false, () => undefined];
  vi.useFakeTimers();
  vi.stubGlobal("AudioContext", FakeContext);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("plays two notes", async () => {
  new NotificationSound(messageSound).play();
  await vi.advanceTimersByTimeAsync(0);
  expect(started).toBe(2);
});

test("skips a sound that the browser held back until a much later press", async () => {
  isBlocked = true;
  new NotificationSound(messageSound).play();
  await vi.advanceTimersByTimeAsync(60_000);
  press();
  await vi.advanceTimersByTimeAsync(0);
  expect(started).toBe(0);
});

test("is silent in a browser without sound", async () => {
  vi.stubGlobal("AudioContext", undefined);
  Reflect.deleteProperty(window, "AudioContext");
  new NotificationSound(messageSound).play();
  await vi.advanceTimersByTimeAsync(0);
  expect(started).toBe(0);
});
