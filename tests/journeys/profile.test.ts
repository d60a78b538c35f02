import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { issueCard, requestAs } from "../../scripts/lib/wallet.ts";
import { addAddress, createCustomer, nearRestaurant, storageState } from "./support/customer.ts";
import { engines } from "./support/Device.ts";
import { type DevicePool, openDevicePool } from "./support/openDevicePool.ts";
import { createStaffToken } from "./support/staff.ts";

let devices: DevicePool;

beforeAll(async () => {
  devices = await openDevicePool();
});

afterAll(async () => {
  await devices.close();
});

test("picture and nickname are changed together; a file that is no image is reported and changes nothing", async () => {
  const { environment } = devices;
  const { phone: number, token } = await createCustomer(environment);
  const phone = await environment.phone({ storage: storageState(environment, { token }) });
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
  await page.getByRole("paragraph").filter({ hasText: "小满" }).waitFor();
  const [user] = await environment.queryRows<{ nickname: string; avatar: string }>(
    "select nickname, avatar from users where phone = $1",
    [number],
  );
  expect(user?.nickname).toBe("小满");
  const shown = page.locator(`img[src="${user?.avatar}"]`).first();
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();
});

test.each(engines)(
  "in WeChat on %s the nickname is changed, and an order is paid by card",
  async (engine) => {
    const { environment } = devices;
    const { handset: device, openid } = await devices.open(engine);
    await device.open("/login?redirect=%2Fprofile");
    await device.waitPath(/^\/profile$/);
    await device.press("同意并继续");
    await device.press("编辑资料");
    await device.fill("昵称", "阿福");
    await device.press("保存");
    await device.waitText("更新成功");
    expect(await environment.queryRows("select nickname from users where openid = $1", [openid])).toEqual([
      { nickname: "阿福" },
    ]);
    const token = await device.run<string>("return localStorage.getItem('token');");
    const admin = await createStaffToken(environment, "13900000003");
    await requestAs(environment, token, "POST", "card/bind", await issueCard(environment, admin, 10_000));
    const orderForm = {
      order_type: "takeaway",
      restaurant_id: "SH001",
      items: [{ id: "10205", quantity: 1 }],
      address_id: await addAddress(environment, token, nearRestaurant),
      expected_total: 3_800,
      client_key: `profile-${engine}`,
    };
    const { order_id } = await requestAs<{ order_id: string }>(
      environment,
      token,
      "POST",
      "order/create",
      orderForm,
    );
    await device.open(`/order/${order_id}`);
    await device.waitText("余额 ¥100.00");
    await device.run("document.querySelector('[role=radio][aria-label=会员卡支付]').click();");
    await device.press("去支付");
    await device.waitHeading("已付款");
    expect(await requestAs(environment, token, "GET", "card")).toMatchObject({ balance: 6_200 });
  },
);
