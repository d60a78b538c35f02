// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiClient } from "./ApiClient.ts";
import { EventStream } from "./EventStream.ts";

/** Response of the fake server, which the test feeds and ends. */
class Answer {
  readonly headers: Headers;
  private readonly signal: AbortSignal;
  private controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  readonly response: Response;

  constructor(init: RequestInit, status: number, extra: Record<string, string>) {
    this.headers = new Headers(init.headers);
    this.signal = init.signal as AbortSignal;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.controller = controller;
        this.signal.addEventListener("abort", () => {
          controller.error(new DOMException("aborted", "AbortError"));
        });
      },
    });
    this.response = new Response(body, { status, headers: extra });
  }

  get isGivenUp(): boolean {
    return this.signal.aborted;
  }

  format(what: string | Uint8Array): void {
    this.controller?.enqueue(typeof what === "string" ? new TextEncoder().encode(what) : what);
  }

  end(): void {
    this.controller?.close();
  }
}

const streams: EventStream[] = [];

function make(token: string | null = "t1", more: { staysWhenHidden?: boolean } = {}) {
  const server = { status: 200, extra: {} as Record<string, string>, isDown: false, answers: [] as Answer[] };
  const session = { token, expired: 0 };
  const received: string[] = [];
  const states: boolean[] = [];
  const stream = new EventStream({
    ...more,
    url: "/events",
    principal: "customer",
    api: new ApiClient({
      tokenFor: () => session.token,
      onUnauthenticated: () => {
        session.expired += 1;
        session.token = null;
      },
    }),
    onMessage: ({ id, name, data }) => received.push(`${id} ${name} ${data}`),
    onConnected: (isConnected) => states.push(isConnected),
    fetch: async (_url, init = {}) => {
      const answer = new Answer(init, server.status, server.extra);
      server.answers.push(answer);
      if (server.isDown) throw new TypeError("network");
      return answer.response;
    },
    random: () => 1,
  });
  streams.push(stream);
  return {
    stream,
    server,
    session,
    received,
    states,
    last: () => server.answers[server.answers.length - 1]!,
  };
}

const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);

function show(state: "visible" | "hidden"): void {
  vi.spyOn(document, "visibilityState", "get").mockReturnValue(state);
  document.dispatchEvent(new Event("visibilitychange"));
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  for (const stream of streams.splice(0)) stream.stop();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe("EventStream", () => {
  it("requests once on a host without a stream", async () => {
    const { stream, server, states } = make();
    server.status = 404;
    stream.start();
    await wait(600_000);
    expect([server.answers.length, states.includes(true)]).toEqual([1, false]);
  });

  it("sends the token and passes on messages, intact even if a character is cut", async () => {
    const { stream, received, states, last } = make();
    stream.start();
    stream.start();
    await wait(0);
    expect(last().headers.get("Authorization")).toBe("Bearer t1");
    expect(last().headers.has("Last-Event-ID")).toBe(false);
    const bytes = new TextEncoder().encode("id: 1\nevent: order\ndata: 已付款\n\n");
    for (const byte of bytes) last().format(Uint8Array.of(byte));
    await wait(0);
    expect([received, states]).toEqual([["1 order 已付款"], [true]]);
  });

  it("resumes after the last id if the stream breaks", async () => {
    const { stream, server, received, states, last } = make();
    stream.start();
    await wait(0);
    last().format("id: 41\ndata: x\n\ndata: y\n\nid: 42\ndata: half");
    await wait(0);
    expect(received).toEqual(["41 message x", "41 message y"]);
    last().end();
    await wait(999);
    expect([server.answers.length, states]).toEqual([1, [true, false]]);
    await wait(1);
    expect(last().headers.get("Last-Event-ID")).toBe("41");
    expect(states).toEqual([true, false, true]);
  });

  it("backs off after each failure, up to half a minute, and honours the server's delay", async () => {
    const { stream, server } = make();
    server.isDown = true;
    stream.start();
    await wait(0);
    for (const pause of [1, 2, 4, 8, 16, 30, 30]) {
      const before = server.answers.length;
      await wait(pause * 1_000 - 1);
      expect(server.answers.length).toBe(before);
      await wait(1);
      expect(server.answers.length).toBe(before + 1);
    }
    server.isDown = false;
    server.status = 503;
    server.extra = { "Retry-After": "7" };
    await wait(30_000);
    const before = server.answers.length;
    await wait(6_999);
    expect(server.answers.length).toBe(before);
    await wait(1);
    expect(server.answers.length).toBe(before + 1);
  });

  it("drops a silent stream after 45 s; heartbeats keep it open", async () => {
    const { stream, server, last } = make();
    stream.start();
    await wait(0);
    const first = last();
    await wait(44_000);
    first.format(": beat\n\n");
    await wait(44_000);
    expect([first.isGivenUp, server.answers.length]).toEqual([false, 1]);
    await wait(1_000);
    expect(first.isGivenUp).toBe(true);
    await wait(1_000);
    expect(server.answers.length).toBe(2);
  });

  it("pauses while the page is hidden, and catches up at once", async () => {
    const { stream, server, states, last } = make();
    stream.start();
    await wait(0);
    last().format("id: 5\ndata: x\n\n");
    await wait(0);
    show("hidden");
    expect(last().isGivenUp).toBe(true);
    await wait(120_000);
    expect(server.answers.length).toBe(1);
    show("visible");
    await wait(0);
    expect(last().headers.get("Last-Event-ID")).toBe("5");
    expect(states).toEqual([true, false, true]);
  });

  it("stays open while the page is hidden if it alerts staff", async () => {
    const { stream, received, last } = make("t1", { staysWhenHidden: true });
    stream.start();
    await wait(0);
    show("hidden");
    last().format("id: 6\nevent: message\ndata: x\n\n");
    await wait(0);
    expect([received, last().isGivenUp]).toEqual([["6 message x"], false]);
  });

  it("reconnects at once when the network returns", async () => {
    const { stream, server } = make();
    server.isDown = true;
    stream.start();
    await wait(15_000);
    const before = server.answers.length;
    server.isDown = false;
    window.dispatchEvent(new Event("online"));
    await wait(0);
    expect(server.answers.length).toBe(before + 1);
  });

  it("reports a refused token, and does not retry until there is another", async () => {
    const { stream, server, session, last } = make();
    server.status = 401;
    stream.start();
    await wait(120_000);
    expect([session.expired, server.answers.length]).toEqual([1, 1]);
    server.status = 200;
    session.token = "t2";
    stream.reset();
    await wait(0);
    expect(last().headers.get("Authorization")).toBe("Bearer t2");
  });

  it("opens no stream without a login, and clears its position for the next customer", async () => {
    const { stream, server, session, last } = make(null);
    stream.start();
    await wait(60_000);
    expect(server.answers).toEqual([]);
    session.token = "a";
    stream.reset();
    await wait(0);
    last().format("id: 9\ndata: x\n\n");
    await wait(0);
    session.token = "b";
    stream.reset();
    await wait(0);
    expect(last().headers.has("Last-Event-ID")).toBe(false);
    stream.stop();
    expect(last().isGivenUp).toBe(true);
  });

  it("leaves updates to polling in a browser that cannot read a response in chunks", async () => {
    const states: boolean[] = [];
    let requested = 0;
    const stream = new EventStream({
      url: "/events",
      principal: "customer",
      api: new ApiClient({ tokenFor: () => "t", onUnauthenticated: () => undefined }),
      onMessage: () => undefined,
      onConnected: (isConnected) => states.push(isConnected),
      fetch: async () => {
        requested += 1;
        return { ok: true, status: 200, body: undefined, headers: new Headers() } as unknown as Response;
      },
    });
    streams.push(stream);
    stream.start();
    await wait(120_000);
    window.dispatchEvent(new Event("online"));
    expect([requested, states]).toEqual([1, []]);
  });
});
