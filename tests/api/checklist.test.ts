import { generateKeyPairSync } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { checklistEndpoints as endpoints } from "#contract/staff/checklist/endpoints.ts";
import { findNoticeRecord, setNoticeRecord } from "#server/platform/database/notice-record.ts";
import type { Client } from "../support/api/Client.ts";
import { createStaffClient } from "../support/api/orders.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

const fileName = "MP_verify_a1B2c3D4e5F6g7H8.txt";

let app: TestApp;
let admin: Client & { id: string };

beforeAll(async () => {
  app = await startTestApp();
  admin = await createStaffClient(app, "admin");
});

afterEach(async () => {
  await setSms({ mode: "ok" });
});

afterAll(async () => {
  await app.close();
});

const setSms = (behaviour: object) =>
  fetch(`${app.sandbox.url}/sms/behaviour`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(behaviour),
  });

async function read(quick = false) {
  const { items } = await admin.data(endpoints.read, { query: { quick } });
  return Object.fromEntries(items.map(({ name, state, problem }) => [name, problem ?? state]));
}

/** Creates a public key that is not the provider's. */
function createOtherKey(): string {
  const { publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  return publicKey.export({ type: "spki", format: "pem" }).toString();
}

const readRoot = (name: string) => app.server.inject({ method: "GET", url: `/${name}` });

describe("the checklist", () => {
  test("of a chain with everything but a domain and a file of WeChat asks each provider for real", async () => {
    expect(await read()).toEqual({
      domain: expect.stringContaining("不是 https"),
      proxy: expect.stringContaining("https 打得开之后"),
      restaurant: "ok",
      menu: "ok",
      staff: "ok",
      wechat: "ok",
      wechat_file: "请上传公众号后台下载的 MP_verify 校验文件",
      mini_program: "ok",
      wechat_pay: "ok",
      wechat_pay_keys: "ok",
      sms: "ok",
      maps: "ok",
      legal:
        "还在用示范文本：用户协议、隐私政策、第三方共享清单、个人信息收集清单、积分规则、邀请规则、关于我们，请由律师审阅后保存自己的；还没有填写：ICP 备案号、公安备案号、营业执照、食品经营许可证",
    });
  });

  test("says what a provider says, in a sentence", async () => {
    await setSms({ mode: "fail", fail_code: "SignatureDoesNotMatch", fail_status: 400 });
    expect((await read()).sms).toBe("短信服务：AccessKey Secret 不正确");
    await setSms({ mode: "fail", fail_code: "Throttling.User", fail_status: 400 });
    expect((await read()).sms).toBe("短信服务：请求被拒绝（Throttling.User），请检查账号和密钥");
  });

  test("asks for the template that tells a former number of its change", async () => {
    const other = await startTestApp({ settings: { SMS_PHONE_CHANGED_TEMPLATE_CODE: "" } });
    const member = await createStaffClient(other, "admin");
    const { items } = await member.data(endpoints.read, { query: {} });
    expect(items.find(({ name }) => name === "sms")).toMatchObject({
      state: "todo",
      problem: expect.stringContaining("SMS_PHONE_CHANGED_TEMPLATE_CODE"),
    });
    await other.close();
  });

  test("tells of a proxy that the settings do not name, by its own request alone", async () => {
    const publicUrl = "https://shop.example";
    const other = await startTestApp({ settings: { PUBLIC_URL: publicUrl } });
    const client = await createStaffClient(other, "admin");
    const forged = { "x-forwarded-for": "203.0.113.7", "x-shidan-probe": "word.mac" };
    let forwarded: Record<string, string> = {};
    const fetchOthers = globalThis.fetch;
    // The public address answers through a proxy, or without one.
    vi.stubGlobal("fetch", async (url: string, init?: RequestInit) => {
      if (!String(url).startsWith(publicUrl)) return await fetchOthers(url, init);
      const headers = { ...(init?.headers as Record<string, string>), ...forwarded };
      const {
        body,
        statusCode,
        headers: answered,
      } = await other.server.inject({
        url: new URL(url).pathname,
        headers,
      });
      const probe = answered["x-shidan-probe"];
      return new Response(body, {
        status: statusCode,
        headers: typeof probe === "string" ? { "x-shidan-probe": probe } : {},
      });
    });
    try {
      const readProxy = async () =>
        (await client.data(endpoints.read, { query: {} })).items.find(({ name }) => name === "proxy");
      const answer = await other.server.inject({ url: "/healthz", headers: forged });
      expect(answer.headers).not.toHaveProperty("x-shidan-probe");
      expect(await readProxy()).toMatchObject({ state: "ok" });
      forwarded = { "x-forwarded-for": "203.0.113.7" };
      expect((await readProxy())?.problem).toContain("TRUST_PROXY 是 0");
      forwarded = {};
      expect(await readProxy()).toMatchObject({ state: "ok" });
    } finally {
      vi.unstubAllGlobals();
      await other.close();
    }
  });

  test("sees a wrong secret of the mini-program", async () => {
    const other = await startTestApp({ settings: { MINI_PROGRAM_APP_SECRET: "wrong" } });
    try {
      const client = await createStaffClient(other, "admin");
      const { items } = await client.data(endpoints.read, { query: {} });
      expect(items.find(({ name }) => name === "mini_program")).toMatchObject({
        state: "failed",
        problem: "微信小程序：AppSecret 不正确",
      });
    } finally {
      await other.close();
    }
  });

  test("takes no notification's word about another APIv3 key", async () => {
    const { queries } = app.database;
    const now = app.clock.now();
    await setNoticeRecord(queries, { record: "decrypted", apiV3Key: "a".repeat(32) }, now);
    expect(await findNoticeRecord(queries, "a".repeat(32), now)).toBe("decrypted");
    expect(await findNoticeRecord(queries, "b".repeat(32), now)).toBeUndefined();
    await setNoticeRecord(queries, { record: "undecryptable", apiV3Key: "b".repeat(32) }, now);
    expect(await findNoticeRecord(queries, "a".repeat(32), now)).toBeUndefined();
    await app.sql("delete from cache_entries where key = 'payment-notice'");
  });

  test.each([
    ["WECHAT_PAY_PUBLIC_KEY_ID", "PUB_KEY_ID_0190000000012345", "请检查公钥 ID"],
    ["WECHAT_PAY_PUBLIC_KEY", createOtherKey(), "WECHAT_PAY_PUBLIC_KEY 不是这个公钥 ID 的公钥"],
    ["WECHAT_PAY_API_V3_KEY", "k".repeat(32), "WECHAT_PAY_API_V3_KEY 不正确"],
  ])("sees a wrong %s by what the provider answers", async (name, value, sentence) => {
    const other = await startTestApp({ settings: { [name]: value } });
    try {
      const client = await createStaffClient(other, "admin");
      const { items } = await client.data(endpoints.read, { query: {} });
      const item = items.find((one) => one.name === "wechat_pay_keys");
      expect(item).toMatchObject({ state: "failed", problem: expect.stringContaining(sentence) });
    } finally {
      await other.close();
    }
  });

  test("of an empty chain says what is to be done first; the quick one asks nobody", async () => {
    await app.sql("update restaurants set closed_at = now()");
    await app.sql("update dishes set on_sale = false");
    await app.sql("update staff set disabled_at = now() where role = 'store'");
    await setSms({ mode: "fail" });
    expect(await read(true)).toEqual({
      restaurant: "还没有门店，请先开一家",
      menu: "还没有在售的菜品，请添加并发布",
      staff: "还没有门店员工，请添加，否则没有人接单",
      wechat_file: "请上传公众号后台下载的 MP_verify 校验文件",
      legal: expect.stringContaining("还在用示范文本"),
    });
  });
});

describe("a file of a provider", () => {
  test("is served at the root until it is removed, and replaced by one of the same name", async () => {
    expect((await readRoot(fileName)).statusCode).toBe(404);
    await admin.data(endpoints.saveFile, { body: { name: "other.txt", content: "other" } });
    expect((await read(true)).wechat_file).toBe("请上传公众号后台下载的 MP_verify 校验文件");
    await admin.data(endpoints.removeFile, { body: { name: "other.txt" } });
    await admin.data(endpoints.saveFile, { body: { name: fileName, content: "first\n" } });
    await admin.data(endpoints.saveFile, { body: { name: fileName, content: "a1B2c3D4e5F6g7H8" } });
    const response = await readRoot(fileName);
    expect(response).toMatchObject({ statusCode: 200, body: "a1B2c3D4e5F6g7H8" });
    expect(response.headers["content-type"]).toBe("text/plain; charset=utf-8");
    expect((await admin.data(endpoints.read, { query: { quick: true } })).files).toEqual([fileName]);
    expect((await read(true)).wechat_file).toBe("ok");
    await admin.data(endpoints.removeFile, { body: { name: fileName } });
    expect((await readRoot(fileName)).statusCode).toBe(404);
    expect(await admin.call(endpoints.removeFile, { body: { name: fileName } })).toMatchObject({
      status: 404,
    });
    expect(await app.sql("select action from audit_log where target = $1 order by id", [fileName])).toEqual([
      { action: "setup.file" },
      { action: "setup.file" },
      { action: "setup.file_remove" },
    ]);
  });

  test.each([
    ["index.html", "<script>"],
    ["../MP_verify.txt", "x"],
    ["a.txt", ""],
    ["a.txt", "x".repeat(1_001)],
  ])("named %s is refused", async (name, content) => {
    expect(await admin.call(endpoints.saveFile, { body: { name, content } })).toMatchObject({ status: 400 });
  });
});
