import { newKey } from "../buyers.ts";
import { blank, formOf } from "../forms.ts";
import { dish, store } from "../people.ts";
import type { Row } from "./rows.ts";
import type { Victim } from "./Victim.ts";

const desk = ["works", "forbidden", "forbidden", "works"] as const;
const headOffice = ["forbidden", "forbidden", "forbidden", "works"] as const;
const ownStore = ["forbidden", "works", "forbidden", "works"] as const;
const user = ({ buyer }: Victim) => ({ params: { userId: buyer.userId } });

/** Calls of staff, about the victim and the store that the victim ordered at. */
export const staffRows: Record<string, Row> = {
  "serviceAuth.info": { staff: ["own", "own", "own", "own"] },
  "chatAdmin.sessions": { staff: desk },
  "chatAdmin.counts": { staff: ["own", "forbidden", "forbidden", "own"] },
  "chatAdmin.messages": { input: user, staff: desk },
  "chatAdmin.send": {
    input: ({ buyer }) => ({
      body: { user_id: buyer.userId, type: "text", content: "您好", client_key: newKey() },
    }),
    staff: desk,
  },
  "chatAdmin.uploadImage": {
    input: async ({ buyer }) => ({
      form: formOf([
        { name: "user_id", type: "text/plain", bytes: buyer.userId },
        { filename: "a.jpg", bytes: await blank(20, 20).jpeg().toBuffer() },
      ]),
    }),
    staff: desk,
  },
  "chatAdmin.read": {
    input: ({ buyer, messageId }) => ({ body: { user_id: buyer.userId, up_to_id: messageId } }),
    staff: desk,
  },
  "chatAdmin.session": {
    input: ({ buyer }) => ({ body: { user_id: buyer.userId, action: "pending" } }),
    staff: desk,
  },
  "chatAdmin.notes": { input: user, staff: desk },
  "chatAdmin.addNote": {
    input: (victim) => ({ ...user(victim), body: { content: "常客", client_key: newKey() } }),
    staff: desk,
  },
  "chatAdmin.customer": { input: user, staff: desk },
  // The number that the victim has, so that nothing changes.
  "chatAdmin.changePhone": {
    input: (victim) => ({ ...user(victim), body: { phone: victim.phone, reason: "换了号码" } }),
    staff: desk,
  },
  "chatAdmin.userOrders": { input: user, staff: desk },
  "chatAdmin.order": {
    input: ({ paidId }) => ({ params: { orderId: paidId } }),
    staff: ["works", "works", "not_found", "works"],
  },
  "chatAdmin.staff": { staff: desk },
  "orderAdmin.refundRequests": { staff: ["works", "works", "works", "works"] },
  "orderAdmin.reopenRequest": {
    input: () => ({ body: { order_id: "nobody", client_key: newKey() } }),
    staff: ["not_found", "forbidden", "forbidden", "not_found"],
  },
  "orderAdmin.answerRequest": {
    input: () => ({ body: { order_id: "nobody", approve: false, reason: "已核实", client_key: newKey() } }),
    staff: ["not_found", "forbidden", "forbidden", "not_found"],
  },
  "orderAdmin.failedRefunds": { staff: desk },
  "orderAdmin.retryRefund": {
    input: () => ({ body: { refund_no: "nothing", client_key: newKey() } }),
    staff: ["not_found", "forbidden", "forbidden", "not_found"],
  },
  "orderAdmin.settleRefund": {
    input: () => ({ body: { refund_no: "nothing", note: "已转账", client_key: newKey() } }),
    staff: ["not_found", "forbidden", "forbidden", "not_found"],
  },
  // The victim's order has left the kitchen: who may report is told so.
  "orderAdmin.reportSoldout": {
    input: ({ paidId }) => ({
      body: { order_id: paidId, items: [{ id: dish.id, quantity: 1 }], client_key: newKey() },
    }),
    staff: ["invalid_state", "invalid_state", "not_found", "invalid_state"],
  },
  "order.board": { input: () => ({ query: { restaurant_id: store } }), staff: ownStore },
  "order.advance": {
    input: ({ paidId }) => ({ body: { order_id: paidId, to: "completed" } }),
    staff: ["forbidden", "works", "not_found", "works"],
  },
  "order.refund": {
    input: ({ paidId }) => ({
      body: {
        order_id: paidId,
        refund_no: newKey(),
        type: "amount",
        amount: 1,
        reason_code: "other",
        preview: true,
      },
    }),
    staff: desk,
  },
  "restaurantAdmin.store": { input: () => ({ query: { restaurant_id: store } }), staff: ownStore },
  "restaurantAdmin.pause": {
    input: () => ({ body: { restaurant_id: store, until: null } }),
    staff: ownStore,
  },
  "restaurantAdmin.autoAccept": {
    input: () => ({ body: { restaurant_id: store, auto_accept: true } }),
    staff: ownStore,
  },
  "restaurantAdmin.dishes": { input: () => ({ query: { restaurant_id: store } }), staff: ownStore },
  "restaurantAdmin.dish": {
    input: () => ({ body: { restaurant_id: store, dish_id: dish.id, sold_out: false } }),
    staff: ownStore,
  },
  "card.adminList": { staff: headOffice },
  "card.adminPinsRead": {
    input: () => ({ body: { issue_id: "nobodys" } }),
    staff: ["forbidden", "forbidden", "forbidden", "not_found"],
  },
  "card.adminTellPins": {
    input: () => ({ body: { issue_id: "nobodys" } }),
    staff: ["forbidden", "forbidden", "forbidden", "not_found"],
  },
  "card.adminIssue": {
    input: () => ({ body: { amount: 100, count: 1, client_key: newKey() } }),
    staff: headOffice,
  },
  "withdrawal.adminList": { staff: desk },
  "withdrawal.review": {
    input: () => ({ body: { withdrawal_id: "nobody", approve: true, client_key: newKey() } }),
    staff: ["forbidden", "forbidden", "forbidden", "not_found"],
  },
  "headOffice.vouchers": { staff: headOffice },
  "headOffice.issueVouchers": {
    input: () => ({
      body: {
        items: [{ id: dish.id, quantity: 1 }],
        partner: "团购",
        days: 1,
        count: 1,
        client_key: newKey(),
      },
    }),
    staff: headOffice,
  },
  "headOffice.endVoucher": {
    input: () => ({ body: { number: "nobody" } }),
    staff: ["forbidden", "forbidden", "forbidden", "not_found"],
  },
  "headOffice.createDebugLink": { staff: headOffice },
  "headOffice.audit": { staff: headOffice },
  "headOffice.factors": { staff: headOffice },
  "headOffice.factorTicket": { staff: headOffice },
  "headOffice.resetFactor": {
    input: () => ({ body: { staff_id: "nobody" } }),
    staff: ["forbidden", "forbidden", "forbidden", "not_found"],
  },
  "headOffice.securityPeaks": { staff: headOffice },
  "headOffice.securityEvents": { staff: headOffice },
  // The last one, because it ends their sessions.
  "serviceAuth.logout": { staff: ["own", "own", "own", "own"] },
};
