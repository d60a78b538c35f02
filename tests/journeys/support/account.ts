import { readFile } from "node:fs/promises";
import { TextWriter, Uint8ArrayReader, ZipReader } from "@zip.js/zip.js/lib/zip-core-native.js";
import { expect } from "vitest";
import type { Phone } from "../../../scripts/lib/Phone.ts";
import type { TestEnvironment } from "../../../scripts/lib/TestEnvironment.ts";
import { seriousFindings } from "./axe.ts";

/** Longest wait for jobs and messages, which come within seconds on an idle machine. */
export const jobWait = { timeout: 40_000 };

/** Returns the newest code sent to a number; "" before the first. */
export async function readLatestCode(environment: TestEnvironment, number: string): Promise<string> {
  const response = await fetch(`${environment.installation.sandboxUrl}/sms?phone=${number}`);
  const [newest] = (await response.json()) as { code: string }[];
  return newest?.code ?? "";
}

/** Lets the limit of messages a minute pass for a number. */
export async function passMinute(environment: TestEnvironment, number: string): Promise<void> {
  await environment.queryRows(
    "update sms_codes set created_at = created_at - interval '2 minutes' where phone = $1",
    [number],
  );
}

/** Runs what sends a code to a number, and types it into the field of the page. */
export async function typeNewCode(
  environment: TestEnvironment,
  { page }: Phone,
  { number, request }: { number: string; request: () => Promise<void> },
): Promise<void> {
  await passMinute(environment, number);
  const before = await readLatestCode(environment, number);
  await request();
  // The page goes on only when it has the answer, however soon the message is there.
  await page.getByRole("button", { name: /秒后重发$/ }).waitFor();
  await expect.poll(() => readLatestCode(environment, number), jobWait).not.toBe(before);
  await page.getByLabel("验证码", { exact: true }).fill(await readLatestCode(environment, number));
}

/** Makes a copy of the account's data on the page of a logged-in customer; returns its texts by file. */
export async function downloadDataCopy(phone: Phone): Promise<Record<string, string>> {
  const { page } = phone;
  await phone.open("/account");
  await page.getByRole("link", { name: "下载个人信息" }).click();
  await phone.button("生成副本").click();
  return await downloadReadyCopy(phone);
}

/** Downloads the copy that the page shows, once it is made; returns its texts by file. */
export async function downloadReadyCopy({ page }: Phone): Promise<Record<string, string>> {
  const download = page.waitForEvent("download", jobWait);
  await page.getByRole("button", { name: "下载", exact: true }).click(jobWait);
  const bytes = await readFile(await (await download).path());
  const archive = new ZipReader(new Uint8ArrayReader(bytes), { useWebWorkers: false });
  const texts: Record<string, string> = {};
  for (const entry of await archive.getEntries())
    if (!entry.directory && entry.filename.endsWith(".json"))
      texts[entry.filename] = await entry.getData(new TextWriter());
  return texts;
}

/** Changes the number of a logged-in customer on `/account`; both numbers are proved. */
export async function changeNumber(
  environment: TestEnvironment,
  phone: Phone,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const { page } = phone;
  await phone.open("/account");
  await phone.button("更换手机号").click();
  const sheet = page.getByRole("dialog", { name: "更换手机号" });
  const request = () => sheet.getByRole("button", { name: "获取验证码" }).click();
  await typeNewCode(environment, phone, { number: from, request });
  await sheet.getByRole("button", { name: "下一步" }).click();
  await sheet.getByLabel("手机号").fill(to);
  await typeNewCode(environment, phone, { number: to, request });
  await sheet.getByRole("button", { name: "更换手机号" }).click();
  await page.getByText("手机号已更换，其他设备已退出登录").waitFor();
}

/** Requests the deletion on `/account/deletion`, which is open, with the code from the number; closes the sheet meanwhile. */
export async function requestDeletion(
  environment: TestEnvironment,
  phone: Phone,
  number: string,
): Promise<void> {
  const { page } = phone;
  await phone.button("申请注销").click();
  const sheet = page.getByRole("dialog", { name: "注销账号" });
  await typeNewCode(environment, phone, {
    number,
    request: async () => {
      await sheet.getByRole("button", { name: "获取验证码" }).click();
      await sheet.getByRole("button", { name: /秒后重发$/ }).waitFor();
      // The seconds go on while the sheet is closed.
      await sheet.getByRole("button", { name: "关闭" }).click();
      await sheet.waitFor({ state: "detached" });
      await phone.button("申请注销").click();
    },
  });
  expect(await seriousFindings(page)).toEqual([]);
  await sheet.getByRole("button", { name: "确认注销" }).click();
  await page.waitForURL(/\/profile$/);
  await page.getByText("您还没有登录").waitFor();
}
