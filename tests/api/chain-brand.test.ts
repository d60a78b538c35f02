import { rm } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { initialBrand } from "#contract/chain-settings/brand.ts";
import { initialSettings } from "#contract/chain-settings/chain-settings.ts";
import { inviteEndpoints } from "#contract/invite/endpoints.ts";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import { menuAdminEndpoints } from "#contract/staff/menu-admin/endpoints.ts";
import { userEndpoints } from "#contract/user/endpoints.ts";
import { totpUri } from "#server/modules/staff/totp.rules.ts";
import { chainSettings } from "#server/schema/settings.ts";
import { type BuiltPages, buildPages } from "../support/api/builtPages.ts";
import { createBuyer, createOrder } from "../support/api/buyers.ts";
import { Client } from "../support/api/Client.ts";
import { blankImage, encodeMultipart, listStoredFiles, uploadForm } from "../support/api/forms.ts";
import { setSmsBehaviour } from "../support/api/login.ts";
import { createStaffClient } from "../support/api/orders.ts";
import { findTransaction } from "../support/api/paymentProvider.ts";
import { createPhone } from "../support/api/people.ts";
import { readSettings, saveSettings } from "../support/api/settings.ts";
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

  test("is what WeChat Pay shows to customers who pay", async () => {
    await saveSettings(admin, "brand", { name: "巷口小馆" });
    const buyer = await createBuyer(app);
    const order = await createOrder(buyer);
    await buyer.data(orderEndpoints.pay, { body: { order_id: order.order_id, payment_method: "wechat" } });
    const trade = await findTransaction(app, order);
    expect(trade?.description).toBe(`巷口小馆订单 ${order.order_no}`);
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

describe("the notices above menus", () => {
  afterEach(async () => {
    await saveSettings(admin, "menu", initialSettings.menu);
    await saveSettings(admin, "brand", initialBrand);
  });

  test("are in every document as soon as they are saved, and stay text", async () => {
    await saveSettings(admin, "brand", { name: "巷口小馆" });
    await saveSettings(admin, "menu", { notices: [' 周一"休息" ', "食单以店内为准"] });
    for (const url of ["/", "/menu", "/takeaway-menu"])
      expect(await getBody(url)).toContain(
        'name="menu-notices" content="周一&#34;休息&#34;\n食单以店内为准"',
      );
    await saveSettings(admin, "menu", { notices: [] });
    expect(await getBody("/menu")).toContain('name="menu-notices" content=""');
  });

  test.each([
    [["同一条", "同一条 "], 422, "公告“同一条”重复"],
    [["  "], 400, "请输入公告"],
    [["字".repeat(41)], 400, "公告不能超过40个字"],
    [["一", "二", "三", "四", "五", "六", "七", "八", "九"], 400, "公告"],
  ])("cannot be %j", async (notices, status, message) => {
    const response = await saveSettings(admin, "menu", { notices });
    expect(response.status).toBe(status);
    expect(response.msg).toContain(message);
  });
});

describe("the chain's colour", () => {
  test("is in every page, and its own shades with it", async () => {
    expect(await getBody("/")).not.toContain("html:root{--accent:");
    await saveSettings(admin, "brand", { color: "#1b5e20" });
    for (const url of ["/", "/menu", "/admin/orders"])
      expect(await getBody(url)).toContain("<style>html:root{--accent:#1b5e20;--accent-bright:#1b5e20;");
  });

  test.each([
    ["#ffcc00", 422, "这个颜色的对比度只有 1.4，至少要 4.5 才看得清，可以试试 #876c00"],
    ["red", 422, "主色请填 #"],
    ["#C9361F", 422, "主色请填 #"],
  ])("is refused as %s", async (color, status, message) => {
    const response = await saveSettings(admin, "brand", { color });
    expect(response).toMatchObject({ status, data: { field: "color" } });
    expect(response.msg).toContain(message);
  });

  test("draws the icon, the picture on share cards and posters", async () => {
    const buyer = await createBuyer(app);
    const before = await buyer.data(inviteEndpoints.poster);
    await saveSettings(admin, "brand", { color: "#1b5e20" });
    const icon = await app.server.inject({ url: "/icon.svg" });
    expect(icon.headers["content-type"]).toContain("image/svg+xml");
    expect(icon.body).toContain('fill="#1b5e20"');
    const picture = await app.server.inject({ url: "/share.png" });
    const { data, info } = await sharp(picture.rawPayload).raw().toBuffer({ resolveWithObject: true });
    expect(info).toMatchObject({ width: 300, height: 300 });
    expect([...data.subarray(0, 3)]).toEqual([0x1b, 0x5e, 0x20]);
    expect((await buyer.data(inviteEndpoints.poster)).url).not.toBe(before.url);
  });
});

describe("the chain's logo", () => {
  test("takes the place of the drawn icon once it was uploaded", async () => {
    const logo = await uploadLogo();
    expect(await saveSettings(admin, "brand", { logo })).toMatchObject({ status: 200 });
    const icon = await app.server.inject({ url: "/icon.svg" });
    expect(icon.headers).toMatchObject({
      "content-type": "image/webp",
      "cache-control": "public, max-age=300",
    });
    expect(await sharp(icon.rawPayload).metadata()).toMatchObject({ width: 256, height: 256 });
    const picture = await app.server.inject({ url: "/share.png" });
    expect(await sharp(picture.rawPayload).metadata()).toMatchObject({ format: "jpeg", width: 512 });
  });

  test("gives way to the drawn icon when its file is lost", async () => {
    const logo = await uploadLogo();
    await saveSettings(admin, "brand", { logo });
    const id = logo.split("/").at(-2) ?? "";
    for (const file of (await listStoredFiles(app)).filter((one) => one.includes(id)))
      await rm(path.join(app.config.filesDir, file));
    const icon = await app.server.inject({ url: "/icon.svg" });
    expect(icon).toMatchObject({ statusCode: 200, headers: { "content-type": "image/svg+xml" } });
    expect((await app.server.inject({ url: "/share.png", method: "HEAD" })).headers["content-type"]).toBe(
      "image/png",
    );
  });

  test.each([
    "/media/dishes/beef.webp",
    "https://example.com/logo.png",
    "/api/v1/files/dishes/unknown/512.webp",
  ])("is refused as %s", async (logo) => {
    const response = await saveSettings(admin, "brand", { logo });
    expect(response).toMatchObject({
      status: 422,
      msg: "标志图片不存在，请重新上传",
      data: { field: "logo" },
    });
  });
});

/** Uploads a square image as the settings page does; returns its URL. */
async function uploadLogo(): Promise<string> {
  const bytes = await blankImage(600, 600).jpeg().toBuffer();
  const form = encodeMultipart([{ filename: "logo.jpg", bytes }]);
  const { data } = await uploadForm(app, admin.token, form, undefined, menuAdminEndpoints.uploadImage.path);
  return data.url;
}

describe("the signature of text messages", () => {
  test("is the one that was set, and the deployment's without one", async () => {
    const visitor = new Client(app.server);
    const { phone, ip } = createPhone();
    expect((await saveSettings(admin, "brand", { sms_sign: "巷口小馆" })).status).toBe(200);
    await visitor.data(userEndpoints.sendCode, { body: { phone }, ip });
    expect(await readNewestText(phone)).toContain("「巷口小馆」");
    await saveSettings(admin, "brand", { sms_sign: "" });
    const other = createPhone();
    await visitor.data(userEndpoints.sendCode, { body: { phone: other.phone }, ip: other.ip });
    expect(await readNewestText(other.phone)).toContain("「食单」");
  });

  test("is the deployment's while the provider refuses the one that was set", async () => {
    const { version, value } = await readSettings(admin, "brand");
    const row = { section: "brand", version: version + 1, value: { ...value, sms_sign: "待审核" } } as const;
    const changed = { changedBy: admin.id, changedAt: app.clock.now() };
    await app.database.queries.insert(chainSettings).values({ ...row, ...changed });
    await app.sweep("chain-settings");
    const { phone, ip } = createPhone();
    await new Client(app.server).data(userEndpoints.sendCode, { body: { phone }, ip });
    expect(await readNewestText(phone)).toContain("「食单」");
  });

  test.each(["待审核", "没有申请"])(
    "is refused as %s, which the provider has not approved",
    async (sms_sign) => {
      expect(await saveSettings(admin, "brand", { sms_sign })).toMatchObject({
        status: 422,
        msg: `短信签名“${sms_sign}”还没有在短信服务商处通过审核`,
        data: { field: "sms_sign" },
      });
    },
  );

  test("is not changed while the provider does not answer", async () => {
    await setSmsBehaviour(app, "fail");
    try {
      expect(await saveSettings(admin, "brand", { sms_sign: "巷口小馆" })).toMatchObject({
        error: "sms_failed",
      });
      // What has nothing to do with it can be saved.
      expect((await saveSettings(admin, "brand", { slogan: "现炒现送" })).status).toBe(200);
    } finally {
      await setSmsBehaviour(app, "ok");
    }
  });
});

/** Returns the text of the newest message to a phone. */
async function readNewestText(phone: string): Promise<string> {
  const messages = (await (await fetch(`${app.sandbox.url}/sms?phone=${phone}`)).json()) as {
    text: string;
  }[];
  return messages[0]?.text ?? "";
}
