// @vitest-environment happy-dom

import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { BrowserRouter } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { initialSettings } from "#contract/chain-settings/chain-settings.ts";
import { ApiClient } from "#web/lib/api/ApiClient.ts";
import { Session } from "#web/lib/session/Session.ts";
import { AdminStores, AdminStoresContext } from "../../app/AdminStores.ts";
import { ConsolePage } from "./ConsolePage.tsx";

const session = (id: string) => ({
  user_id: id,
  name: `顾客${id}`,
  phone: null,
  last_message: null,
  unread_count: 0,
  needs_reply: false,
  waiting_since: null,
  status: "open",
  assignee: null,
  online: false,
  active_order_id: null,
  updated_at: "2026-11-21T04:00:00Z",
});

const customer = {
  user_id: "u1",
  name: "顾客u1",
  phone: null,
  member_since: "2026-11-01T04:00:00Z",
  points: 0,
  card_balance: null,
  order_count: 0,
  active_order_id: null,
  online: false,
};

const answers: [RegExp, unknown][] = [
  [/service_auth\/info/, { staff_id: "s1", name: "林晓", role: "agent", restaurant_id: null }],
  [/chat\/admin\/sessions/, { list: [session("u1"), session("u2")], has_more: false }],
  [/chat\/admin\/customer\//, customer],
  [/app\/settings/, { version: "0.0.0" }],
  [/admin\/settings\/work/, { replies: initialSettings.service.replies }],
  [/./, { list: [], has_more: false }],
];

let root: Root;
const place = () => document.querySelector<HTMLElement>("#place") as HTMLElement;
const row = (id: string) => place().querySelector<HTMLElement>(`[data-user="${id}"]`) as HTMLElement;

beforeEach(async () => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  // A busy machine renders no frame for a while.
  vi.stubGlobal("requestAnimationFrame", () => 0);
  const fetch = async (url: string) => {
    const data = answers.find(([path]) => path.test(url))?.[1];
    return new Response(JSON.stringify({ code: 200, msg: "ok", data }));
  };
  vi.stubGlobal("fetch", () => new Promise(() => undefined));
  const staff = new Session();
  staff.setServiceToken("t");
  const api = new ApiClient({ tokenFor: () => "t", onUnauthenticated: () => undefined, fetch });
  const stores = new AdminStores(api, staff);
  await stores.staff.load();
  document.head.innerHTML = '<meta name="application-name" content="巷口小馆">';
  document.body.innerHTML = '<div id="place"></div>';
  root = createRoot(place());
  await act(async () =>
    root.render(
      <AdminStoresContext.Provider value={stores}>
        <BrowserRouter>
          <ConsolePage />
        </BrowserRouter>
      </AdminStoresContext.Provider>,
    ),
  );
  await expect.poll(() => row("u1")).not.toBeNull();
  // As in a browser: React flushes deferred work on its own schedule.
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", false);
});

afterEach(() => {
  root.unmount();
  vi.unstubAllGlobals();
});

test("focuses the field before the next key press, however late the next frame is", async () => {
  row("u1").click();
  await Promise.resolve();
  expect(document.activeElement?.matches("textarea[data-reply]")).toBe(true);
  await expect.poll(() => row("u1").getAttribute("aria-current")).toBe("true");
  row("u1").focus();
  row("u1").click();
  expect(document.activeElement?.matches("textarea[data-reply]")).toBe(true);
});

const field = () => place().querySelector<HTMLTextAreaElement>("textarea[data-reply]") as HTMLTextAreaElement;

/** Types like a browser, bypassing React's value tracking. */
function type(text: string): void {
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value")?.set?.call(field(), text);
  field().dispatchEvent(new InputEvent("input", { bubbles: true }));
}

const press = (name: string) =>
  [...place().querySelectorAll<HTMLElement>("button, [role=radio], label")]
    .find((one) => [one.getAttribute("aria-label"), one.textContent].includes(name))
    ?.click();

test("opening canned replies by a press keeps the text in the field", async () => {
  row("u1").click();
  await expect.poll(field).not.toBeNull();
  type("您好，");
  press("快捷回复");
  await expect.poll(() => field().value).toBe("/");
  field().dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
  await expect.poll(() => field().value).toBe("您好，");
  press("快捷回复");
  type("/问候");
  await expect.poll(() => field().value).toBe("/问候");
  field().dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
  await expect.poll(() => field().value).toMatch(/^您好，\n您好，我是巷口小馆客服/);
});

test("keeps an unsaved note while another customer is selected", async () => {
  row("u1").click();
  await expect.poll(field).not.toBeNull();
  press("内部备注");
  await expect.poll(() => field().getAttribute("aria-label")).toBe("写给同事的备注，顾客看不到");
  type("先问门店");
  row("u2").click();
  await expect.poll(() => field().getAttribute("aria-label")).toBe("回复");
  row("u1").click();
  await expect.poll(() => field().value).toBe("先问门店");
});
