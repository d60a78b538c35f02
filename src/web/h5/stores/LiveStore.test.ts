import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { LiveStore } from "./LiveStore.ts";

function make() {
  const stream = { start: vi.fn(), stop: vi.fn(), forget: vi.fn() };
  let server = {
    onMessage: (_name: string, _data: string): void => undefined,
    onConnected: (_is: boolean): void => undefined,
  };
  const live = new LiveStore((told) => {
    server = told;
    return stream;
  });
  return { live, stream, server: () => server };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("LiveStore", () => {
  it("tells every listener which order changed, and nothing about other messages", () => {
    const { live, server } = make();
    const heard: unknown[] = [];
    live.listen((id) => heard.push(id));
    const stop = live.listen((id) => heard.push(id));
    server().onMessage("order", '{"order_id":"o1","status":"paid"}');
    server().onMessage("chat", "{}");
    stop();
    server().onMessage("order", '{"order_id":"o2"}');
    server().onMessage("order", "?");
    expect(heard).toEqual(["o1", "o1", "o2", null]);
  });

  it("says that anything may have changed whenever it is connected again", () => {
    const { live, server } = make();
    const heard: unknown[] = [];
    live.listen((id) => heard.push(id));
    server().onConnected(true);
    expect([heard, live.isConnected]).toEqual([[null], true]);
    server().onConnected(false);
    expect([heard, live.isConnected]).toEqual([[null], false]);
  });

  it("keeps the connection from page to page and ends it a while after the last one", () => {
    const { live, stream } = make();
    const leave = live.listen(() => undefined);
    leave();
    vi.advanceTimersByTime(4_999);
    const leaveNext = live.listen(() => undefined);
    vi.advanceTimersByTime(60_000);
    expect(stream.stop).not.toHaveBeenCalled();
    leaveNext();
    vi.advanceTimersByTime(5_000);
    expect(stream.stop).toHaveBeenCalledTimes(1);
  });
});
