import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { legalEndpoints as endpoints } from "#contract/legal/endpoints.ts";
import { legalTextMax, legalTextNames } from "#contract/legal/texts.ts";
import { staffLegalEndpoints } from "#contract/staff/legal/endpoints.ts";
import { Client } from "../support/api/Client.ts";
import { createStaffClient } from "../support/api/orders.ts";
import { saveSettings } from "../support/api/settings.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

let app: TestApp;
let admin: Client & { id: string };
let visitor: Client;

beforeAll(async () => {
  app = await startTestApp();
  admin = await createStaffClient(app, "admin");
  visitor = new Client(app.server);
});

afterAll(async () => {
  await app.close();
});

type Name = (typeof legalTextNames)[number];
const read = (name: Name) => visitor.data(endpoints.text, { query: { name } });
const edit = (name: Name) => admin.data(staffLegalEndpoints.read, { query: { name } });

async function save(name: Name, body: string, version?: number, needs_consent = true) {
  const from = version ?? (await edit(name)).version;
  return await admin.call(staffLegalEndpoints.save, {
    body: { name, version: from, body, needs_consent },
  });
}

describe("a text that the chain never saved", () => {
  test.each(legalTextNames)("%s is a complete sample with the figures of the settings", async (name) => {
    const text = await read(name);
    expect(text).toMatchObject({ name, version: 0, changed_at: null });
    expect(text.blocks.length).toBeGreaterThan(4);
    expect(JSON.stringify(text.blocks)).not.toMatch(/\{[^"{}]*\p{Script=Han}/u);
  });

  test("follows a change of the settings", async () => {
    await saveSettings(admin, "points", { valid_months: 17 });
    await saveSettings(admin, "service", { phone: "400-800-1234" });
    await saveSettings(admin, "brand", { name: "竹里" });
    expect(JSON.stringify((await read("points-rules")).blocks)).toContain("17 个月");
    expect(JSON.stringify((await read("privacy")).blocks)).toMatch(/竹里.*400-800-1234/);
  });
});

describe("a text that is saved", () => {
  test("gets the next version, and only it does", async () => {
    const { list } = await visitor.data(endpoints.texts);
    expect((await save("third-parties", "# 清单\n我们的 {品牌}")).data).toMatchObject({ version: 1 });
    expect((await save("third-parties", "# 清单\n改过的 {品牌}")).data).toMatchObject({ version: 2 });
    const later = (await visitor.data(endpoints.texts)).list;
    const other = ({ name }: { name: string }) => name !== "third-parties";
    expect(later.filter(other)).toEqual(list.filter(other));
    expect(await read("third-parties")).toMatchObject({
      version: 2,
      changed_at: expect.any(String),
      blocks: [
        { kind: "title", text: "清单" },
        { kind: "paragraph", text: "改过的 竹里" },
      ],
    });
  });

  test("keeps every version, and one that did not change gets none", async () => {
    const before = await edit("third-parties");
    expect((await save("third-parties", ` ${before.body}\n`)).data.version).toBe(before.version);
    const history = await admin.data(staffLegalEndpoints.history, { query: { name: "third-parties" } });
    expect(history.list.map(({ version }) => version)).toEqual([2, 1]);
    const first = await admin.data(staffLegalEndpoints.read, {
      query: { name: "third-parties", version: 1 },
    });
    expect(first.body).toContain("我们的");
    const missing = await admin.call(staffLegalEndpoints.read, {
      query: { name: "third-parties", version: 9 },
    });
    expect(missing.error).toBe("not_found");
  });

  test("unchanged, and needing consent at last, gets a version; one that needs it no more gets none", async () => {
    const saveAs = async (needs: boolean) => (await save("agreement", "# 协议\n约定", undefined, needs)).data;
    expect(await saveAs(false)).toMatchObject({ version: 1, needs_consent: false });
    expect(await saveAs(true)).toMatchObject({ version: 2, needs_consent: true });
    expect(await saveAs(true)).toMatchObject({ version: 2 });
    expect(await saveAs(false)).toMatchObject({ version: 2, needs_consent: true });
  });

  test("by two at once is saved by one, and the other gets what holds now", async () => {
    const { version } = await edit("about");
    const [a, b] = await Promise.all([save("about", "甲", version), save("about", "乙", version)]);
    expect([a.status, b.status].sort()).toEqual([200, 409]);
    const late = a.status === 409 ? a : b;
    expect(late.data).toMatchObject({ current: { version: version + 1 } });
  });

  test.each(["", "   ", "# \n- "])("as %j is refused: there is nothing to read", async (body) => {
    expect(await save("about", body)).toMatchObject({ status: 400, error: "validation" });
  });

  test("may have a hundred pages, and no more", async () => {
    const page = "字".repeat(legalTextMax);
    expect((await save("about", page)).status).toBe(200);
    expect((await read("about")).blocks[0]?.text).toHaveLength(legalTextMax);
    const longer = await save("about", `${page}字`);
    expect(longer).toMatchObject({ status: 400, error: "validation" });
    expect(longer.msg).toContain(String(legalTextMax));
    expect((await save("about", "字".repeat(legalTextMax * 3))).status).toBe(413);
  });

  test("with a script stays text, and braces around anything unknown stay too", async () => {
    await save("about", "<script>alert(1)</script> {__proto__} {品牌}");
    expect((await read("about")).blocks).toEqual([
      { kind: "paragraph", text: "<script>alert(1)</script> {__proto__} 竹里" },
    ]);
  });
});

describe("the notices", () => {
  test("show the registrations that were set", async () => {
    await saveSettings(admin, "legal", { icp: "沪ICP备12345678号-1", police: "沪公网安备31010402000001号" });
    expect(await visitor.data(endpoints.notices)).toMatchObject({
      icp: "沪ICP备12345678号-1",
      police: "沪公网安备31010402000001号",
      business_licence: "",
    });
  });

  test("refuse a police number without digits, and a picture that was not uploaded", async () => {
    expect((await saveSettings(admin, "legal", { police: "没有数字" })).error).toBe("rule_broken");
    const licence = { business_licence: "/api/v1/files/restaurants/nobody/512.webp" };
    expect((await saveSettings(admin, "legal", licence)).error).toBe("rule_broken");
    const foreign = { food_licence: "https://evil.example/a.webp" };
    expect((await saveSettings(admin, "legal", foreign)).error).toBe("rule_broken");
  });
});
