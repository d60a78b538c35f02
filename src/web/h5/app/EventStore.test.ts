import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { EventStore } from "./EventStore.ts";

function make() {
  const stream = { start: vi.fn(), stop: vi.fn(), reset: vi.fn() };
  let server = {
    onMessage: (_name: string, _data: string): void => undefined,
    onConnected: (_is: boolean): void => undefined,
  };
  const live = new EventStore((notified) => {
    server = notified;
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

describe("EventStore", () => {
  it("notifies every listener of the id of a changed order, and of no other messages", () => {
    const { live, server } = make();
    const received: unknown[] = [];
    live.onOrderChange((id) => received.push(id));
    const stop = live.onOrderChange((id) => received.push(id));
    server().onMessage("order", '{"order_id":"o1","status":"paid"}');
    server().onMessage("chat", "{}");
    stop();
    server().onMessage("order", '{"order_id":"o2"}');
    server().onMessage("order", "?");
    expect(received).toEqual(["o1", "o1", "o2", null]);
  });

  it("passes every event to subscribers, also unreadable ones", () => {
    const { live, server } = make();
    const received: unknown[] = [];
    const stop = live.subscribe((news) => received.push(news));
    server().onMessage("position", '{"id":7}');
    server().onMessage("message", '{"id":3}');
    server().onMessage("read", "?");
    stop();
    server().onMessage("message", '{"id":4}');
    expect(received).toEqual([null, { name: "message", data: { id: 3 } }, { name: "read", data: null }]);
  });

  it("reports that anything may have changed at its first position and at a reset, not after every reconnect", () => {
    const { live, server } = make();
    const received: unknown[] = [];
    live.onOrderChange((id) => received.push(id));
    server().onConnected(true);
    server().onMessage("position", '{"id":7}');
    expect([received, live.isConnected]).toEqual([[null], true]);
    server().onConnected(false);
    expect(live.isConnected).toBe(false);
    server().onConnected(true);
    server().onMessage("position", '{"id":9}');
    expect(received).toEqual([null]);
    server().onMessage("reset", '{"id":90}');
    expect(received).toEqual([null, null]);
    live.resetCustomerData();
    server().onMessage("position", '{"id":1}');
    expect(received).toEqual([null, null, null]);
  });

  it("keeps the connection open from page to page and closes it a while after the last one", () => {
    const { live, stream } = make();
    const leave = live.onOrderChange(() => undefined);
    leave();
    vi.advanceTimersByTime(4_999);
    const leaveNext = live.onOrderChange(() => undefined);
    vi.advanceTimersByTime(60_000);
    expect(stream.stop).not.toHaveBeenCalled();
    leaveNext();
    vi.advanceTimersByTime(5_000);
    expect(stream.stop).toHaveBeenCalledTimes(1);
  });
});
