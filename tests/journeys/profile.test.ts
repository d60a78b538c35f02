import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callAs, issueCard } from "../../scripts/lib/wallet.ts";
import { addAddress, nearStore, newCustomer, remembering } from "./support/customer.ts";
import { engines } from "./support/Handset.ts";
import { type Handsets, openHandsets } from "./support/openHandsets.ts";
import { newStaffToken } from "./support/staff.ts";

let handsets: Handsets;

beforeAll(async () => {
  handsets = await openHandsets();
});

afterAll(async () => {
  await handsets.close();
});

test("picture and nickname are changed together; what is no picture is said and changes nothing", async () => {
  const { stage } = handsets;
  const { phone: number, token } = await newCustomer(stage);
  const phone = await stage.phone({ storage: remembering(stage, { token }) });
  const { page } = phone;
  await phone.open("/profile");
  await phone.button("编辑资料").click();
  const field = page.getByLabel("更换头像");
  await field.setInputFiles({ name: "a.jpg", mimeType: "image/jpeg", buffer: Buffer.from("no picture") });
  await page.getByText("图片无法识别").waitFor();
  const photo = await sharp({ create: { width: 3_000, height: 2_000, channels: 3, background: "#d9a066" } })
    .jpeg()
    .toBuffer();
  const [sent] = await Promise.all([
    page.waitForRequest(/\/user\/avatar$/),
    field.setInputFiles({ name: "b.jpg", mimeType: "image/jpeg", buffer: photo }),
  ]);
  expect(Number((await sent.allHeaders())["content-length"])).toBeLessThan(photo.length);
  await page.getByLabel("昵称").fill("小满");
  await phone.button("保存").click();
  await page.getByText("更新成功").waitFor();
  await page.getByText("小满").waitFor();
  const [user] = await stage.rows<{ nickname: string; avatar: string }>(
    "select nickname, avatar from users where phone = $1",
    [number],
  );
  expect(user?.nickname).toBe("小满");
  const shown = page.locator(`img[src="${user?.avatar}"]`).first();
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  expect(phone.complaints).toEqual([]);
  await phone.close();
});

test.each(engines)(
  "in WeChat on %s the nickname is changed, and an order is paid by card",
  async (engine) => {
    const { stage } = handsets;
    const { handset, openid } = await handsets.open(engine);
    await handset.open("/login?redirect=%2Fprofile");
    await handset.waitPath(/^\/profile$/);
    await handset.press("编辑资料");
    await handset.fill("昵称", "阿福");
    await handset.press("保存");
    await handset.waitText("更新成功");
    expect(await stage.rows("select nickname from users where openid = $1", [openid])).toEqual([
      { nickname: "阿福" },
    ]);
    const token = await handset.run<string>("return localStorage.getItem('token');");
    const admin = await newStaffToken(stage, "13900000003");
    await callAs(stage, token, "POST", "card/bind", await issueCard(stage, admin, 10_000));
    const wish = {
      order_type: "takeaway",
      restaurant_id: "SH001",
      items: [{ id: "10205", quantity: 1 }],
      address_id: await addAddress(stage, token, nearStore),
      expected_total: 3_800,
      client_key: `profile-${engine}`,
    };
    const { order_id } = await callAs<{ order_id: string }>(stage, token, "POST", "order/create", wish);
    await handset.open(`/order/${order_id}`);
    await handset.waitText("余额 ¥100.00");
    await handset.run(
      "[...document.querySelectorAll('label')].find((one) => one.textContent.includes('会员卡支付')).control.click();",
    );
    await handset.press("去支付");
    await handset.waitText("已付款");
    expect(await callAs(stage, token, "GET", "card")).toMatchObject({ balance: 6_200 });
  },
);
