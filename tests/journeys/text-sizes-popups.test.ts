import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Phone } from "../../scripts/lib/Phone.ts";
import type { TestEnvironment } from "../../scripts/lib/TestEnvironment.ts";
import { createCart, shrimpRice } from "./support/cart.ts";
import { type Customer, createCustomer, createToken, storageState } from "./support/customer.ts";
import { customerPopups, openPopupPage } from "./support/customerPopups.ts";
import { findTextFaults } from "./support/findTextFaults.ts";
import { button, type Popup } from "./support/popups.ts";
import { startEnvironment } from "./support/startEnvironment.ts";

let environment: TestEnvironment;
let customer: Customer;

beforeAll(async () => {
  environment = await startEnvironment();
  customer = await createCustomer(environment);
});

afterAll(async () => {
  await environment.close();
});

const percentages = [100, 140, 200];
const windows = [
  { width: 390, height: 844 },
  { width: 320, height: 568 },
];

/** Runs in a page: lists what of the topmost dialog lies beside the window, or has too little room to scroll. */
function findPlaceFaults(): string[] {
  const leastPx = 80;
  const faults: string[] = [];
  const dialogs = document.querySelectorAll('[role="dialog"][aria-modal="true"]');
  const dialog = Array.from(dialogs).findLast((one) => one.checkVisibility());
  if (dialog === undefined) return faults;
  const { top, bottom } = dialog.getBoundingClientRect();
  if (top < -1 || bottom > innerHeight + 1) faults.push(`from ${top} to ${bottom} px`);
  const isScrolledX = (element: Element): boolean => {
    for (let at = element.parentElement; at !== null && at !== dialog; at = at.parentElement)
      if (/auto|scroll/.test(getComputedStyle(at).overflowX)) return true;
    return false;
  };
  for (const button of Array.from(dialog.querySelectorAll("button"))) {
    const { left, right } = button.getBoundingClientRect();
    if ((left < -1 || right > innerWidth + 1) && !isScrolledX(button))
      faults.push(`${button.textContent} from ${left} to ${right} px`);
  }
  for (const element of Array.from(dialog.querySelectorAll("*")))
    if (
      /auto|scroll/.test(getComputedStyle(element).overflowY) &&
      element.scrollHeight > element.clientHeight &&
      element.clientHeight < leastPx &&
      element.tagName !== "TEXTAREA"
    )
      faults.push(`only ${element.clientHeight} px to scroll`);
  return faults;
}

/** Lists what is broken in the open popup at each size of text and window. */
async function listFaults({ page }: Phone): Promise<string[]> {
  const wrong: string[] = [];
  const sheet = await page.addStyleTag({ content: "*{}" });
  for (const size of windows)
    for (const percentage of percentages) {
      await page.setViewportSize(size);
      // Enlarges text and leaves lengths, as phones do.
      await sheet.evaluate((element, value) => {
        element.textContent = `* { text-size-adjust: ${value}% !important; }`;
      }, percentage);
      await page.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
      );
      const faults = [...(await page.evaluate(findPlaceFaults)), ...(await page.evaluate(findTextFaults))];
      wrong.push(...faults.map((fault) => `${percentage} %, ${size.width} px: ${fault}`));
    }
  return wrong;
}

/** Waits until a popup is there and has slid in. */
async function waitForPopup({ page }: Phone, { role = "dialog", name }: Pick<Popup, "role" | "name">) {
  const popup = page.getByRole(role, { name, exact: typeof name === "string" }).last();
  await popup.getByRole("button").first().waitFor();
  await page.waitForFunction(() =>
    document.getAnimations().every(({ effect }) => effect?.getComputedTiming().iterations === Infinity),
  );
}

test.each(customerPopups)("stays whole with larger text, also on a small phone: %s", async (_, popup) => {
  const phone = await openPopupPage({ environment, customer }, popup);
  await popup.opener(phone.page).click();
  await waitForPopup(phone, popup);
  await phone.waitForQuietNetwork();
  expect(await listFaults(phone)).toEqual([]);
  await phone.close();
});

test("the question about the dishes of another restaurant stays whole likewise", async () => {
  const inStoreCarts = {
    version: 1,
    current: "SH001",
    carts: [{ ...createCart([shrimpRice]), restaurantName: "食单·徐家汇店" }],
  };
  const phone = await environment.phone({ storage: storageState(environment, { inStoreCarts }) });
  await phone.open("/menu?restaurant_id=SH002");
  await waitForPopup(phone, { name: "换了一家店" });
  expect(await listFaults(phone)).toEqual([]);
  await phone.close();
});

test("the texts, the consent that is asked for, and what newcomers bind stay whole likewise", async () => {
  const id = `sizes${randomUUID().slice(0, 8)}`;
  await environment.queryRows(
    "insert into users (id, nickname, invite_code, created_at) values ($1, '小明', $1, now())",
    [id],
  );
  const storage = storageState(environment, { token: await createToken(environment, id) });
  const phone = await environment.phone({ storage });
  const { page } = phone;
  for (const [path, name] of [
    ["/profile", "绑定手机号"],
    ["/invite", "填写邀请码"],
  ] as const) {
    await phone.open(path);
    await button(new RegExp(`${name}|填写好友的邀请码`))(page).click();
    await waitForPopup(phone, { name });
    expect(await listFaults(phone)).toEqual([]);
  }
  await environment.queryRows("delete from consents where user_id = $1", [id]);
  await phone.open("/profile");
  await waitForPopup(phone, { name: /./ });
  expect(await listFaults(phone)).toEqual([]);
  await page.getByRole("dialog").getByRole("link", { name: "《隐私政策》" }).click();
  await waitForPopup(phone, { name: "隐私政策" });
  expect(await listFaults(phone)).toEqual([]);
  await phone.close();
});
