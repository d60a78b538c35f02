import type { Locator } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Phone } from "../../scripts/lib/Phone.ts";
import type { TestEnvironment } from "../../scripts/lib/TestEnvironment.ts";
import { seriousFindings } from "./support/axe.ts";
import { createPhoto } from "./support/chat.ts";
import { storageState } from "./support/customer.ts";
import { createStaffToken } from "./support/staff.ts";
import { startEnvironment } from "./support/startEnvironment.ts";

let environment: TestEnvironment;

beforeAll(async () => {
  environment = await startEnvironment();
});

afterAll(async () => {
  await environment.close();
});

const name = "食单·徐家汇店";
const menuPath = "/menu?restaurant_id=SH001";

async function openRestaurants(expected?: RegExp): Promise<Phone> {
  const service_token = await createStaffToken(environment, "13900000003");
  const storage = storageState(environment, { service_token });
  const screen = await environment.phone({
    width: 1440,
    height: 900,
    storage,
    ...(expected && { expected }),
  });
  await screen.open("/admin/restaurants?keyword=SH001");
  return screen;
}

async function openPictures({ page }: Phone): Promise<Locator> {
  await page.getByRole("button", { name: `照片和证照 ${name}` }).click();
  return page.getByRole("dialog", { name: `${name} 的照片和证照` });
}

/** Picks a file by the button of a field. */
async function pick(
  { page }: Phone,
  button: Locator,
  file: { name: string; mimeType: string; buffer: Buffer },
): Promise<void> {
  const chooser = page.waitForEvent("filechooser");
  await button.click();
  await (await chooser).setFiles(file);
}

/** Adds a picture, cropped as the dialog proposes; `nth` counts the pictures that are then there. */
async function addPicture(screen: Phone, dialog: Locator, nth: number): Promise<void> {
  await pick(screen, dialog.getByRole("button", { name: "添加照片" }), await createPhoto(900 + nth, 600));
  await screen.page.getByRole("dialog", { name: "裁剪图片" }).getByRole("button", { name: "确定" }).click();
  await dialog.getByLabel(`第 ${nth} 张照片的说明`).waitFor();
}

const save = async (dialog: Locator) => {
  await dialog.getByRole("button", { name: "保存" }).click();
  await dialog.waitFor({ state: "hidden" });
};

test("the head office uploads pictures and licences, customers see them, and then they are gone", async () => {
  const admin = await openRestaurants();
  const phone = await environment.phone({ width: 390, height: 844 });
  const { page } = phone;
  await phone.open(menuPath);
  await page.getByRole("heading", { name }).waitFor();
  expect(await page.getByRole("button", { name: `${name}，门店照片和证照` }).count()).toBe(0);

  const dialog = await openPictures(admin);
  const text = { name: "a.jpg", mimeType: "image/jpeg", buffer: Buffer.from("no picture") };
  await pick(admin, dialog.getByRole("button", { name: "上传营业执照" }), text);
  await admin.page.getByText("这个文件不是图片，请换一张").waitFor();
  await addPicture(admin, dialog, 1);
  await dialog.getByLabel("第 1 张照片的说明").fill("门头");
  await addPicture(admin, dialog, 2);
  await dialog.getByLabel("第 2 张照片的说明").fill("大厅");
  await dialog.getByRole("button", { name: "上移第 2 张" }).click();
  expect(await dialog.getByLabel("第 1 张照片的说明").inputValue()).toBe("大厅");
  await pick(admin, dialog.getByRole("button", { name: "上传营业执照" }), await createPhoto(300, 420));
  await dialog.getByLabel("营业执照编号").fill("91310000MA1K35PC0X");
  await pick(admin, dialog.getByRole("button", { name: "上传食品经营许可证" }), await createPhoto(420, 300));
  await dialog.getByLabel("食品经营许可证编号").waitFor();
  expect(await seriousFindings(admin.page)).toEqual([]);
  await save(dialog);

  await page.reload();
  await page.getByRole("button", { name: `${name}，门店照片和证照` }).click();
  const sheet = page.getByRole("dialog", { name: "门店信息" });
  const room = sheet.getByRole("button", { name: "放大大厅" });
  await room.waitFor();
  expect(await sheet.getByRole("button", { name: /^放大/ }).count()).toBe(2);
  expect(await seriousFindings(page)).toEqual([]);
  await room.click();
  const viewer = page.getByRole("dialog", { name: "查看图片" });
  await viewer.waitFor();
  await expect
    .poll(() => viewer.locator("img").evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBe(1024);
  await page.goBack();
  await viewer.waitFor({ state: "hidden" });
  await sheet.getByRole("button", { name: "证照信息" }).click();
  const licences = page.getByRole("dialog", { name: "证照信息" });
  await licences.getByText("编号 91310000MA1K35PC0X").waitFor();
  await licences.getByRole("button", { name: "放大食品经营许可证" }).click();
  await viewer.waitFor();
  for (const layer of [viewer, licences, sheet]) {
    await page.goBack();
    await layer.waitFor({ state: "hidden" });
  }
  await page.getByRole("heading", { name }).waitFor();

  const again = await openPictures(admin);
  for (const what of ["第 2 张", "第 1 张", "营业执照", "食品经营许可证"])
    await again.getByRole("button", { name: `移除${what}` }).click();
  await save(again);
  await page.reload();
  await page.getByRole("heading", { name }).waitFor();
  expect(await page.getByRole("button", { name: `${name}，门店照片和证照` }).count()).toBe(0);
  expect([...admin.unexpectedErrors, ...phone.unexpectedErrors]).toEqual([]);
  await admin.close();
  await phone.close();
});

test("of two people the second keeps the picture that was added, and gets the licence of the first", async () => {
  const [first, second] = [await openRestaurants(), await openRestaurants(/status of 409/)];
  const [one, two] = [await openPictures(first), await openPictures(second)];
  await pick(first, one.getByRole("button", { name: "上传营业执照" }), await createPhoto(310, 420));
  await one.getByLabel("营业执照编号").fill("N1");
  await addPicture(second, two, 1);
  await save(one);
  await two.getByRole("button", { name: "保存" }).click();
  await two.getByText("刚被别人改过：营业执照。").waitFor();
  expect(await two.getByLabel("营业执照编号").inputValue()).toBe("N1");
  await two.getByLabel("第 1 张照片的说明").fill("门头");
  await save(two);
  expect(
    await environment.queryRows(
      "select pictures->0->>'caption' as caption, business_licence->>'number' as number from restaurants where id = 'SH001'",
    ),
  ).toEqual([{ caption: "门头", number: "N1" }]);
  expect([...first.unexpectedErrors, ...second.unexpectedErrors]).toEqual([]);
  await first.close();
  await second.close();
});

test("a picture that cannot be shown has a quiet sentence in its place", async () => {
  const phone = await environment.phone({ width: 320, height: 640 });
  const { page } = phone;
  await page.route("**/api/v1/files/restaurants/**", (route) =>
    route.fulfill({ contentType: "image/webp", body: "no picture" }),
  );
  await phone.open(menuPath);
  await page.getByRole("button", { name: `${name}，门店照片和证照` }).click();
  await page.getByRole("dialog", { name: "门店信息" }).getByText("图片无法显示").first().waitFor();
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();
});
