import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addressEndpoints } from "#contract/address/endpoints.ts";
import { wechatEndpoints } from "#contract/wechat/endpoints.ts";
import { buildApp } from "#server/app.ts";
import { createBuyers } from "../support/api/buyers.ts";
import { Client } from "../support/api/Client.ts";
import { createPhone } from "../support/api/people.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";
import { createOpenid, requestAuthCode } from "../support/api/wechat.ts";

const perCustomerLimit = 3;
const totalLimit = 8;
const rates = {
  each: { max: perCustomerLimit, windowMs: 60_000 },
  shop: { max: totalLimit, windowMs: 60_000 },
};

let app: TestApp;
/** Two processes that share their counters. */
let servers: [FastifyInstance, FastifyInstance];

beforeAll(async () => {
  app = await startTestApp();
  const limits = { ...app.config.limits, placeSearch: rates, wechatCodes: rates };
  const config = { ...app.config, limits };
  const build = async () => (await buildApp({ config, database: app.database, logger: false })).server;
  servers = [await build(), await build()];
});

beforeEach(async () => {
  await app.sql("delete from rate_counters");
});

afterAll(async () => {
  for (const server of servers) await server.close();
  await app.close();
});

interface LimitedResponse {
  status: number;
  error?: string | undefined;
  msg: string;
  headers: Record<string, unknown>;
}

function expectRetryAfter({ status, error, headers }: LimitedResponse): void {
  expect({ status, error }).toEqual({ status: 429, error: "rate_limited" });
  expect(Number(headers["retry-after"])).toBeGreaterThan(0);
  expect(Number(headers["retry-after"])).toBeLessThanOrEqual(60);
}

describe("searching for places", () => {
  let people: Client[][];

  beforeEach(async () => {
    const buyers = await createBuyers(app, 5);
    people = buyers.map(({ token }) => servers.map((server) => new Client(server, token)));
  });

  const search = async (who: number, nth: number) =>
    (await people[who]![nth % 2]!.call(addressEndpoints.searchLocation, {
      body: { city: "上海市", keyword: "徐家汇" },
    })) as LimitedResponse;

  test("has a limit per customer, which other customers do not use up", async () => {
    for (let nth = 0; nth < perCustomerLimit; nth++) expect((await search(0, nth)).status).toBe(200);
    for (let nth = 0; nth < 3 * totalLimit; nth++) expectRetryAfter(await search(0, nth));
    expect((await search(0, 0)).msg).toBe("搜索太频繁，请稍等片刻再试");
    expect((await search(1, 0)).status).toBe(200);
  });

  test("has a limit for the whole app, however many customers search", async () => {
    const responses: LimitedResponse[] = [];
    for (let who = 0; who < 5; who++)
      for (let nth = 0; nth < perCustomerLimit; nth++) responses.push(await search(who, nth));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(totalLimit);
    expectRetryAfter(responses.at(-1)!);
    expect(responses.at(-1)!.msg).toBe("搜索的人太多了，请稍后再试");
    const [buyer] = people[4]!;
    expect((await buyer!.call(addressEndpoints.list)).status).toBe(200);
  });
});

describe("WeChat codes", () => {
  const openid = createOpenid();

  const exchange = async (ip: string, nth: number, code?: string) => {
    const query = { code: code ?? (await requestAuthCode(app, { user: openid })) };
    return (await new Client(servers[nth % 2]!).call(wechatEndpoints.callback, {
      query,
      ip,
    })) as LimitedResponse;
  };

  test("have an exchange limit per address; the code stays valid afterwards", async () => {
    const { ip } = createPhone();
    for (let nth = 0; nth < perCustomerLimit; nth++) expect((await exchange(ip, nth)).status).toBe(200);
    const code = await requestAuthCode(app, { user: openid });
    const refused = await exchange(ip, 0, code);
    expectRetryAfter(refused);
    expect(refused.msg).toBe("微信授权太频繁，请稍后再试");
    expect((await exchange(createPhone().ip, 1, code)).status).toBe(200);
  });

  test("have an exchange limit for the whole app", async () => {
    const responses: LimitedResponse[] = [];
    for (let nth = 0; nth <= totalLimit; nth++) responses.push(await exchange(createPhone().ip, nth));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(totalLimit);
    expectRetryAfter(responses.at(-1)!);
    expect(responses.at(-1)!.msg).toBe("微信授权的人太多了，请稍后再试");
  });
});
