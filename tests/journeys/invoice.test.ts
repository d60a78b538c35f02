import { afterAll, beforeAll, expect, test } from "vitest";
import type { Phone } from "../../scripts/lib/Phone.ts";
import type { TestEnvironment } from "../../scripts/lib/TestEnvironment.ts";
import { requestAs } from "../../scripts/lib/wallet.ts";
import { type Customer, createCustomer, storageState } from "./support/customer.ts";
import { createCompletedOrder, requestInvoice } from "./support/invoices.ts";
import { answerQuestion, createStaffToken } from "./support/staff.ts";
import { startEnvironment } from "./support/startEnvironment.ts";

let environment: TestEnvironment;
let customer: Customer;

const pdf = Buffer.from("%PDF-1.4\ntrailer<<>>\n%%EOF\n");

beforeAll(async () => {
  environment = await startEnvironment();
});

afterAll(async () => {
  await environment.close();
});

async function openPhone(path: string): Promise<Phone> {
  const phone = await environment.phone({ storage: storageState(environment, { token: customer.token }) });
  await phone.open(path);
  return phone;
}

async function openInvoices(): Promise<Phone> {
  const token = await createStaffToken(environment, "13900000003");
  const storage = storageState(environment, { service_token: token });
  const screen = await environment.phone({ width: 1440, height: 900, storage });
  await screen.open("/admin/invoices");
  return screen;
}

async function closeWithoutErrors(...phones: Phone[]): Promise<void> {
  for (const phone of phones) {
    expect(phone.unexpectedErrors).toEqual([]);
    await phone.close();
  }
}

test("a customer asks for an invoice of a company, staff upload its PDF, and the customer opens it", async () => {
  customer = await createCustomer(environment);
  const orderId = await createCompletedOrder(environment, customer);
  const phone = await openPhone(`/order/${orderId}`);
  const { page } = phone;
  await page.getByRole("link", { name: /电子发票.*申请发票/ }).click();
  await page.getByRole("radio", { name: "企业" }).click();
  await page.getByLabel("发票抬头").fill("华为技术有限公司");
  await page.getByLabel("税号").fill("914403001922038217");
  await phone.button("提交申请").click();
  await page.getByText("税号校验不通过，请核对是否输错").waitFor();
  await page.getByLabel("税号").fill("9144 0300 1922 0382 16");
  await phone.button("提交申请").click();
  await page.getByText("开票中", { exact: true }).waitFor();

  const screen = await openInvoices();
  await screen.button("查看华为技术有限公司的发票").click();
  const dialog = screen.page.getByRole("dialog", { name: "发票详情" });
  await dialog.getByText("914403001922038216").waitFor();
  await dialog.locator("input[type=file]").setInputFiles({
    name: "fapiao.pdf",
    mimeType: "application/pdf",
    buffer: pdf,
  });
  await answerQuestion(screen.page);
  await dialog.getByRole("button", { name: "更换 PDF" }).waitFor();
  await dialog.getByRole("button", { name: "打开发票" }).waitFor();

  // The customer's page has heard of it.
  const open = phone.button("打开发票");
  await open.waitFor();
  await expect.poll(() => open.isEnabled()).toBe(true);
  const asked = page.waitForRequest(/\/api\/v1\/files\/invoices\//);
  await open.click();
  const link = await fetch((await asked).url());
  expect(link.headers.get("content-type")).toBe("application/pdf");
  expect(Buffer.from(await link.arrayBuffer()).equals(pdf)).toBe(true);
  await closeWithoutErrors(screen);
  await phone.close();
});

test("a rejected invoice says why and is asked for again with the kept title", async () => {
  customer = await createCustomer(environment);
  const orderId = await createCompletedOrder(environment, customer);
  await requestInvoice(environment, customer, orderId);
  const screen = await openInvoices();
  await screen.page
    .getByRole("row", { name: /苏小雨/ })
    .getByRole("button", { name: /^查看/ })
    .click();
  await screen.page.getByRole("dialog").getByRole("button", { name: "驳回" }).click();
  const question = screen.page.getByRole("dialog", { name: "驳回发票申请" });
  await question.getByLabel("原因").fill("请填写单位抬头");
  await question.getByRole("button", { name: "驳回" }).click();
  await screen.page.getByRole("dialog", { name: "发票详情" }).getByText("已驳回").first().waitFor();

  const phone = await openPhone("/profile");
  const { page } = phone;
  await page.getByRole("link", { name: "发票" }).click();
  await page.getByText("原因：请填写单位抬头").waitFor();
  await page.getByRole("link", { name: "查看发票" }).click();
  await page.getByRole("heading", { name: "重新申请" }).waitFor();
  expect(await page.getByLabel("发票抬头").inputValue()).toBe("苏小雨");
  await phone.button("提交申请").click();
  await page.getByText("开票中", { exact: true }).waitFor();
  await closeWithoutErrors(screen, phone);
});

test("an order page that is open takes the offer back when the order is refunded in full", async () => {
  const order_id = await createCompletedOrder(environment, customer);
  const phone = await openPhone(`/order/${order_id}`);
  await phone.page.getByRole("link", { name: /电子发票.*申请发票/ }).waitFor();
  const staffToken = await createStaffToken(environment, "13900000003");
  const refund = { order_id, refund_no: `invoice-${order_id}`, type: "full", reason_code: "菜品问题" };
  await requestAs(environment, staffToken, "POST", "order/refund", refund);
  await phone.page.getByRole("link", { name: /电子发票.*不可开票/ }).waitFor();
  await closeWithoutErrors(phone);
});
