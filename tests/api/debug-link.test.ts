import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { appEndpoints } from "#contract/app/endpoints.ts";
import { headOfficeEndpoints } from "#contract/head-office/endpoints.ts";
import { Client } from "../support/api/Client.ts";
import { newMember } from "../support/api/kitchen.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

let app: TestApp;
let admin: Client & { id: string };

beforeAll(async () => {
  app = await startTestApp();
  admin = await newMember(app, "admin");
});

afterAll(async () => {
  await app.close();
});

const create = () => admin.data(headOfficeEndpoints.createDebugLink);
const check = (signature: string) =>
  new Client(app.server).call(appEndpoints.debugAccess, { query: { signature } });
const signatureOf = (url: string) => new URL(url).searchParams.get("vconsole") ?? "";

describe("a debug link", () => {
  test("is good for an hour, whoever opens it, and stands in the audit log", async () => {
    const { url, expires_at } = await create();
    expect(url).toMatch(new RegExp(`^${app.url}/\\?vconsole=`));
    expect(new Date(expires_at).getTime() - app.clock.now().getTime()).toBeGreaterThan(3_598_000);
    const { status, data } = await check(signatureOf(url));
    expect([status, data.expires_at]).toEqual([200, expires_at]);
    const [entry] = await app.sql(
      "select actor, detail from audit_log where action = 'debug-link.create' order by id desc limit 1",
    );
    expect(entry).toEqual({ actor: admin.id, detail: { expires_at } });
    onTestFinished(() => app.clock.reset());
    app.clock.pass(3_600_000);
    expect(await check(signatureOf(url))).toMatchObject({ status: 403, error: "forbidden" });
  });

  test("that was forged or prolonged is refused", async () => {
    const signature = signatureOf((await create()).url);
    const [seconds, mac = ""] = signature.split(".");
    const forged = [
      `${Number(seconds) + 1}.${mac}`,
      `${seconds}.${mac.slice(0, -1)}${mac.endsWith("A") ? "B" : "A"}`,
      `${seconds}.${mac}A`,
      `${seconds}.`,
      `999999999999.${mac}`,
      mac,
      "1",
    ];
    for (const wrong of forged) expect(await check(wrong)).toMatchObject({ status: 403, error: "forbidden" });
    expect((await check(signature)).status).toBe(200);
  });

  test("is signed with one key, also when the first ones are made at once", async () => {
    await app.sql("delete from shared_values where key = 'debug-link-key'");
    const links = await Promise.all([create(), create(), create()]);
    for (const { url } of links) expect((await check(signatureOf(url))).status).toBe(200);
  });
});
