import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { initialBrand } from "#contract/chain-settings/brand.ts";
import { inviteEndpoints } from "#contract/invite/endpoints.ts";
import { totpUri } from "#server/modules/staff/totp.rules.ts";
import { type BuiltPages, buildPages } from "../support/api/builtPages.ts";
import { createBuyer } from "../support/api/buyers.ts";
import type { Client } from "../support/api/Client.ts";
import { createStaffClient } from "../support/api/orders.ts";
import { saveSettings } from "../support/api/settings.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

let pages: BuiltPages;
let app: TestApp;
let admin: Client & { id: string };

beforeAll(async () => {
  pages = await buildPages();
  const { webFolder, ssrFolder } = pages;
  app = await startTestApp({ webFolder, ssrFolder });
  admin = await createStaffClient(app, "admin");
});

afterEach(async () => {
  await saveSettings(admin, "brand", initialBrand);
});

afterAll(async () => {
  await app.close();
  await pages.remove();
});

const getBody = async (url: string) => (await app.server.inject({ url })).body;

describe("the chain's name", () => {
  test("is in rendered pages and in shells as soon as it is saved, and stays text", async () => {
    expect(await getBody("/")).toContain("<title>首页 - 食单</title>");
    await saveSettings(admin, "brand", { name: "巷口<b>" });
    expect(await getBody("/")).toContain("<title>首页 - 巷口&#60;b&#62;</title>");
    expect(await getBody("/menu")).toContain("<title>点餐 - 巷口&#60;b&#62;</title>");
    expect(await getBody("/admin/orders")).toContain("<title>巷口&#60;b&#62;</title>");
  });

  test("is on new posters of customers", async () => {
    const buyer = await createBuyer(app);
    const before = await buyer.data(inviteEndpoints.poster);
    await saveSettings(admin, "brand", { name: "巷口小馆" });
    const after = await buyer.data(inviteEndpoints.poster);
    expect(after.url).not.toBe(before.url);
    expect(after.invite_url).toBe(before.invite_url);
  });

  test("is what authenticator apps show", () => {
    const uri = new URL(totpUri("JBSWY3DPEHPK3PXP", "许店长", "巷口小馆"));
    expect(uri.searchParams.get("issuer")).toBe("巷口小馆");
    expect(decodeURIComponent(uri.pathname)).toContain("许店长");
  });

  test("cannot be blank or too long", async () => {
    expect(await saveSettings(admin, "brand", { name: "  " })).toMatchObject({
      status: 400,
      msg: "请输入品牌名称",
    });
    expect(await saveSettings(admin, "brand", { name: "名".repeat(13) })).toMatchObject({
      status: 400,
      msg: "品牌名称不能超过12个字",
    });
  });
});
