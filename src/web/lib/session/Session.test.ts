// @vitest-environment happy-dom
import { beforeEach, expect, test } from "vitest";
import { readText, writeText } from "../storage/storage.ts";
import { Session } from "./Session.ts";

beforeEach(() => window.localStorage.clear());

function restored(): Session {
  const session = new Session();
  session.restore();
  return session;
}

test("is logged in if a token is stored", () => {
  expect(restored().isLoggedIn).toBe(false);
  restored().setToken("abc");
  expect(restored()).toMatchObject({ isLoggedIn: true, token: "abc", serviceToken: null });
});

test.each(["", "null token", "数", "a\nb"])("removes the invalid token %j from storage", (bad) => {
  writeText("token", bad);
  expect(restored().token).toBeNull();
  expect(readText("token")).toBeNull();
});

test("keeps the staff token when a customer expires, and the other way round", () => {
  const session = restored();
  session.setToken("c");
  session.setServiceToken("s");
  session.expire("customer");
  expect([session.token, session.serviceToken, session.expiredPrincipal]).toEqual([null, "s", "customer"]);
  session.clearExpired();
  session.setToken("c");
  session.expire("staff");
  expect([session.token, session.serviceToken, session.expiredPrincipal]).toEqual(["c", null, "staff"]);
});

test("reports another customer in another tab, and ignores staff", () => {
  const session = restored();
  let others = 0;
  const stop = session.watchOtherTabs(() => {
    others += 1;
  });
  const change = (key: "token" | "service_token", value: string) => {
    writeText(key, value);
    window.dispatchEvent(new StorageEvent("storage", { key }));
  };
  change("service_token", "s");
  expect([others, session.serviceToken]).toEqual([0, "s"]);
  change("token", "other");
  expect([others, session.token]).toEqual([1, "other"]);
  stop();
});
