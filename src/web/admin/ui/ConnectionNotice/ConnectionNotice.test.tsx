// @vitest-environment happy-dom
import { act } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiClient } from "#web/lib/api/ApiClient.ts";
import { Session } from "#web/lib/session/Session.ts";
import { AdminStores, AdminStoresContext } from "../../app/AdminStores.ts";
import { staffEventStore } from "../../app/StaffEventStore.ts";
import { ConnectionNotice } from "./ConnectionNotice.tsx";

/** Server that accepts every connection, but sends heartbeats only while awake. */
class Server {
  isAwake = true;
  private readonly open = new Set<ReadableStreamDefaultController<Uint8Array>>();

  readonly fetch = async (_url: unknown, { signal }: RequestInit = {}): Promise<Response> => {
    if (!this.isAwake)
      return await new Promise<Response>((_resolve, reject) => {
        signal?.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError")));
      });
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.open.add(controller);
        controller.enqueue(new TextEncoder().encode('id: 1\nevent: position\ndata: {"id":1}\n\n'));
        signal?.addEventListener("abort", () => {
          this.open.delete(controller);
          controller.error(new DOMException("aborted", "AbortError"));
        });
      },
    });
    return new Response(body, { status: 200 });
  };

  beat(): void {
    if (this.isAwake) for (const one of this.open) one.enqueue(new TextEncoder().encode(": \n\n"));
  }
}

let server: Server;
let stores: AdminStores;
let leave: () => void;
const news: unknown[] = [];
const notice = () => document.querySelector("[role=status]")?.textContent ?? "";

/** Advances the time by some seconds, with a server heartbeat every three, as for staff. */
async function pass(seconds: number): Promise<void> {
  for (let second = 1; second <= seconds; second += 1) {
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    if (second % 3 === 0) server.beat();
  }
}

beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  server = new Server();
  vi.stubGlobal("fetch", server.fetch);
  const session = new Session();
  session.setServiceToken("t");
  const options = { tokenFor: () => "t", onUnauthenticated: () => undefined };
  stores = new AdminStores(new ApiClient(options), session);
  document.body.innerHTML = '<div id="place"></div>';
  news.length = 0;
  leave = stores.get(staffEventStore).subscribe((one) => news.push(one));
  const root = createRoot(document.querySelector("#place") as HTMLElement);
  await act(async () =>
    root.render(
      <AdminStoresContext.Provider value={stores}>
        <ConnectionNotice />
      </AdminStoresContext.Provider>,
    ),
  );
  await pass(3);
});

afterEach(() => {
  leave();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("shows nothing while the server sends heartbeats", async () => {
  await pass(60);
  expect(notice()).toBe("");
});

test("reports a silent server within ten seconds, and on its return hides the notice and reloads everything", async () => {
  server.isAwake = false;
  await pass(10);
  expect(notice()).toBe("实时连接已断开，正在重新连接…");
  await pass(30);
  expect(notice()).not.toBe("");
  news.length = 0;
  server.isAwake = true;
  await pass(11);
  expect(notice()).toBe("");
  expect(news).toContain(null);
});
