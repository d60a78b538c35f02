import { parseConfig } from "../config.ts";
import { ChatService } from "../modules/chat/chat.service.ts";
import { StaffChatService } from "../modules/chat/staff-chat.service.ts";
import { bindInvite } from "../modules/invite/invite-binding.service.ts";
import { grantReward } from "../modules/invite/invite-reward.service.ts";
import { lockForUpdate as lockOrder } from "../modules/order/order.repository.ts";
import { OrderStatusService } from "../modules/order/order-status.service.ts";
import { resolveOrder } from "../modules/order/quote.service.ts";
import { countOpen } from "../modules/refund/refund-request.repository.ts";
import { StaffRefundService } from "../modules/refund/staff-refund.service.ts";
import { createOrderServices } from "../modules/register-order-modules.ts";
import { findByPhone as findStaff } from "../modules/staff/staff.repository.ts";
import { findById as findUser } from "../modules/user/user.repository.ts";
import { WithdrawalService } from "../modules/withdrawal/withdrawal.service.ts";
import { WithdrawalReviewService } from "../modules/withdrawal/withdrawal-review.service.ts";
import type { Deps } from "../platform/Deps.ts";
import { AppError } from "../platform/http/AppError.ts";
import { newId } from "../platform/security/ids.ts";
import { addMs } from "../platform/time/clock.ts";
import { startOfDay } from "../platform/time/local-time.ts";
import { joinTransaction, type Seeding } from "./DemoSection.ts";
import type { PaidOrder } from "./demo-past.ts";

const dayMs = 86_400_000;
const minuteMs = 60_000;

/** The services by which the demo's past is made: each step at a time of the past, all in the seeding's transaction. */
export class PastServices {
  readonly #seeding: Seeding;
  readonly #deps: Deps;
  readonly #orders: ReturnType<typeof createOrderServices>;
  #now: Date;

  constructor(seeding: Seeding) {
    this.#seeding = seeding;
    this.#now = seeding.now;
    // What is needed for it: no providers, no files, no log.
    const deps: Pick<Deps, "config" | "database" | "clock" | "chainSettings"> = {
      config: parseConfig({}),
      database: joinTransaction(seeding.tx),
      clock: { now: () => this.#now },
      chainSettings: { ...seeding.chainSettings, onChange: () => undefined },
    };
    this.#deps = deps as Deps;
    this.#orders = createOrderServices(this.#deps);
  }

  /** Sets the time at which the next things happen: an hour of a day, in Asia/Shanghai. */
  goTo(daysAgo: number, hour: number): void {
    this.#now = addMs(startOfDay(this.#seeding.now), hour * 60 * minuteMs - daysAgo * dayMs);
  }

  get now(): Date {
    return this.#now;
  }

  /** Lets a customer order and pay, and the restaurant do its work; returns the order's id. */
  async order(userId: string, order: PaidOrder): Promise<string> {
    const orderId = await this.pay(userId, order);
    const steps = [
      "accepted",
      "preparing",
      order.type === "takeaway" ? "delivering" : "ready_for_pickup",
    ] as const;
    const kitchen = await this.#requireStaff("13900000009");
    const status = new OrderStatusService(this.#deps, this.#orders.states, (locked, by, beforeCancel) =>
      this.#orders.cancels.cancelOnBehalf(locked, by, beforeCancel),
    );
    for (const to of [...steps, "completed"] as const) {
      this.#wait(to === "accepted" ? 1 : 12);
      await status.advance(kitchen, { order_id: orderId, to });
    }
    return orderId;
  }

  /** Lets a customer order, and pay by member card unless a voucher does; returns the order's id. */
  async pay(userId: string, order: PaidOrder): Promise<string> {
    const { tx, chainSettings } = this.#seeding;
    const request = {
      order_type: order.type,
      restaurant_id: order.restaurantId,
      items: order.items,
      address_id: order.addressId ?? null,
      table_no: order.tableNo ?? null,
      third_party_order_id: order.voucherId ?? null,
      remark: order.remark ?? "",
    };
    const { totalFen } = await resolveOrder(tx, userId, request, {
      now: this.#now,
      chain: chainSettings.current,
    });
    const input = { ...request, expected_total: totalFen, client_key: newId() };
    const { order_id: orderId } = await this.#orders.orders.create(userId, input);
    this.#wait(1);
    if (order.voucherId === undefined) {
      const client = { kind: "page", tokenHash: "", userAgent: "" } as const;
      const payer = { userId, ip: "127.0.0.1", client };
      const points = order.points ?? 0;
      await this.#orders.payments.pay(payer, {
        order_id: orderId,
        payment_method: "card",
        points_payment: points,
      });
    }
    return orderId;
  }

  /** Cancels an order that the restaurant has not accepted yet. */
  async cancel(userId: string, orderId: string): Promise<void> {
    this.#wait(1);
    await this.#orders.cancels.cancel(userId, { order_id: orderId, reason: 1 });
  }

  /** Lets customer service refund portions of an order that was paid by card. */
  async refund(orderId: string, items: { id: string; quantity: number }[], reason: string): Promise<void> {
    this.#wait(1);
    const { states, refundServices } = this.#orders;
    const agent = await this.#requireStaff("13900000001");
    const input = {
      order_id: orderId,
      refund_no: newId(),
      type: "items",
      items,
      reason_code: reason,
    } as const;
    await new StaffRefundService(this.#deps, states, refundServices.refunds).refund(agent, input);
  }

  /** Lets a customer accept another's invite. */
  async acceptInvite(userId: string, code: string): Promise<void> {
    const { tx } = this.#seeding;
    const user = await findUser(tx, userId);
    if (user === undefined) throw new AppError("not_found");
    const binding = await bindInvite(tx, this.#deps, user, code);
    if (binding !== "bound") throw new AppError("invite_invalid", { reason: binding });
  }

  /** Grants the rewards for the first order of an invited customer. */
  async rewardInvite(orderId: string): Promise<void> {
    const { tx, chainSettings } = this.#seeding;
    const order = await lockOrder(tx, orderId);
    if (order === undefined) throw new AppError("not_found");
    await grantReward(tx, chainSettings, order, this.#now);
  }

  /** Lets a customer have points paid out, which the head office does a day later. */
  async withdraw(userId: string, points: number): Promise<void> {
    const { withdrawal_id } = await new WithdrawalService(this.#deps).withdraw(userId, {
      points,
      client_key: newId(),
    });
    this.#wait(24 * 60);
    const admin = await this.#requireStaff("13900000003");
    const review = { withdrawal_id, approve: true, client_key: newId() };
    await new WithdrawalReviewService(this.#deps).review(admin, review);
  }

  /** Lets a customer write to customer service, a text or an order by its id; returns the message's id. */
  async ask(userId: string, message: { content: string } | { order_id: string }): Promise<number> {
    this.#wait(1);
    const type = "content" in message ? "text" : "order";
    return (await new ChatService(this.#deps).send(userId, { type, ...message, client_key: newId() })).id;
  }

  /** Lets customer service answer a customer, who reads it. */
  async answer(userId: string, content: string): Promise<void> {
    this.#wait(2);
    const message = { type: "text", user_id: userId, content, client_key: newId() } as const;
    const { id } = await this.#staffChat().send(await this.#requireStaff("13900000001"), message);
    await new ChatService(this.#deps).markRead(userId, id);
  }

  /** Lets customer service read a conversation up to a message, and end it. */
  async endConversation(userId: string, upToId: number): Promise<void> {
    this.#wait(1);
    const agent = await this.#requireStaff("13900000001");
    await this.#staffChat().markRead(agent, userId, upToId);
    await this.#staffChat().updateConversation(agent, { user_id: userId, action: "resolve" });
  }

  #staffChat(): StaffChatService {
    return new StaffChatService(this.#deps, (queries) => countOpen(queries, { restaurantId: null }));
  }

  async #requireStaff(phone: string): Promise<string> {
    const member = await findStaff(this.#seeding.tx, phone);
    if (member === undefined) throw new AppError("not_found", {}, `没有员工 ${phone}`);
    return member.id;
  }

  #wait(minutes: number): void {
    this.#now = addMs(this.#now, minutes * minuteMs);
  }
}
