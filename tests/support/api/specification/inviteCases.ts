import { expect } from "vitest";
import { createBuyer } from "../buyers.ts";
import { SpecificationClient } from "./SpecificationClient.ts";
import type { SpecificationCase } from "./SpecificationContext.ts";

/** Invite: 6 endpoints. */
export const inviteCases: SpecificationCase[] = [
  {
    name: "GET invite/code",
    run: async ({ client }) => {
      const { invite_code } = await client.data<{ invite_code: string }>("GET", "/api/v1/invite/code");
      expect(invite_code).toMatch(/^[2-9A-HJ-NP-Z]{8}$/);
    },
  },
  {
    name: "POST invite/poster",
    run: async ({ app, client }) => {
      const { url } = await client.data<{ url: string }>("POST", "/api/v1/invite/poster");
      const picture = await fetch(new URL(url, app.url));
      expect(picture.headers.get("content-type")).toBe("image/png");
    },
  },
  {
    name: "GET invite/records",
    run: async ({ client }) => {
      expect(await client.data("GET", "/api/v1/invite/records")).toMatchObject({ list: [], total: 0 });
    },
  },
  {
    name: "GET invite/points/records",
    run: async ({ client }) => {
      const { list } = await client.data<{ list: unknown[] }>("GET", "/api/v1/invite/points/records");
      expect(list.length).toBeGreaterThan(0);
    },
  },
  {
    name: "GET invite/stats",
    run: async ({ client }) => {
      expect(await client.data("GET", "/api/v1/invite/stats")).toMatchObject({ invited: 0 });
    },
  },
  {
    name: "POST invite/bind",
    run: async ({ app, client }) => {
      const { invite_code } = await client.data<{ invite_code: string }>("GET", "/api/v1/invite/code");
      const friend = new SpecificationClient(app.url);
      friend.token = (await createBuyer(app)).token;
      await friend.data("POST", "/api/v1/invite/bind", { body: { invite_code } });
      for (const call of friend.called) client.called.add(call);
      expect(await client.data("GET", "/api/v1/invite/stats")).toMatchObject({ invited: 1 });
    },
  },
];
