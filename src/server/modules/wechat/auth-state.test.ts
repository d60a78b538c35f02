import { describe, expect, test } from "vitest";
import { type AuthState, readAuthState, sessionMark, signAuthState } from "./auth-state.ts";

const secret = "an app secret";
const now = new Date("2026-11-22T04:00:00Z");
const later = new Date("2026-11-22T04:10:00Z");
const login: AuthState = { purpose: "login", target: "/menu?restaurant_id=SH001&table=12", session: "" };
const payer: AuthState = {
  purpose: "payer",
  target: "/order/AbCdEfGhIjKlMnOpQrStUv",
  session: sessionMark("0123456789abcdef".repeat(4)),
};

describe("the state of an authorisation", () => {
  test.each([login, payer, { ...login, purpose: "profile", target: "/profile" } as const])(
    "comes back as it was signed, in letters and digits that WeChat returns",
    (state) => {
      const text = signAuthState(secret, state, later);
      expect(text).toMatch(/^[0-9A-Za-z]{32,128}$/);
      expect(readAuthState(secret, text, now)).toEqual(state);
    },
  );

  test("is another one each time, and never longer than WeChat allows", () => {
    const texts = Array.from({ length: 200 }, (_, n) =>
      signAuthState(secret, { ...login, target: `/${"x".repeat(n)}` }, later),
    );
    expect(new Set(texts).size).toBe(200);
    expect(Math.max(...texts.map((text) => text.length))).toBeLessThanOrEqual(128);
    expect(readAuthState(secret, texts.at(-1) ?? "", now)?.target).toBe("/");
  });

  test("is refused when it has expired, was changed, or was signed by others", () => {
    const text = signAuthState(secret, login, later);
    expect(readAuthState(secret, text, later)).toBeNull();
    expect(readAuthState("another secret", text, now)).toBeNull();
    for (let at = 0; at < text.length; at++) {
      const other = text.charAt(at) === "a" ? "b" : "a";
      expect(readAuthState(secret, text.slice(0, at) + other + text.slice(at + 1), now)).toBeNull();
    }
    for (const odd of ["", "0", "forged", "z".repeat(128), "z".repeat(129), "a-b", `${text}0`])
      expect(readAuthState(secret, odd, now)).toBeNull();
  });
});
