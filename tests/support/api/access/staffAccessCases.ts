import { createIdempotencyKey } from "../buyers.ts";
import { blankImage, encodeMultipart } from "../forms.ts";
import { defaultRestaurantId, dish } from "../people.ts";
import type { AccessCase } from "./accessCases.ts";
import type { CrossAccountCase } from "./CrossAccountCase.ts";

const agentAndAdmin = ["works", "forbidden", "forbidden", "works"] as const;
const adminOnly = ["forbidden", "forbidden", "forbidden", "works"] as const;
const storeAndAdmin = ["forbidden", "works", "forbidden", "works"] as const;
const user = ({ buyer }: CrossAccountCase) => ({ params: { userId: buyer.userId } });

/** Cases of staff endpoints, about the victim and the restaurant of the victim's orders. */
export const staffAccessCases: Record<string, AccessCase> = {
  "serviceAuth.info": { expectedForStaff: ["own", "own", "own", "own"] },
  "chatAdmin.sessions": { expectedForStaff: agentAndAdmin },
  "chatAdmin.counts": { expectedForStaff: ["own", "forbidden", "forbidden", "own"] },
  "chatAdmin.messages": { input: user, expectedForStaff: agentAndAdmin },
  "chatAdmin.send": {
    input: ({ buyer }) => ({
      body: { user_id: buyer.userId, type: "text", content: "您好", client_key: createIdempotencyKey() },
    }),
    expectedForStaff: agentAndAdmin,
  },
  "chatAdmin.uploadImage": {
    input: async ({ buyer }) => ({
      form: encodeMultipart([
        { name: "user_id", type: "text/plain", bytes: buyer.userId },
        { filename: "a.jpg", bytes: await blankImage(20, 20).jpeg().toBuffer() },
      ]),
    }),
    expectedForStaff: agentAndAdmin,
  },
  "chatAdmin.read": {
    input: ({ buyer, messageId }) => ({ body: { user_id: buyer.userId, up_to_id: messageId } }),
    expectedForStaff: agentAndAdmin,
  },
  "chatAdmin.session": {
    input: ({ buyer }) => ({ body: { user_id: buyer.userId, action: "pending" } }),
    expectedForStaff: agentAndAdmin,
  },
  "chatAdmin.notes": { input: user, expectedForStaff: agentAndAdmin },
  "chatAdmin.addNote": {
    input: (victim) => ({ ...user(victim), body: { content: "常客", client_key: createIdempotencyKey() } }),
    expectedForStaff: agentAndAdmin,
  },
  "chatAdmin.customer": { input: user, expectedForStaff: agentAndAdmin },
  // The victim's current number, so that nothing changes.
  "chatAdmin.changePhone": {
    input: (victim) => ({ ...user(victim), body: { phone: victim.phone, reason: "换了号码" } }),
    expectedForStaff: agentAndAdmin,
  },
  "chatAdmin.userOrders": { input: user, expectedForStaff: agentAndAdmin },
  "chatAdmin.order": {
    input: ({ paidId }) => ({ params: { orderId: paidId } }),
    expectedForStaff: ["works", "works", "not_found", "works"],
  },
  "chatAdmin.staff": { expectedForStaff: agentAndAdmin },
  "orderAdmin.refundRequests": { expectedForStaff: ["works", "works", "works", "works"] },
  "orderAdmin.reopenRequest": {
    input: () => ({ body: { order_id: "nobody", client_key: createIdempotencyKey() } }),
    expectedForStaff: ["not_found", "forbidden", "forbidden", "not_found"],
  },
  "orderAdmin.answerRequest": {
    input: () => ({
      body: { order_id: "nobody", approve: false, reason: "已核实", client_key: createIdempotencyKey() },
    }),
    expectedForStaff: ["not_found", "forbidden", "forbidden", "not_found"],
  },
  "orderAdmin.failedRefunds": { expectedForStaff: agentAndAdmin },
  "orderAdmin.retryRefund": {
    input: () => ({ body: { refund_no: "nothing", client_key: createIdempotencyKey() } }),
    expectedForStaff: ["not_found", "forbidden", "forbidden", "not_found"],
  },
  "orderAdmin.settleRefund": {
    input: () => ({ body: { refund_no: "nothing", note: "已转账", client_key: createIdempotencyKey() } }),
    expectedForStaff: ["not_found", "forbidden", "forbidden", "not_found"],
  },
  // The victim's order has left the kitchen, so permitted callers get a state error.
  "orderAdmin.reportSoldout": {
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
  "restaurantAdmin.store": {
    input: () => ({ query: { restaurant_id: defaultRestaurantId } }),
    expectedForStaff: storeAndAdmin,
  },
  "restaurantAdmin.pause": {
    input: () => ({ body: { restaurant_id: defaultRestaurantId, until: null } }),
    expectedForStaff: storeAndAdmin,
  },
  "restaurantAdmin.autoAccept": {
    input: () => ({ body: { restaurant_id: defaultRestaurantId, auto_accept: true } }),
    expectedForStaff: storeAndAdmin,
  },
  "restaurantAdmin.dishes": {
    input: () => ({ query: { restaurant_id: defaultRestaurantId } }),
    expectedForStaff: storeAndAdmin,
  },
  "restaurantAdmin.dish": {
    input: () => ({ body: { restaurant_id: defaultRestaurantId, dish_id: dish.id, sold_out: false } }),
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
  "withdrawal.adminList": { expectedForStaff: agentAndAdmin },
  "withdrawal.review": {
    input: () => ({ body: { withdrawal_id: "nobody", approve: true, client_key: createIdempotencyKey() } }),
    expectedForStaff: ["forbidden", "forbidden", "forbidden", "not_found"],
  },
  "headOffice.vouchers": { expectedForStaff: adminOnly },
  "headOffice.issueVouchers": {
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
  "headOffice.endVoucher": {
    input: () => ({ body: { number: "nobody" } }),
    expectedForStaff: ["forbidden", "forbidden", "forbidden", "not_found"],
  },
  "headOffice.createDebugLink": { expectedForStaff: adminOnly },
  "headOffice.audit": { expectedForStaff: adminOnly },
  "headOffice.factors": { expectedForStaff: adminOnly },
  "headOffice.factorTicket": { expectedForStaff: adminOnly },
  "headOffice.resetFactor": {
    input: () => ({ body: { staff_id: "nobody" } }),
    expectedForStaff: ["forbidden", "forbidden", "forbidden", "not_found"],
  },
  "headOffice.securityPeaks": { expectedForStaff: adminOnly },
  "headOffice.securityEvents": { expectedForStaff: adminOnly },
  // Last, because it ends their sessions.
  "serviceAuth.logout": { expectedForStaff: ["own", "own", "own", "own"] },
};
