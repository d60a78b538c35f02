import { expect } from "vitest";
import { setPaymentBehaviour } from "../paymentProvider.ts";
import type { SpecificationCase, SpecificationContext } from "./SpecificationContext.ts";

interface Receipt {
  order_id: string;
  order_no: string;
  third_party_order_id: string;
  status: string;
}

let keyCount = 0;

/** Orders one portion of a dish at 33 yuan, delivered for 5. */
async function createOrder({ client, addressId }: SpecificationContext): Promise<Receipt> {
  keyCount += 1;
  return await client.data<Receipt>("POST", "/api/v1/order/create", {
    body: {
      order_type: "takeaway",
      restaurant_id: "SH001",
      items: [{ id: "10205", quantity: 1 }],
      address_id: addressId,
      booking_time: null,
      remark: "少辣",
      expected_total: 3800,
      client_key: `specification-${keyCount}`,
    },
  });
}

/** Order: 8 endpoints. */
export const orderCases: SpecificationCase[] = [
  {
    name: "POST order/create",
    run: async (world) => {
      await setPaymentBehaviour(world.app, { notify: "lost", refund_delay_ms: 0 });
      const receipt = await createOrder(world);
      expect(receipt).toMatchObject({
        order_id: expect.any(String),
        third_party_order_id: expect.any(String),
      });
      world.orderId = receipt.order_id;
    },
  },
  {
    name: "GET order/list",
    run: async ({ client, orderId }) => {
      const { list } = await client.data<{ list: Receipt[] }>("GET", "/api/v1/order/list", {
        query: { page: 1, pageSize: 10 },
      });
      expect(list.map(({ order_id }) => order_id)).toEqual([orderId]);
    },
  },
  {
    name: "GET order/detail",
    run: async ({ client, orderId }) => {
      const query = { order_id: orderId };
      const detail = await client.data("GET", "/api/v1/order/detail", { query });
      expect(detail).toMatchObject({ order_id: orderId, status: "pending_payment" });
    },
  },
  {
    name: "GET order/detail-public",
    run: async ({ client, orderId }) => {
      const { third_party_order_id } = await client.data<Receipt>("GET", "/api/v1/order/detail", {
        query: { order_id: orderId },
      });
      const query = { third_party_order_id };
      expect(await client.data("GET", "/api/v1/order/detail-public", { query })).toMatchObject(query);
    },
  },
  {
    name: "POST order/pay",
    run: async ({ client, orderId }) => {
      const body = { order_id: orderId, payment_method: "wechat", points_payment: 0 };
      const start = await client.data("POST", "/api/v1/order/pay", { body });
      expect(start).toMatchObject({ status: "pending_payment" });
    },
  },
  {
    name: "GET order/pay/query",
    run: async ({ app, client, orderId }) => {
      const query = { order_id: orderId };
      const { order_no } = await client.data<Receipt>("GET", "/api/v1/order/detail", { query });
      await fetch(`${app.sandbox.url}/pay/trades/${order_no}_1/pay`, { method: "POST" });
      expect(await client.data("GET", "/api/v1/order/pay/query", { query })).toMatchObject({
        order_id: orderId,
        pay_status: "paid",
      });
    },
  },
  {
    name: "POST order/cancel",
    run: async (world) => {
      const { order_id } = await createOrder(world);
      const receipt = await world.client.data("POST", "/api/v1/order/cancel", { body: { order_id } });
      expect(receipt).toMatchObject({ order_id, status: "cancelled" });
    },
  },
  {
    name: "POST order/refund",
    run: async ({ client, orderId }) => {
      const body = {
        order_id: orderId,
        refund_no: "specification-refund-1",
        type: "full",
        reason_code: "other",
        note: "多付了",
      };
      const refund = await client.data("POST", "/api/v1/order/refund", { body });
      expect(refund).toMatchObject({ refund_no: "specification-refund-1", money: 3800 });
    },
  },
];
