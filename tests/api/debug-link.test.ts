import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { appEndpoints } from "#contract/app/endpoints.ts";
import { adminEndpoints } from "#contract/staff/admin/endpoints.ts";
import { Client } from "../support/api/Client.ts";
import { createStaffClient } from "../support/api/orders.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

let app: TestApp;
let admin: Client & { id: string };

beforeAll(async () => {
  app = await startTestApp();
  admin = await createStaffClient(app, "admin");
});

afterAll(async () => {
  await app.close();
});

const createLink = () => admin.data(adminEndpoints.createDebugLink);
const checkSignature = (signature: string) =>
  new Client(app.server).call(appEndpoints.debugAccess, { query: { signature } });
const readSignature = (url: string) => new URL(url).searchParams.get("vconsole") ?? "";

describe("a debug link", () => {
  test("is valid for an hour, for anyone who opens it, and is in the audit log", async () => {
    const { url, expires_at } = await createLink();
    expect(url).toMatch(new RegExp(`^${app.url}/\\?vconsole=`));
    expect(new Date(expires_at).getTime() - app.clock.now().getTime()).toBeGreaterThan(3_598_000);
    const { status, data } = await checkSignature(readSignature(url));
    expect([status, data.expires_at]).toEqual([200, expires_at]);
    const [entry] = await app.sql(
      "select actor, detail from audit_log where action = 'debug-link.create' order by id desc limit 1",
    );
    expect(entry).toEqual({ actor: admin.id, detail: { expires_at } });
    onTestFinished(() => app.clock.reset());
    app.clock.advance(3_600_000);
    expect(await checkSignature(readSignature(url))).toMatchObject({ status: 403, error: "forbidden" });
  });

  test("that was forged or prolonged is refused", async () => {
    const signature = readSignature((await createLink()).url);
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
    for (const wrong of forged)
      expect(await checkSignature(wrong)).toMatchObject({ status: 403, error: "forbidden" });
    expect((await checkSignature(signature)).status).toBe(200);
  });

  test("is signed with one key, also when the first ones are created concurrently", async () => {
    await app.sql("delete from cache_entries where key = 'debug-link-key'");
    const links = await Promise.all([createLink(), createLink(), createLink()]);
    for (const { url } of links) expect((await checkSignature(readSignature(url))).status).toBe(200);
  });
});
