import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { seriousFindings } from "./support/axe.ts";
import { newToken, remembering } from "./support/customer.ts";
import { engines, type Handset } from "./support/Handset.ts";
import { layersLeft } from "./support/layersLeft.ts";
import { type Handsets, openHandsets } from "./support/openHandsets.ts";

const notice = "调试中，会显示登录信息，请勿截图外传";

let handsets: Handsets;

beforeAll(async () => {
  // As in production: seven taps open nothing.
  handsets = await openHandsets({ VCONSOLE: "0" });
});

afterAll(async () => {
  await handsets.close();
});

async function newAdmin(): Promise<string> {
  const id = randomUUID();
  const phone = `188${String(Date.now()).slice(-8)}`;
  await handsets.stage.rows(
    "insert into staff (id, phone, name, role, created_at) values ($1, $2, '总部', 'admin', now())",
    [id, phone],
  );
  return await newToken(handsets.stage, id, "staff");
}

/** The path of a link that head office has just signed. */
async function signedPath(): Promise<string> {
  const response = await fetch(`${handsets.stage.installation.url}/api/v1/chat/admin/debug-link`, {
    method: "POST",
    headers: { authorization: `Bearer ${await newAdmin()}` },
  });
  const { data } = (await response.json()) as { data: { url: string } };
  const { pathname, search } = new URL(data.url);
  return pathname + search;
}

const hasConsole = (handset: Handset) =>
  handset.run<boolean>("return document.querySelector('#__vconsole .vc-switch') !== null");
const seesConsole = (handset: Handset) =>
  expect.poll(() => hasConsole(handset), { timeout: 30_000 }).toBe(true);

test("an admin makes a link, which is shown to be copied and stands in the log", async () => {
  const { stage } = handsets;
  const storage = remembering(stage, { service_token: await newAdmin() });
  const phone = await stage.phone({ width: 1440, height: 900, storage });
  await phone.open("/admin/audit");
  await phone.button("调试链接").click();
  await phone.page.getByText("一小时内有效").waitFor();
  await phone.button("生成").click();
  await phone.page
    .getByRole("dialog", { name: "调试链接" })
    .getByText(/\?vconsole=\d+\./)
    .waitFor();
  expect(await seriousFindings(phone.page)).toEqual([]);
  await phone.button("关闭").click();
  await layersLeft(phone.page);
  await phone.page.reload();
  await phone.page.getByRole("cell", { name: "生成调试链接" }).waitFor();
  expect(phone.complaints).toEqual([]);
  await phone.close();
});

describe.each(engines)("in %s", (engine) => {
  test("a debug link opens the console on the first page, over WeChat's login, until it is closed", async () => {
    const { handset } = await handsets.open(engine);
    await handset.open(await signedPath());
    await handset.waitText(notice);
    await seesConsole(handset);
    expect(await handset.path()).toBe("/");
    // Away to WeChat's page and back.
    await handset.open("/address-select");
    await handset.waitText("新增地址");
    await handset.waitText(notice);
    await seesConsole(handset);
    await handset.press("关闭调试");
    await expect.poll(() => hasConsole(handset), { timeout: 30_000 }).toBe(false);
    await handset.waitText("新增地址");
    await handset.reload();
    await handset.waitText("新增地址");
    expect(await hasConsole(handset)).toBe(false);
  });

  test("a forged link opens nothing and says so", async () => {
    const { handset } = await handsets.open(engine);
    await handset.open("/?vconsole=9999999999.forged");
    await handset.waitText("调试链接无效或已过期");
    expect(await hasConsole(handset)).toBe(false);
    expect(await handset.run<string | null>("return sessionStorage.getItem('debug_console')")).toBeNull();
  });
});
