import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Stage } from "./stage.ts";

const store = "13900000002";

/** Takes pictures of the staff's pages at a desk, with whatever orders there are; answers what went wrong unseen. */
export async function shootStaff(stage: Stage, folder: string): Promise<string[]> {
  const desk = await stage.phone({ width: 1440, height: 900 });
  const { page } = desk;
  const take = async (nth: number, what: string) => {
    await page.waitForLoadState("networkidle");
    await page.screenshot({ path: path.join(folder, `staff-0${nth}-${what}.png`) });
  };
  await desk.open("/admin/login");
  await take(1, "login");
  await page.getByLabel("手机号").fill(store);
  await desk.button("获取验证码").click();
  await page.getByText("验证码已发送").last().waitFor();
  await page.getByLabel("验证码", { exact: true }).fill(await arrivedCode(stage));
  await desk.button("登录").click();
  await page.getByRole("heading", { name: "订单看板" }).waitFor();
  await page.getByText("登录成功").waitFor({ state: "hidden" });
  await take(2, "board");
  await desk.open("/admin/customer-service");
  await take(3, "console");
  const { complaints } = desk;
  await desk.close();
  return complaints;
}

/** The code, which leaves a moment after the answer. */
async function arrivedCode(stage: Stage): Promise<string> {
  for (let nth = 0; ; nth++) {
    try {
      return await stage.codeFor(store);
    } catch (error) {
      if (nth === 50) throw error;
      await sleep(100);
    }
  }
}
