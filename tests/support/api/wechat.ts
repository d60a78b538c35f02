import { expect } from "vitest";
import { legalEndpoints } from "#contract/legal/endpoints.ts";
import { wechatEndpoints } from "#contract/wechat/endpoints.ts";
import type { OpenBehaviour } from "../../../src/sandbox/wechat/open/openBehaviour.ts";
import { Client } from "./Client.ts";
import { sampleVersions } from "./people.ts";
import type { TestApp } from "./testApp.ts";

let openidCount = 0;

/** Creates an openid that no other test uses. */
export function createOpenid(): string {
  openidCount += 1;
  return `oTest_${String(openidCount).padStart(8, "0")}`;
}

async function post<T>(url: string, body: object): Promise<T> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(200);
  return (await response.json()) as T;
}

/** Sets the open platform's switches. */
export async function setOpenPlatformBehaviour(app: TestApp, change: Partial<OpenBehaviour>): Promise<void> {
  await post(`${app.sandbox.url}/wechat/behaviour`, change);
}

/** Returns the parameters that a customer brings back from the authorisation page. */
export async function requestAuthCode(
  app: TestApp,
  options: { user?: string; scope?: "snsapi_base" | "snsapi_userinfo"; snapshot?: boolean } = {},
): Promise<string> {
  return (await post<{ code: string }>(`${app.sandbox.url}/wechat/codes`, options)).code;
}

/** Sends a code to the server, with a customer's token if given. */
export function exchangeCode(
  app: TestApp,
  code: string,
  overrides: { token?: string | null; invite_code?: string; scope?: "snsapi_userinfo" } = {},
) {
  const { token = null, ...query } = overrides;
  return new Client(app.server, token).call(wechatEndpoints.callback, { query: { code, ...query } });
}

/** Creates a customer who has just logged in by WeChat. */
export async function loginWechatCustomer(app: TestApp, openid = createOpenid()) {
  const { status, data } = await exchangeCode(app, await requestAuthCode(app, { user: openid }));
  expect(status).toBe(200);
  const customer = new Client(app.server, data.token);
  await customer.data(legalEndpoints.agree, { body: { shown: sampleVersions, via: "wechat_login" } });
  return Object.assign(customer, { openid, userId: data.user.user_id });
}

/** Returns the number of calls to each interface of the open platform. */
export async function countPlatformRequests(app: TestApp): Promise<Record<string, number>> {
  const response = await fetch(`${app.sandbox.url}/wechat/books`);
  return ((await response.json()) as { calls: Record<string, number> }).calls;
}
