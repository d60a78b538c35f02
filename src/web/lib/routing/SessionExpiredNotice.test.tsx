// @vitest-environment happy-dom
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { MemoryRouter, useLocation } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { loginRedirectDelayMs } from "#contract/constants.ts";
import { commonMessages } from "../commonMessages.ts";
import { Session } from "../session/Session.ts";
import { SessionExpiredNotice } from "./SessionExpiredNotice.tsx";

const shown = { toasts: [] as string[] };
const toast = async (text: string) => void shown.toasts.push(text);

let root: Root;
let visited: string[] = [];

function Visited() {
  const { pathname, search } = useLocation();
  visited.push(pathname + search);
  return null;
}

async function open(path: string): Promise<Session> {
  window.history.replaceState(null, "", path);
  const session = new Session();
  session.setToken("c");
  session.setServiceToken("s");
  root = createRoot(document.createElement("div"));
  await act(async () =>
    root.render(
      <MemoryRouter initialEntries={[path]}>
        <SessionExpiredNotice session={session} toast={toast} />
        <Visited />
      </MemoryRouter>,
    ),
  );
  visited = [];
  return session;
}

const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  vi.useFakeTimers();
  shown.toasts = [];
});
afterEach(async () => {
  await act(async () => root.unmount());
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("leaves a user on a login page they already opened, with its redirect", async () => {
  const session = await open("/login?redirect=%2Ftakeaway-menu");
  await act(async () => session.expire("customer"));
  await wait(loginRedirectDelayMs + 1);
  expect([shown.toasts, visited, session.expiredPrincipal]).toEqual([[commonMessages.expired], [], null]);
});

test("shows one message for ten refusals and, after 1.5 s, redirects once to the login", async () => {
  const session = await open("/orders?tab=1");
  await act(async () => {
    for (let call = 0; call < 10; call += 1) session.expire("customer");
  });
  expect(shown.toasts).toEqual([commonMessages.expired]);
  await wait(loginRedirectDelayMs - 1);
  expect(visited).toEqual([]);
  await wait(1);
  expect(visited).toEqual(["/login?redirect=%2Forders%3Ftab%3D1"]);
  expect([session.expiredPrincipal, session.serviceToken]).toEqual([null, "s"]);
});

test("redirects staff to their own login, and the customer stays logged in", async () => {
  const session = await open("/admin/customer-service");
  await act(async () => session.expire("staff"));
  await wait(loginRedirectDelayMs);
  expect(visited).toEqual(["/admin/login?redirect=%2Fadmin%2Fcustomer-service"]);
  expect(session.token).toBe("c");
});

test("announces a later expiry again", async () => {
  const session = await open("/orders");
  await act(async () => session.expire("customer"));
  await wait(loginRedirectDelayMs);
  await act(async () => session.expire("customer"));
  expect(shown.toasts).toHaveLength(2);
});
