import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { fingerprintToken, formatSsrState, ssrCookies } from "#contract/ssr/ssr-state.ts";
import { userEndpoints } from "#contract/user/endpoints.ts";
import { sha256 } from "#server/platform/security/ids.ts";
import { SsrSessions } from "#server/ssr/SsrSessions.ts";
import { type BuiltPages, buildPages } from "../support/api/builtPages.ts";
import { type Buyer, createBuyers } from "../support/api/buyers.ts";
import { Client } from "../support/api/Client.ts";
import { createStaffClient } from "../support/api/orders.ts";
import { homeAddressForm } from "../support/api/people.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

const { recipient } = homeAddressForm;
let pages: BuiltPages;
let app: TestApp;
let buyer: Buyer;
let other: Buyer;

beforeAll(async () => {
  pages = await buildPages();
  app = await startTestApp({ webFolder: pages.webFolder, ssrFolder: pages.ssrFolder });
});

beforeEach(async () => {
  app.clock.reset();
  [buyer, other] = (await createBuyers(app, 2)) as [Buyer, Buyer];
});

afterAll(async () => {
  await app.close();
  await pages.remove();
});

/** Returns the Set-Cookie header of a response; undefined without one. */
const readSetCookie = ({ headers }: { headers: Record<string, unknown> }) =>
  headers["set-cookie"] as string | undefined;

/** Calls the server as the customer's browser and returns the value of the cookie it gets. */
async function receiveCookie(client: Client): Promise<string> {
  const header = readSetCookie(await client.call(userEndpoints.info));
  return /^ssr_session=([^;]+);/.exec(header ?? "")?.[1] ?? "";
}

const toState = ({ token, addressId }: { token: string | null; addressId: string }) =>
  formatSsrState({ fingerprint: fingerprintToken(String(token)), addressId });

/** Requests the document of the takeaway menu with these cookies. */
async function open(session: string, state: string, url = "/takeaway-menu") {
  const cookie = `${ssrCookies.session}=${session}; ${ssrCookies.state}=${state}`;
  return await app.server.inject({ url, headers: { cookie } });
}

describe("the cookie", () => {
  test("comes with the first response to a call of a login, hidden from scripts and for this site alone", async () => {
    const header = readSetCookie(await buyer.call(userEndpoints.info));
    const maxAge = app.config.limits.session.customerMs / 1000;
    expect(header).toMatch(
      new RegExp(
        `^ssr_session=[0-9a-f]{8}\\.[0-9a-f]{64}\\.[\\w-]{43}; Max-Age=${maxAge}; Path=/; HttpOnly; SameSite=Lax$`,
      ),
    );
    const again = { headers: { cookie: `a=b; ssr_session=${await receiveCookie(buyer)}` } };
    expect(readSetCookie(await buyer.call(userEndpoints.info, again))).toBeUndefined();
  });

  test("replaces that of another login on the same device", async () => {
    const headers = { cookie: `ssr_session=${await receiveCookie(other)}` };
    expect(readSetCookie(await buyer.call(userEndpoints.info, { headers }))).toContain("ssr_session=");
  });

  test("is not given to visitors, staff and refused calls", async () => {
    const staff = await createStaffClient(app, "agent");
    const responses = [
      await app.server.inject("/api/v1/restaurant/list"),
      await app.server.inject({
        url: "/api/v1/service_auth/info",
        headers: { authorization: `Bearer ${staff.token}` },
      }),
      await new Client(app.server, "x".repeat(43)).call(userEndpoints.info),
    ];
    expect(responses.map(readSetCookie)).toEqual([undefined, undefined, undefined]);
  });

  test("is removed by the logout", async () => {
    const response = await buyer.call(userEndpoints.logout);
    expect(readSetCookie(response)).toBe("ssr_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax");
  });

  test("is sent over TLS alone where the site is", async () => {
    const config = { ...app.config, publicUrl: "https://food.example.com" };
    const sessions = new SsrSessions({ database: app.database, clock: app.clock, config });
    expect(await sessions.createCookie("token", undefined)).toMatch(
      /^__Host-ssr_session=.*; Path=\/; .*; Secure; /,
    );
  });

  test("is accepted by no call", async () => {
    const session = await receiveCookie(buyer);
    const cookie = `${ssrCookies.session}=${session}; ${ssrCookies.state}=${toState(buyer)}`;
    const hash = sha256(String(buyer.token));
    for (const authorization of [undefined, `Bearer ${session}`, `Bearer ${hash}`, `Internal x ${hash}`]) {
      const headers = { cookie, ...(authorization !== undefined && { authorization }) };
      const { statusCode } = await app.server.inject({ url: userEndpoints.info.path, headers });
      expect([authorization, statusCode]).toEqual([authorization, 401]);
    }
  });
});

describe("the document", () => {
  test("has the customer's own page, which nobody may store", async () => {
    const { body, headers, statusCode } = await open(await receiveCookie(buyer), toState(buyer));
    expect(statusCode).toBe(200);
    expect(body).toContain(`<div id="root">${recipient} `);
    expect(body).toContain("<html data-rendered ");
    expect(headers).toMatchObject({ "cache-control": "private, no-store", vary: "accept-encoding, cookie" });
    expect(headers.etag).toBeUndefined();
  });

  test.each(["/takeaway-menu", "/takeaway-menu?from=singlemessage"])("is rendered at %s", async (url) => {
    expect((await open(await receiveCookie(buyer), toState(buyer), url)).body).toContain(recipient);
  });

  test("is the shell for everybody else", async () => {
    const [own, others] = [await receiveCookie(buyer), await receiveCookie(other)];
    const forged = own.replace(/.$/, (last) => (last === "A" ? "B" : "A"));
    const requests: [string, string, string][] = [
      ["without cookies", "", ""],
      ["without the state, as after a logout without a network", own, ""],
      ["with the state of another login", own, toState(other)],
      ["with another customer's cookie", others, toState(buyer)],
      ["with another customer's address", own, toState({ ...buyer, addressId: other.addressId })],
      ["with a forged signature", forged, toState(buyer)],
      [
        "with a login of another's hash",
        own.replace(/\.[0-9a-f]{64}\./, `.${sha256(String(other.token))}.`),
        toState(buyer),
      ],
      ["with nonsense", "%00", "%00"],
    ];
    for (const [name, session, state] of requests) {
      const { body, statusCode, headers } = await open(session, state);
      expect([name, statusCode, body.includes(recipient), body.includes("等一下")]).toEqual([
        name,
        200,
        false,
        true,
      ]);
      expect(headers["cache-control"]).toBe("no-cache");
    }
  });

  test("is the shell once the login has ended, here or by its time", async () => {
    const session = await receiveCookie(buyer);
    app.clock.advance(app.config.limits.session.customerMs + 1_000);
    expect((await open(session, toState(buyer))).body).not.toContain(recipient);
    app.clock.reset();
    expect((await open(session, toState(buyer))).body).toContain(recipient);
    await buyer.data(userEndpoints.logout);
    expect((await open(session, toState(buyer))).body).not.toContain(recipient);
  });

  test("of other pages is not touched by the cookies", async () => {
    const { body, headers } = await open(await receiveCookie(buyer), toState(buyer), "/");
    expect(body).toContain("食单·徐家汇店");
    expect(headers["cache-control"]).toBe("no-cache");
  });
});
