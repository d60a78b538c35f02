import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ModalHistory } from "./ModalHistory.ts";

/** History whose steps are asynchronous, as in browsers. */
class FakeView {
  private readonly entries: unknown[] = [{ idx: 0, key: "page" }];
  private at = 0;
  private onEvent: () => void = () => undefined;
  readonly history: History;

  constructor() {
    const view = this;
    this.history = {
      get state() {
        return view.entries[view.at];
      },
      pushState: (state: unknown) => {
        this.entries.splice(this.at + 1, Number.POSITIVE_INFINITY, state);
        this.at += 1;
      },
      replaceState: (state: unknown) => {
        this.entries[this.at] = state;
      },
      back: () => this.go(-1),
    } as unknown as History;
  }

  addEventListener(_name: string, listener: unknown): void {
    this.onEvent = listener as () => void;
  }

  go(steps: number): void {
    setTimeout(() => {
      this.at += steps;
      this.onEvent();
    }, 5);
  }

  get place(): unknown[] {
    return [this.at, this.entries.length];
  }
}

function make() {
  const view = new FakeView();
  const layers = new ModalHistory(() => view as unknown as Window);
  const closed: string[] = [];
  const open = (name: string) => {
    let leave: () => void = () => undefined;
    leave = layers.push(() => {
      closed.push(name);
      leave();
    });
    return leave;
  };
  return { view, layers, open, closed };
}

const rest = () => vi.advanceTimersByTimeAsync(100);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("ModalHistory", () => {
  it("closes the topmost modal first, then the one below, and keeps the router's state of the page", async () => {
    const { view, open, closed } = make();
    open("form");
    open("search");
    expect(view.history.state).toMatchObject({ idx: 0, key: "page" });
    view.go(-1);
    await rest();
    expect([closed, view.place]).toEqual([["search"], [1, 3]]);
    view.go(-1);
    await rest();
    expect([closed, view.place[0]]).toEqual([["search", "form"], 0]);
  });

  it("leaves no extra entry if a modal is closed otherwise, also several at once", async () => {
    const { view, open, closed } = make();
    const leaves = [open("form"), open("search")];
    for (const leave of leaves.reverse()) leave();
    await rest();
    expect([closed, view.place[0]]).toEqual([[], 0]);
  });

  it("does not undo the navigation of the closing tap, and skips the entry on the way back", async () => {
    const { view, open } = make();
    const leave = open("cart");
    leave();
    view.history.pushState({ idx: 1, key: "next" }, "");
    await rest();
    expect(view.history.state).toEqual({ idx: 1, key: "next" });
    view.go(-1);
    await rest();
    expect(view.place[0]).toBe(0);
  });

  it("tolerates Forward", async () => {
    const { view, open, closed } = make();
    open("cart");
    view.go(-1);
    await rest();
    view.go(1);
    await rest();
    expect([closed, view.place[0]]).toEqual([["cart"], 0]);
  });

  it("reuses the entry if one modal replaces another", async () => {
    const { view, open, closed } = make();
    const leave = open("cart");
    leave();
    open("dish");
    await rest();
    expect([closed, view.place]).toEqual([[], [1, 2]]);
    view.go(-1);
    await rest();
    expect([closed, view.place[0]]).toEqual([["dish"], 0]);
  });

  it("waits with the entry of a modal that opens during a step back", async () => {
    const { view, open, closed } = make();
    open("cart")();
    await vi.advanceTimersByTimeAsync(2);
    open("dish");
    await rest();
    expect([closed, view.place]).toEqual([[], [1, 2]]);
  });

  it("gives another entry to a modal that asks before it closes", async () => {
    const { view, layers, closed } = make();
    const leave = layers.push(() => {
      closed.push("asked");
      return true;
    });
    for (const _ of [1, 2]) {
      view.go(-1);
      await rest();
    }
    expect([closed, view.place]).toEqual([
      ["asked", "asked"],
      [1, 2],
    ]);
    leave();
    await rest();
    expect(view.place[0]).toBe(0);
  });

  it("leaves the page with one Back after a reload with an open modal", async () => {
    const { view, layers } = make();
    view.history.pushState({ idx: 1, key: "next" }, "");
    view.history.pushState({ idx: 1, key: "next", layer: 4 }, "");
    layers.watchStaleEntry();
    await rest();
    expect(view.place).toEqual([2, 3]);
    view.go(-1);
    await rest();
    expect(view.place).toEqual([0, 3]);
  });

  it("stays on the page that Back leads to after a reload, if that is another one or a modal was opened since", async () => {
    const { view, layers, open, closed } = make();
    view.history.pushState({ idx: 1, key: "next", layer: 4 }, "");
    layers.watchStaleEntry();
    view.go(-1);
    await rest();
    expect(view.place[0]).toBe(0);
    view.history.pushState({ idx: 1, key: "next" }, "");
    view.history.pushState({ idx: 1, key: "next", layer: 4 }, "");
    layers.watchStaleEntry();
    open("cart");
    expect(view.place).toEqual([2, 3]);
    view.go(-1);
    await rest();
    expect([closed, view.place[0]]).toEqual([["cart"], 1]);
  });

  it("stays on the page when Back leads to it from the next one, past the entry left behind", async () => {
    const { view, layers } = make();
    view.history.pushState({ idx: 1, key: "page" }, "");
    view.history.pushState({ idx: 1, key: "page", layer: 4 }, "");
    layers.watchStaleEntry();
    view.history.pushState({ idx: 2, key: "next" }, "");
    view.go(-1);
    await rest();
    expect(view.place[0]).toBe(1);
  });

  it("reuses the entry left behind by an earlier document", async () => {
    const { view, open } = make();
    view.history.pushState({ idx: 0, key: "page", layer: 4 }, "");
    open("cart")();
    await rest();
    expect(view.place[0]).toBe(0);
  });
});
