import { expect } from "vitest";
import { legalEndpoints } from "#contract/legal/endpoints.ts";
import { Client } from "../Client.ts";
import { fundCustomer } from "../money/fundCustomer.ts";
import { readLatestCode } from "../people.ts";
import { requestAuthCode } from "../wechat.ts";
import { SpecificationClient } from "./SpecificationClient.ts";
import type { SpecificationCase } from "./SpecificationContext.ts";

const phone = "13712340001";

/** User: 7 endpoints. */
export const userCases: SpecificationCase[] = [
  {
    name: "POST user/send-code",
    run: async ({ client }) => {
      await client.data("POST", "/api/v1/user/send-code", { body: { phone } });
    },
  },
  {
    name: "POST user/login",
    run: async (world) => {
      const body = { phone, code: await readLatestCode(world.app, phone), loginType: "sms" };
      const data = await world.client.data<{ token: string; user: { user_id: string } }>(
        "POST",
        "/api/v1/user/login",
        { body },
      );
      expect(data.token).toMatch(/^\S{20,}$/);
      world.client.token = data.token;
      world.userId = data.user.user_id;
      // What was written before customers were asked: without consent there are no orders.
      const shown = { agreement: 0, privacy: 0 };
      const customer = new Client(world.app.server, data.token);
      await customer.data(legalEndpoints.agree, { body: { shown, via: "update" } });
    },
  },
  {
    name: "GET user/info",
    run: async ({ client }) => {
      expect(await client.data("GET", "/api/v1/user/info")).toMatchObject({
        phone: "137****0001",
        avatar: null,
      });
    },
  },
  {
    name: "PUT user/info, with the avatar as GET gave it",
    run: async ({ client }) => {
      const { avatar } = await client.data<{ avatar: string | null }>("GET", "/api/v1/user/info");
      const response = await client.data("PUT", "/api/v1/user/info", {
        body: { nickname: "小食客", avatar },
      });
      expect(response).toMatchObject({ nickname: "小食客", avatar });
    },
  },
  {
    name: "POST user/withdraw",
    run: async ({ app, client, userId }) => {
      await fundCustomer(app, userId);
      const body = { points: 1000, client_key: "withdraw-0001" };
      expect(await client.data("POST", "/api/v1/user/withdraw", { body })).toMatchObject({ points: 1000 });
    },
  },
  {
    name: "GET wechat/auth-url",
    run: async ({ app, client }) => {
      const query = { redirect_uri: `${app.config.publicUrl}/wechat-callback` };
      const { url } = await client.data<{ url: string }>("GET", "/api/v1/wechat/auth-url", { query });
      expect(new URL(url).searchParams.get("redirect_uri")).toBe(query.redirect_uri);
    },
  },
  {
    name: "GET wechat/callback",
    run: async ({ app, client }) => {
      const query = { code: await requestAuthCode(app, { user: "oSpecification_01" }) };
      const visitor = new SpecificationClient(app.url);
      const { token } = await visitor.data<{ token: string }>("GET", "/api/v1/wechat/callback", { query });
      expect(token).toMatch(/^\S{20,}$/);
      for (const call of visitor.called) client.called.add(call);
    },
  },
];
