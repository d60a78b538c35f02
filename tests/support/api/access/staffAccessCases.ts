import { toLocalTime } from "../../../../src/server/platform/time/local-time.ts";
import { createIdempotencyKey } from "../buyers.ts";
import { blankImage, encodeMultipart } from "../forms.ts";
import { createPhone, defaultRestaurantId, dish } from "../people.ts";
import { createRestaurantForm } from "../restaurantForms.ts";
import type { AccessCase } from "./accessCases.ts";
import type { CrossAccountCase } from "./CrossAccountCase.ts";
import { staffInvoiceAccessCases } from "./invoiceAccessCases.ts";
import { menuAccessCases } from "./menuAccessCases.ts";
import { settingsAccessCases } from "./settingsAccessCases.ts";

const agentAndAdmin = ["works", "forbidden", "forbidden", "works"] as const;
const adminOnly = ["forbidden", "forbidden", "forbidden", "works"] as const;
const storeAndAdmin = ["forbidden", "works", "forbidden", "works"] as const;
const user = ({ buyer }: CrossAccountCase) => ({ params: { userId: buyer.userId } });

/** Cases of staff endpoints, about the victim and the restaurant of the victim's orders. */
export const staffAccessCases: Record<string, AccessCase> = {
  "staffAuth.info": { expectedForStaff: ["own", "own", "own", "own"] },
  "staffChat.sessions": { expectedForStaff: agentAndAdmin },
  "staffChat.counts": { expectedForStaff: ["own", "forbidden", "forbidden", "own"] },
  "staffChat.messages": { input: user, expectedForStaff: agentAndAdmin },
  "staffChat.send": {
    input: ({ buyer }) => ({
      body: { user_id: buyer.userId, type: "text", content: "您好", client_key: createIdempotencyKey() },
    }),
    expectedForStaff: agentAndAdmin,
  },
  "staffChat.uploadImage": {
    input: async ({ buyer }) => ({
      form: encodeMultipart([
        { name: "user_id", type: "text/plain", bytes: buyer.userId },
        { filename: "a.jpg", bytes: await blankImage(20, 20).jpeg().toBuffer() },
      ]),
    }),
    expectedForStaff: agentAndAdmin,
  },
  "staffChat.read": {
    input: ({ buyer, messageId }) => ({ body: { user_id: buyer.userId, up_to_id: messageId } }),
    expectedForStaff: agentAndAdmin,
  },
  "staffChat.session": {
    input: ({ buyer }) => ({ body: { user_id: buyer.userId, action: "pending" } }),
    expectedForStaff: agentAndAdmin,
  },
  "staffChat.notes": { input: user, expectedForStaff: agentAndAdmin },
  "staffChat.addNote": {
    input: (victim) => ({ ...user(victim), body: { content: "常客", client_key: createIdempotencyKey() } }),
    expectedForStaff: agentAndAdmin,
  },
  "staffChat.customer": { input: user, expectedForStaff: agentAndAdmin },
  // The victim's current number, so that nothing changes.
  "staffChat.changePhone": {
    input: (victim) => ({ ...user(victim), body: { phone: victim.phone, reason: "换了号码" } }),
    expectedForStaff: agentAndAdmin,
  },
  "staffChat.userOrders": { input: user, expectedForStaff: agentAndAdmin },
  "staffChat.order": {
    input: ({ paidId }) => ({ params: { orderId: paidId } }),
    expectedForStaff: ["works", "works", "not_found", "works"],
  },
  "staffChat.staff": { expectedForStaff: agentAndAdmin },
  "staffOrder.refundRequests": {
    input: () => ({ query: { restaurant_id: defaultRestaurantId } }),
    expectedForStaff: ["works", "works", "forbidden", "works"],
  },
  "staffOrder.reopenRequest": {
    input: () => ({ body: { order_id: "nobody", client_key: createIdempotencyKey() } }),
    expectedForStaff: ["not_found", "forbidden", "forbidden", "not_found"],
  },
  "staffOrder.answerRequest": {
    input: () => ({
      body: { order_id: "nobody", approve: false, reason: "已核实", client_key: createIdempotencyKey() },
    }),
    expectedForStaff: ["not_found", "forbidden", "forbidden", "not_found"],
  },
  "staffOrder.failedRefunds": { expectedForStaff: agentAndAdmin },
  "orderList.list": { expectedForStaff: agentAndAdmin },
  "staffOrder.retryRefund": {
    input: () => ({ body: { refund_no: "nothing", client_key: createIdempotencyKey() } }),
    expectedForStaff: ["not_found", "forbidden", "forbidden", "not_found"],
  },
  "staffOrder.settleRefund": {
    input: () => ({ body: { refund_no: "nothing", note: "已转账", client_key: createIdempotencyKey() } }),
    expectedForStaff: ["not_found", "forbidden", "forbidden", "not_found"],
  },
  // The victim's order has left the kitchen, so permitted callers get a state error.
  "staffOrder.reportSoldout": {
    input: ({ paidId }) => ({
      body: { order_id: paidId, items: [{ id: dish.id, quantity: 1 }], client_key: createIdempotencyKey() },
    }),
    expectedForStaff: ["invalid_state", "invalid_state", "not_found", "invalid_state"],
  },
  "order.board": {
    input: () => ({ query: { restaurant_id: defaultRestaurantId } }),
    expectedForStaff: storeAndAdmin,
  },
  "order.advance": {
    input: ({ paidId }) => ({ body: { order_id: paidId, to: "completed" } }),
    expectedForStaff: ["forbidden", "works", "not_found", "works"],
  },
  "order.refund": {
    input: ({ paidId }) => ({
      body: {
        order_id: paidId,
        refund_no: createIdempotencyKey(),
        type: "amount",
        amount: 1,
        reason_code: "other",
        preview: true,
      },
    }),
    expectedForStaff: agentAndAdmin,
  },
  "staffRestaurant.store": {
    input: () => ({ query: { restaurant_id: defaultRestaurantId } }),
    expectedForStaff: storeAndAdmin,
  },
  "staffRestaurant.pause": {
    input: () => ({ body: { restaurant_id: defaultRestaurantId, until: null } }),
    expectedForStaff: storeAndAdmin,
  },
  "staffRestaurant.todayHours": {
    input: () => ({
      body: { restaurant_id: defaultRestaurantId, date: toLocalTime(new Date()).date, spans: null },
    }),
    expectedForStaff: storeAndAdmin,
  },
  "staffRestaurant.autoAccept": {
    input: () => ({ body: { restaurant_id: defaultRestaurantId, auto_accept: true } }),
    expectedForStaff: storeAndAdmin,
  },
  "staffRestaurant.dishes": {
    input: () => ({ query: { restaurant_id: defaultRestaurantId } }),
    expectedForStaff: storeAndAdmin,
  },
  "staffRestaurant.dish": {
    input: () => ({ body: { restaurant_id: defaultRestaurantId, dish_id: dish.id, sold_out: false } }),
    expectedForStaff: storeAndAdmin,
  },
  "staffRestaurant.changeDishes": {
    input: () => ({ body: { restaurant_id: defaultRestaurantId, dish_ids: [dish.id], sold_out: false } }),
    expectedForStaff: storeAndAdmin,
  },
  "card.adminList": { expectedForStaff: adminOnly },
  "card.adminPinsRead": {
    input: () => ({ body: { issue_id: "nobodys" } }),
    expectedForStaff: ["forbidden", "forbidden", "forbidden", "not_found"],
  },
  "card.adminTellPins": {
    input: () => ({ body: { issue_id: "nobodys" } }),
    expectedForStaff: ["forbidden", "forbidden", "forbidden", "not_found"],
  },
  "card.adminIssue": {
    input: () => ({ body: { amount: 100, count: 1, client_key: createIdempotencyKey() } }),
    expectedForStaff: adminOnly,
  },
  ...staffInvoiceAccessCases,
  "withdrawal.adminList": { expectedForStaff: agentAndAdmin },
  "withdrawal.review": {
    input: () => ({ body: { withdrawal_id: "nobody", approve: true, client_key: createIdempotencyKey() } }),
    expectedForStaff: ["forbidden", "forbidden", "forbidden", "not_found"],
  },
  "restaurantAdmin.list": { expectedForStaff: adminOnly },
  "restaurantAdmin.places": {
    input: () => ({ query: { city: "上海", keyword: "徐家汇" } }),
    expectedForStaff: adminOnly,
  },
  "restaurantAdmin.map": { expectedForStaff: adminOnly },
  "restaurantAdmin.create": {
    input: () => ({ body: createRestaurantForm({ restaurant_id: "SH001" }) }),
    expectedForStaff: ["forbidden", "forbidden", "forbidden", "conflict"],
  },
  "restaurantAdmin.update": {
    input: () => {
      const { client_key: _key, ...form } = createRestaurantForm({ restaurant_id: "NOWHERE" });
      return { body: { ...form, version: 1 } };
    },
    expectedForStaff: ["forbidden", "forbidden", "forbidden", "restaurant_not_found"],
  },
  "restaurantAdmin.close": {
    input: () => ({ body: { restaurant_id: "NOWHERE" } }),
    expectedForStaff: ["forbidden", "forbidden", "forbidden", "restaurant_not_found"],
  },
  "checklist.read": { input: () => ({ query: { quick: true } }), expectedForStaff: adminOnly },
  "checklist.saveFile": {
    input: () => ({ body: { name: "MP_verify_access.txt", content: "access" } }),
    expectedForStaff: adminOnly,
  },
  "checklist.removeFile": {
    input: () => ({ body: { name: "nobody.txt" } }),
    expectedForStaff: ["forbidden", "forbidden", "forbidden", "not_found"],
  },
  ...menuAccessCases,
  ...settingsAccessCases,
  "staffMember.list": { expectedForStaff: adminOnly },
  "staffMember.add": {
    input: () => ({
      body: { name: "王小燕", role: "agent", phone: createPhone().phone, client_key: createIdempotencyKey() },
    }),
    expectedForStaff: adminOnly,
  },
  "staffMember.update": {
    input: () => ({ body: { staff_id: "nobody", name: "王小燕", role: "agent" } }),
    expectedForStaff: ["forbidden", "forbidden", "forbidden", "not_found"],
  },
  "staffMember.dismiss": {
    input: () => ({ body: { staff_id: "nobody" } }),
    expectedForStaff: ["forbidden", "forbidden", "forbidden", "not_found"],
  },
  "staffMember.sessions": {
    input: () => ({ query: { staff_id: "nobody" } }),
    expectedForStaff: ["forbidden", "forbidden", "forbidden", "not_found"],
  },
  "staffMember.endSessions": {
    input: () => ({ body: { staff_id: "nobody" } }),
    expectedForStaff: ["forbidden", "forbidden", "forbidden", "not_found"],
  },
  "admin.vouchers": { expectedForStaff: adminOnly },
  "admin.issueVouchers": {
    input: () => ({
      body: {
        items: [{ id: dish.id, quantity: 1 }],
        partner: "团购",
        days: 1,
        count: 1,
        client_key: createIdempotencyKey(),
      },
    }),
    expectedForStaff: adminOnly,
  },
  "admin.endVoucher": {
    input: () => ({ body: { number: "nobody" } }),
    expectedForStaff: ["forbidden", "forbidden", "forbidden", "not_found"],
  },
  "admin.createDebugLink": { expectedForStaff: adminOnly },
  "admin.audit": { expectedForStaff: adminOnly },
  "admin.factors": { expectedForStaff: adminOnly },
  "admin.factorTicket": { expectedForStaff: adminOnly },
  "admin.resetFactor": {
    input: () => ({ body: { staff_id: "nobody" } }),
    expectedForStaff: ["forbidden", "forbidden", "forbidden", "not_found"],
  },
  "admin.securityPeaks": { expectedForStaff: adminOnly },
  "admin.securityEvents": { expectedForStaff: adminOnly },
  // Last, because it ends their sessions.
  "staffAuth.logout": { expectedForStaff: ["own", "own", "own", "own"] },
};
