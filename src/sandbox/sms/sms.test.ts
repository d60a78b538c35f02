import { createHash, createHmac, randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { SandboxEnvironment } from "../environment.ts";
import { postJson, testSandbox } from "../testing/testSandbox.ts";
import type { SmsMessage } from "./Inbox.ts";

type Changes = {
  secret?: string;
  headers?: Record<string, string>;
  params?: Record<string, string>;
  method?: string;
};

const hash = (text: string) => createHash("sha256").update(text).digest("hex");
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** Calls SendSms as Alibaba Cloud documents it, written independently of the code under test. */
function sendSms(env: SandboxEnvironment, changes: Changes = {}): Promise<Response> {
  const { method = "POST", secret = env.SMS_ACCESS_KEY_SECRET } = changes;
  const url = new URL(`${env.SMS_BASE_URL}/`);
  const params = {
    PhoneNumbers: "13800001111",
    SignName: env.SMS_SIGN_NAME,
    TemplateCode: env.SMS_TEMPLATE_CODE,
    TemplateParam: JSON.stringify({ code: "123456" }),
    ...changes.params,
  };
  const query = Object.entries(params)
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join("&");
  const headers: Record<string, string> = {
    host: url.host,
    "x-acs-action": "SendSms",
    "x-acs-content-sha256": hash(""),
    "x-acs-date": new Date().toISOString().replace(/\.\d+Z$/, "Z"),
    "x-acs-signature-nonce": randomUUID(),
    "x-acs-version": "2017-05-25",
    ...changes.headers,
  };
  const names = Object.keys(headers).sort();
  const lines = names.map((name) => `${name}:${headers[name]}\n`).join("");
  const canonical = [method, url.pathname, query, lines, names.join(";"), hash("")].join("\n");
  const signature = createHmac("sha256", secret)
    .update(`ACS3-HMAC-SHA256\n${hash(canonical)}`)
    .digest("hex");
  const { host: _host, ...sent } = headers;
  const credential = `Credential=${env.SMS_ACCESS_KEY_ID},SignedHeaders=${names.join(";")},Signature=${signature}`;
  return fetch(`${url}?${query}`, {
    method,
    headers: { ...sent, Authorization: `ACS3-HMAC-SHA256 ${credential}` },
  });
}

async function fetchErrorCode(answer: Promise<Response>): Promise<string> {
  return ((await (await answer).json()) as { Code: string }).Code;
}

async function inbox(url: string, phone: string): Promise<SmsMessage[]> {
  return (await fetch(`${url}/sms?phone=${phone}`)).json() as Promise<SmsMessage[]>;
}

test.each(["POST", "GET"])("a well signed %s arrives in the inbox, newest first", async (method) => {
  const { env, url } = await testSandbox();
  const answer = await sendSms(env, { method });
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ Code: "OK", Message: "OK", BizId: expect.any(String) });
  await sendSms(env, { method, params: { TemplateParam: '{"code":"654321"}' } });
  await sendSms(env, { method, params: { PhoneNumbers: "13900002222" } });
  const messages = await inbox(url, "13800001111");
  expect(messages.map((one) => one.code)).toEqual(["654321", "123456"]);
  expect(messages[0]).toMatchObject({
    phone: "13800001111",
    text: expect.stringContaining("「食单」验证码 654321"),
  });
});

describe("rejections", () => {
  test.each<[string, string, Changes]>([
    ["a wrong secret", "SignatureDoesNotMatch", { secret: "wrong" }],
    ["an old date", "InvalidTimeStamp.Expired", { headers: { "x-acs-date": "2020-01-01T00:00:00Z" } }],
    ["another body hash", "SignatureDoesNotMatch", { headers: { "x-acs-content-sha256": hash("x") } }],
    ["another action", "InvalidAction.NotFound", { headers: { "x-acs-action": "SendMail" } }],
    ["a wrong number", "isv.MOBILE_NUMBER_ILLEGAL", { params: { PhoneNumbers: "12345" } }],
    ["a code that is no text", "isv.INVALID_JSON_PARAM", { params: { TemplateParam: '{"code":123456}' } }],
  ])("%s is refused and nothing is sent", async (_what, code, changes) => {
    const { env, url } = await testSandbox();
    expect(await fetchErrorCode(sendSms(env, changes))).toBe(code);
    expect(await inbox(url, "13800001111")).toEqual([]);
  });

  test("a nonce works once", async () => {
    const { env } = await testSandbox();
    const headers = { "x-acs-signature-nonce": "only-once" };
    expect(await fetchErrorCode(sendSms(env, { headers }))).toBe("OK");
    expect(await fetchErrorCode(sendSms(env, { headers }))).toBe("SignatureNonceUsed");
  });

  test("an unsigned request is rejected", async () => {
    const { env } = await testSandbox();
    expect(await fetchErrorCode(fetch(`${env.SMS_BASE_URL}/`))).toBe("IncompleteSignature");
  });
});

test("the gateway can be made to fail with a chosen HTTP status", async () => {
  const { env, url } = await testSandbox();
  await postJson(`${url}/sms/behaviour`, { mode: "fail" });
  const refused = await sendSms(env);
  expect(refused.status).toBe(400);
  expect(await fetchErrorCode(Promise.resolve(refused))).toBe("isv.BUSINESS_LIMIT_CONTROL");
  await postJson(`${url}/sms/behaviour`, { fail_status: 200 });
  expect((await sendSms(env)).status).toBe(200);
  await postJson(`${url}/sms/behaviour`, { mode: "ok" });
  expect(await fetchErrorCode(sendSms(env))).toBe("OK");
});

test("the inbox page filters by part of a number and escapes", async () => {
  const { env, url } = await testSandbox();
  await sendSms(env, { params: { TemplateParam: JSON.stringify({ code: "<b>1</b>" }) } });
  await sendSms(env, { params: { PhoneNumbers: "13900002222" } });
  const page = await (await fetch(`${url}/sms?filter=1380000`, { headers: { Accept: "text/html" } })).text();
  expect(page).toContain("&lt;b&gt;1&lt;/b&gt;");
  expect(page).not.toContain("13900002222");
  const json = await fetch(`${url}/sms`, { headers: { Accept: "application/json" } });
  expect(await json.json()).toHaveLength(2);
});

describe("codes of staff numbers", () => {
  const staff = "13900000003";
  const seen = async (host: string) => {
    const { url, env } = await testSandbox({ host });
    await sendSms(env, { params: { PhoneNumbers: staff } });
    await sendSms(env);
    const page = await (await fetch(`${url}/sms`)).text();
    const codes = await Promise.all([staff, "13800001111"].map((phone) => inbox(url, phone)));
    return { page, codes: codes.map(([message]) => message?.code), notified: codes[0]?.[0]?.text };
  };

  test("are shown on this machine", async () => {
    const { codes, page } = await seen("127.0.0.1");
    expect(codes).toEqual(["123456", "123456"]);
    expect(page.match(/class="code">123456/g)).toHaveLength(2);
  });

  test("are hidden from a network, in the list and in the page; customers' are not", async () => {
    const { codes, page, notified } = await seen("0.0.0.0");
    expect(codes).toEqual(["", "123456"]);
    expect(notified).not.toContain("123456");
    expect(page.match(/class="code">123456/g)).toHaveLength(1);
    expect(page).toContain("员工验证码不显示");
  });
});
