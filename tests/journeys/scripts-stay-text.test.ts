import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestEnvironment } from "../../scripts/lib/TestEnvironment.ts";
import { createCustomer, createToken, storageState } from "./support/customer.ts";
import { createPaidOrder, createStaffToken } from "./support/staff.ts";
import { startEnvironment } from "./support/startEnvironment.ts";

/** Each payload sets a mark on the page if it is ever executed. */
const payloads = [
  "<script>window.ran=1</script>",
  "<img src=x onerror=window.ran=2>",
  "<svg/onload=window.ran=3>",
  "'\"><iframe srcdoc='<script>parent.ran=4</script>'>",
  "<details open ontoggle=window.ran=5>",
  "<body onpageshow=window.ran=6>",
  "<a href=javascript:window.ran=7 autofocus onfocus=window.ran=7>x</a>",
  "<math><mtext><table><mglyph><style><!--</style><img title='--&gt;&lt;img src=1 onerror=window.ran=8&gt;'>",
  "{{constructor.constructor('window.ran=9')()}}",
  "$" + "{window.ran=10}",
  "</textarea><script>window.ran=11</script>",
  "<noscript><p title='</noscript><img src=x onerror=window.ran=12>'>",
  "<input autofocus onfocus=window.ran=13>",
  "<video><source onerror=window.ran=14>",
  "<object data='data:text/html,<script>parent.ran=15</script>'>",
  "<form action=javascript:window.ran=16><button autofocus>y</button></form>",
  "\u003cscript\u003ewindow.ran=17\u003c/script\u003e",
  "<style>@import 'javascript:window.ran=18'</style>",
  "<base href=//evil.example/>",
  "<meta http-equiv=refresh content='0;url=javascript:window.ran=20'>",
];
const maliciousText = payloads.join(" ");

let environment: TestEnvironment;
let token: string;
let orderId: string;
let publicId: string;

beforeAll(async () => {
  environment = await startEnvironment();
});

/** Inserts hostile texts into every field of customers, and into those of the chain. */
async function insertMaliciousTexts(): Promise<void> {
  const customer = await createCustomer(environment);
  token = customer.token;
  ({ id: orderId } = await createPaidOrder(environment, customer, { remark: "少辣" }));
  const user = `journey${customer.phone}`;
  await environment.queryRows("update users set nickname = $2 where id = $1", [user, maliciousText]);
  await environment.queryRows(
    "update addresses set recipient = $2, details = $2, house_number = $2 where user_id = $1",
    [user, maliciousText],
  );
  await environment.queryRows(
    `update orders set remark = $2, restaurant = jsonb_set(restaurant, '{name}', to_jsonb($2::text)),
       address = jsonb_set(address, '{recipient}', to_jsonb($2::text)) where id = $1`,
    [orderId, maliciousText],
  );
  await environment.queryRows("update order_items set name = $2, spec_name = $2 where order_id = $1", [
    orderId,
    maliciousText,
  ]);
  await environment.queryRows("update restaurants set name = $1, address = $1 where id = 'SH002'", [
    maliciousText,
  ]);
  [{ public_id: publicId }] = (await environment.queryRows<{ public_id: string }>(
    "select public_id from orders where id = $1",
    [orderId],
  )) as [{ public_id: string }];
  const send = (body: object) =>
    fetch(`${environment.installation.url}/api/v1/chat/send`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
  for (const [nth, content] of [...payloads, "结束"].entries()) {
    // The limit of messages per minute is covered by another test.
    if (nth % 15 === 14) await environment.queryRows("delete from rate_counters");
    await environment.queryRows("update chat_messages set created_at = created_at - interval '2 minutes'");
    expect((await send({ type: "text", content, client_key: `evil-text-${nth}` })).status).toBe(200);
  }
}

afterAll(async () => {
  await environment.close();
});

async function visit(
  storage: Record<string, unknown>,
  routes: readonly (readonly [string, string])[],
  wide = false,
) {
  const phone = await environment.phone({
    storage: storageState(environment, storage),
    ...(wide ? { width: 1440, height: 900 } : {}),
  });
  const { page } = phone;
  for (const [route, shown] of routes) {
    await phone.open(route);
    await page.getByText(shown).filter({ visible: true }).first().waitFor();
    await phone.waitUntilIdle();
    expect(await page.evaluate(() => (window as unknown as { ran?: number }).ran)).toBeUndefined();
  }
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();
}

test("everything a customer writes stays text on the customer's screens", async () => {
  await insertMaliciousTexts();
  const [first = ""] = payloads;
  await visit({ token }, [
    ["/profile", first],
    ["/address-select", first],
    ["/orders", first],
    [`/order/${orderId}`, first],
    ["/restaurant-select", "食单·徐家汇店"],
    ["/customer-service", "结束"],
    ["/", "外卖"],
  ]);
  await visit({}, [[`/order-detail?third_party_order_id=${publicId}`, first]]);
});

test("and on the screens of staff", async () => {
  const agent = await createStaffToken(environment, "13900000001");
  await visit(
    { service_token: agent },
    [
      ["/admin/customer-service", "结束"],
      [`/admin/customer-service?user=${await findUserId()}`, payloads[0] ?? ""],
    ],
    true,
  );
  const store = await createStaffToken(environment, "13900000002");
  await visit({ service_token: store }, [["/admin/orders", payloads[0] ?? ""]], true);
  const admin = await createToken(environment, await findAdminId(), "staff");
  await visit({ service_token: admin }, [["/admin/audit", "操作记录"]], true);
});

async function findUserId(): Promise<string> {
  const [row] = await environment.queryRows<{ user_id: string }>("select user_id from orders where id = $1", [
    orderId,
  ]);
  return row?.user_id ?? "";
}

async function findAdminId(): Promise<string> {
  const [row] = await environment.queryRows<{ id: string }>(
    "select id from staff where phone = '13900000003'",
  );
  return row?.id ?? "";
}
