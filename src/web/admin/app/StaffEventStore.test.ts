// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Staff } from "#contract/staff/auth/schema.ts";
import { ApiClient } from "#web/lib/api/ApiClient.ts";
import { Session } from "#web/lib/session/Session.ts";
import { removeItem, storageKeys } from "#web/lib/storage/storage.ts";
import { selectedRestaurantStore } from "../features/restaurant/SelectedRestaurantStore.ts";
import { AdminStores } from "./AdminStores.ts";
import { staffEventStore } from "./StaffEventStore.ts";

const path = "/api/v1/chat/admin/events";
let requests: { url: string; lastId: string | null }[];
let unsubscribe: (() => void) | undefined;

beforeEach(() => {
  removeItem(storageKeys.staffRestaurant);
  requests = [];
  const open = async (url: string, { headers, signal }: RequestInit) => {
    requests.push({ url, lastId: new Headers(headers).get("Last-Event-ID") });
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        controller.enqueue(new TextEncoder().encode('id: 7\nevent: position\ndata: {"id":7}\n\n'));
        signal?.addEventListener("abort", () => controller.error(new DOMException("", "AbortError")));
      },
    });
    return new Response(body, { status: 200 });
  };
  vi.stubGlobal("fetch", open);
});

afterEach(() => {
  unsubscribe?.();
  vi.unstubAllGlobals();
});

/** Logs a member in and follows the stream; returns the stores and the received events. */
function followAs(role: Staff["role"], codes: string[]) {
  const session = new Session();
  session.setServiceToken("t");
  const api = new ApiClient({ tokenFor: () => "t", onUnauthenticated: () => undefined });
  const stores = new AdminStores(api, session);
  const restaurants = codes.map((restaurant_id) => ({ restaurant_id, name: restaurant_id }));
  const staff = { staff_id: "s1", name: "周师傅", role, restaurant_id: null, restaurants };
  stores.staff.startSession({ token: "t", staff });
  const events: unknown[] = [];
  const follow = () => {
    unsubscribe = stores.get(staffEventStore).subscribe((event) => events.push(event));
  };
  return { stores, events, follow };
}

test("the stream follows the selected restaurant, from its newest event on", async () => {
  const { stores, events, follow } = followAs("store", ["A", "B"]);
  stores.get(selectedRestaurantStore).select("A");
  follow();
  await vi.waitFor(() => expect(events).toEqual([null]));
  stores.get(selectedRestaurantStore).select("B");
  await vi.waitFor(() => expect(events).toEqual([null, null]));
  expect(requests).toEqual([
    { url: `${path}?restaurant_id=A`, lastId: null },
    { url: `${path}?restaurant_id=B`, lastId: null },
  ]);
});

test("leaving a restaurant to choose another asks for no stream without one", async () => {
  const { stores, events, follow } = followAs("store", ["A", "B"]);
  stores.get(selectedRestaurantStore).select("A");
  follow();
  await vi.waitFor(() => expect(events).toEqual([null]));
  stores.get(selectedRestaurantStore).select("");
  stores.get(selectedRestaurantStore).select("B");
  await vi.waitFor(() => expect(events).toEqual([null, null]));
  expect(requests.map(({ url }) => url)).toEqual([`${path}?restaurant_id=A`, `${path}?restaurant_id=B`]);
});

test("the stream of an admin carries all restaurants, whichever is selected", async () => {
  const { stores, events, follow } = followAs("admin", []);
  follow();
  await vi.waitFor(() => expect(events).toEqual([null]));
  stores.get(selectedRestaurantStore).select("A");
  await Promise.resolve();
  expect(requests).toEqual([{ url: path, lastId: null }]);
});
