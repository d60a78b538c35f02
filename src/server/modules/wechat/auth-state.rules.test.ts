import { describe, expect, test } from "vitest";
import { type AuthState, parseAuthState, sessionPrefix, signAuthState } from "./auth-state.rules.ts";

const secret = "an app secret";
const now = new Date("2026-11-22T04:00:00Z");
const expiresAt = new Date("2026-11-22T04:10:00Z");
const login: AuthState = { purpose: "login", target: "/menu?restaurant_id=SH001&table=12", session: "" };
const payer: AuthState = {
  purpose: "payer",
  target: "/order/AbCdEfGhIjKlMnOpQrStUv",
  session: sessionPrefix("0123456789abcdef".repeat(4)),
};

describe("the state of an authorisation", () => {
  test.each([login, payer, { ...login, purpose: "profile", target: "/profile" } as const])(
    "comes back as it was signed, in letters and digits that WeChat returns",
    (state) => {
      const text = signAuthState(secret, state, expiresAt);
      expect(text).toMatch(/^[0-9A-Za-z]{32,128}$/);
      expect(parseAuthState(secret, text, now)).toEqual(state);
    },
  );

  test("differs each time and is never longer than WeChat allows", () => {
    const texts = Array.from({ length: 200 }, (_, n) =>
      signAuthState(secret, { ...login, target: `/${"x".repeat(n)}` }, expiresAt),
    );
    expect(new Set(texts).size).toBe(200);
    expect(Math.max(...texts.map((text) => text.length))).toBeLessThanOrEqual(128);
    expect(parseAuthState(secret, texts.at(-1) ?? "", now)?.target).toBe("/");
  });

  test("is refused when it has expired, was changed, or was signed by others", () => {
    const text = signAuthState(secret, login, expiresAt);
    expect(parseAuthState(secret, text, expiresAt)).toBeNull();
    expect(parseAuthState("another secret", text, now)).toBeNull();
    for (let index = 0; index < text.length; index++) {
      const replacement = text.charAt(index) === "a" ? "b" : "a";
      expect(
        parseAuthState(secret, text.slice(0, index) + replacement + text.slice(index + 1), now),
      ).toBeNull();
    }
    for (const malformed of ["", "0", "forged", "z".repeat(128), "z".repeat(129), "a-b", `${text}0`])
      expect(parseAuthState(secret, malformed, now)).toBeNull();
  });
});
