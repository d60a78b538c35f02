import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createTemporaryFolder, postJson } from "../testing/testSandbox.ts";
import { startForeignHost } from "./startForeignHost.ts";

/** Starts a host over a folder with one page, and logs a customer in. */
async function startTestHost() {
  const webDir = await createTemporaryFolder();
  await writeFile(join(webDir, "index.html"), "<title>page</title>");
  const host = await startForeignHost({ port: 0, webDir });
  onTestFinished(host.close);
  await postJson(`${host.url}/api/v1/user/send-code`, { phone: "13800138000" });
  const [sent] = (await fetchJson(`${host.url}/sms?phone=13800138000`)) as { code: string }[];
  const reply = await postJson(`${host.url}/api/v1/user/login`, { phone: "13800138000", code: sent?.code });
  const { token } = (await reply.json()) as { token: string };
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const post = (path: string, body: object) =>
    fetch(`${host.url}/api/v1/${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  return { ...host, post, get: (path: string) => fetchJson(`${host.url}/api/v1/${path}`, headers) };
}

async function fetchJson(url: string, headers: Record<string, string> = {}): Promise<unknown> {
  return (await fetch(url, { headers })).json();
}

test("has only the endpoints of the published API, and answers others with bare HTML", async () => {
  const { url, post, state } = await startTestHost();
  for (const path of ["order/quote", "points", "card"]) {
    const reply = await post(path, {});
    expect([reply.status, reply.headers.get("content-type")]).toEqual([404, "text/html"]);
  }
  expect(state.received.unknown).toEqual(["/api/v1/order/quote", "/api/v1/points", "/api/v1/card"]);
  const page = await fetch(`${url}/order-confirm`);
  expect([page.status, await page.text()]).toEqual([200, "<title>page</title>"]);
  expect((await fetch(`${url}/assets/none.js`)).status).toBe(404);
});

test("responds in the alternative shapes that the published API allows", async () => {
  const { get, post } = await startTestHost();
  const form = { recipient: "王", phone: "13812345678", details: "江边大厦", is_default: true };
  await post("address/add", { ...form, poi_info: { id: "P", name: "江边大厦", location: "121.4,31.1" } });
  expect(await get("address/list")).toEqual([
    expect.objectContaining({ contact: "王", tel: "13812345678", is_default: 1, poi_name: "江边大厦" }),
  ]);
  expect(await get("restaurant/list?lat=30.25&lng=120.16")).toMatchObject({
    data: { data: { stores: [{ storecode: "F2" }, { storecode: "F1" }] } },
  });
  const menu = (await get("takeaway-menu/items?restaurant_id=F1")) as { data: Record<string, unknown>[] };
  expect(menu.data[0]).toEqual({ id: 1, name: "红烧肉饭", price: 2800, delivery_fee: 300 });
});

test("accepts an order with the known field names, computes its total itself, and is paid", async () => {
  const { get, post, state } = await startTestHost();
  await post("address/add", { recipient: "王", phone: "13812345678" });
  const address_id = String(state.addresses[0]?.id);
  const orderRequest = {
    order_type: "takeaway",
    restaurant_id: "F1",
    address_id,
    items: [{ id: "1", quantity: 2 }],
  };
  for (const bad of [
    { ...orderRequest, seen: 1 },
    { ...orderRequest, address_id: "0" },
    { ...orderRequest, items: [{ id: "5", quantity: 1 }] },
    { ...orderRequest, items: [{ id: "1", quantity: 1, seen_price: 2800 }] },
  ])
    expect((await post("order/create", bad)).status).toBe(400);
  const { data } = (await (await post("order/create", orderRequest)).json()) as {
    data: { order_id: string };
  };
  expect(data).toMatchObject({ total_amount: 5900 });
  const started = (await (await post("order/pay", data)).json()) as { data: { h5_url: string } };
  await fetch(`${started.data.h5_url}&pay=1`, { method: "POST", redirect: "manual" });
  expect(await get(`order/pay/query?order_id=${data.order_id}`)).toMatchObject({ data: { status: "paid" } });
});
