import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { legalEndpoints } from "#contract/legal/endpoints.ts";
import type { LegalText } from "#contract/legal/schema.ts";
import type { TestEnvironment } from "../../scripts/lib/TestEnvironment.ts";
import { createCustomer, storageState } from "./support/customer.ts";
import { prepareScreens, type ScreenContext, screens } from "./support/screens.ts";
import { startEnvironment } from "./support/startEnvironment.ts";

let environment: TestEnvironment;
let context: ScreenContext;
/** Names and descriptions by restaurants and customers, whose length we do not control. */
let dataTexts: string[];

const widths = [320, 390, 430];
/** The oldest engines lack `text-wrap`: texts must wrap well without it. */
const oldEngine = "*, *::before, *::after { text-wrap: wrap !important; }";

beforeAll(async () => {
  environment = await startEnvironment();
  context = await prepareScreens(environment);
  const rows = await environment.queryRows<{ text: string }>(
    `select name as text from dishes union select description from dishes union select name from restaurants
       union select address from restaurants union select nickname from users
       union select name from menu_categories union select poi_name from addresses`,
  );
  const lines = await readLegalText("privacy");
  dataTexts = [...rows.map(({ text }) => text), ...lines].filter((text) => text.length > 1);
});

afterAll(async () => {
  await environment.close();
});

/** Reads the paragraphs of a legal text, which is the chain's own. */
async function readLegalText(name: string): Promise<string[]> {
  const phone = await environment.phone();
  const response = await phone.page.request.get(`${phone.url}${legalEndpoints.text.path}?name=${name}`);
  const { data } = (await response.json()) as { data: LegalText };
  await phone.close();
  return data.blocks.map(({ text }) => text);
}

/** Lists text blocks of several lines whose last line is one or two characters. */
async function findOrphanedLines(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const isInline = (item: Element) => /^inline$|^contents$/.test(getComputedStyle(item).display);
    const blockOf = (item: Element): Element => {
      const parent = item.parentElement;
      return isInline(item) && parent !== null ? blockOf(parent) : item;
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const lines = new Map<Element, { bottom: number; text: string }[]>();
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const { parentElement: parent } = node;
      const text = node.textContent ?? "";
      const isSeen = parent?.checkVisibility() === true && parent.getBoundingClientRect().width > 1;
      if (parent === null || text.trim() === "" || !isSeen) continue;
      const block = blockOf(parent);
      const found = lines.get(block) ?? [];
      lines.set(block, found);
      for (let at = 0; at < text.length; at += 1) {
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        const box = range.getBoundingClientRect();
        if (box.width <= 1 || box.height <= 1) continue;
        const last = found.at(-1);
        if (last === undefined || box.top >= last.bottom - 2) found.push({ bottom: box.bottom, text: "" });
        const line = found.at(-1);
        if (line !== undefined) {
          line.text += text[at];
          line.bottom = Math.max(line.bottom, box.bottom);
        }
      }
    }
    return [...lines.values()].flatMap((found) => {
      const ending = found.at(-1)?.text.trim() ?? "";
      const all = found.map(({ text }) => text.trim()).join(" / ");
      return found.length > 1 && Array.from(ending).length <= 2 ? [all] : [];
    });
  });
}

/** Lists orphaned lines at all widths, without `text-wrap` (data excluded) and with it. */
async function describeOrphanedLines(page: Page, place: string): Promise<string[]> {
  const wrong: string[] = [];
  const isData = (text: string) => dataTexts.some((part) => text.replaceAll(" / ", "").includes(part));
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 });
    for (const text of await findOrphanedLines(page)) wrong.push(`${place} at ${width}: ${text}`);
    const style = await page.addStyleTag({ content: oldEngine });
    for (const text of await findOrphanedLines(page))
      if (!isData(text)) wrong.push(`${place} at ${width}, old engine: ${text}`);
    await style.evaluate((element) => (element as Element).remove());
  }
  return wrong;
}

test.each(["visitor", "customer", "demo"] as const)(
  "no text of ours on a %s's screens ends in one or two lone characters",
  async (who) => {
    const wrong: string[] = [];
    const phone = await environment.phone({ storage: context.getStorage(who) });
    const { page } = phone;
    for (const [route, title] of screens.filter((screen) => screen[2] === who)) {
      await phone.open(context.getPath(route));
      await page.waitForFunction((text) => document.title === text, `${title} - 食单`);
      await phone.waitUntilIdle();
      wrong.push(...(await describeOrphanedLines(page, route)));
    }
    expect(wrong).toEqual([]);
    expect(phone.unexpectedErrors).toEqual([]);
    await phone.close();
  },
);

test("no text about a pending deletion of the account ends in lone characters", async () => {
  const customer = await createCustomer(environment);
  await environment.queryRows(
    "update users set deletion_requested_at = now(), deletion_due_at = now() + interval '6 days' where phone = $1",
    [customer.phone],
  );
  const phone = await environment.phone({ storage: storageState(environment, { token: customer.token }) });
  const wrong: string[] = [];
  for (const [path, text] of [
    ["/profile", "去撤销"],
    ["/account", "注销账号"],
    ["/account/deletion", "撤销注销"],
  ] as const) {
    await phone.open(path);
    await phone.page.getByText(text).first().waitFor();
    await phone.waitUntilIdle();
    wrong.push(...(await describeOrphanedLines(phone.page, path)));
  }
  expect(wrong).toEqual([]);
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();
});

/** Columns of an order in each status, late where possible. */
const orderStates = [
  "status = 'paid', completed_at = null",
  "status = 'preparing', completed_at = null, booking_at = now() - interval '1 hour'",
  "status = 'delivering', completed_at = null",
  "status = 'ready_for_pickup', type = 'pickup', pickup_code = 'A018', address = null, completed_at = null",
  "status = 'ready_for_pickup', type = 'dine_in', table_no = 'A12', pickup_code = 'A018', completed_at = null",
  "status = 'cancelled', refund_status = 'refunded', cancelled_at = now()",
  "status = 'completed', refund_status = 'failed', completed_at = now()",
];

test.each(orderStates)("no text of an order with %s ends in lone characters", async (columns) => {
  const [order] = await environment.queryRows<{ id: string; public_id: string }>(
    `update orders set ${columns} where id = (select id from orders
       where user_id = (select id from users where phone = '13800138003') order by created_at desc limit 1)
     returning id, public_id`,
  );
  const phone = await environment.phone({ storage: context.getStorage("demo") });
  const { page } = phone;
  const wrong: string[] = [];
  for (const path of [
    `/order/${order?.id}`,
    "/orders",
    "/",
    `/order-detail?third_party_order_id=${order?.public_id}`,
  ]) {
    await phone.open(path);
    await phone.waitUntilIdle();
    wrong.push(...(await describeOrphanedLines(page, path)));
  }
  expect(wrong).toEqual([]);
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();
});
