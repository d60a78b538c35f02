import type { Deps } from "../../platform/Deps.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { AppError } from "../../platform/http/AppError.ts";
import { newRisingId } from "../../platform/security/ids.ts";
import { addMs } from "../../platform/time/clock.ts";
import type { OnlineChannel } from "../../schema/payments.ts";
import { assertTimeAvailable } from "../order/booking-time.rules.ts";
import type { OrderRow } from "../order/order.repository.ts";
import * as orders from "../order/order.repository.ts";
import { requireOwnOrder } from "../order/order.service.ts";
import { reservePoints } from "../order/order-points.service.ts";
import { isSpendable } from "../points/points.rules.ts";
import { findById as findUserById } from "../user/user.repository.ts";
import { payWithCard } from "./card-payment.service.ts";
import { findPayer } from "./payer.repository.ts";
import type { AttemptRow } from "./payment.repository.ts";
import * as repository from "./payment.repository.ts";
import { payingApp } from "./payment-channel.rules.ts";
import type { SettlementService } from "./settlement.service.ts";

const firstQueryDelayMs = 5_000;

/** The paying customer and client; the payment channel depends on the client. */
export interface Payer {
  userId: string;
  ip: string;
  client: PayingClient;
}

/** A page, with the hash of its session's token, or the mini-program with its user. */
type PayingClient =
  | { kind: "page"; tokenHash: string; userAgent: string }
  | { kind: "mini_program"; openid: string };

/** Payment method and points for an order. */
export interface PaymentOptions {
  method: "wechat" | "card";
  points: number;
}

/**
 * The attempt to continue, or null when nothing is left to pay; "another way" means that an open attempt with
 * other options must be closed first.
 */
export type StartedPayment = { order: OrderRow; attempt: AttemptRow | null } | "another way";

/** Chooses the channel: WeChat's sheet only in WeChat itself; WeCom names WeChat too, but cannot pay this way. */
function channelFor(client: PayingClient): OnlineChannel {
  if (client.kind === "mini_program") return "mini_program";
  return /MicroMessenger/i.test(client.userAgent) && !/wxwork/i.test(client.userAgent) ? "jsapi" : "h5";
}

/**
 * Returns the openid of the paying WeChat user: as proved in this session for this order, else the account's,
 * else the open attempt's. Throws "openid_required" when there is none.
 */
async function resolvePayerOpenid(
  tx: QueryRunner,
  { userId, client }: Payer,
  { orderId, openAttempt, now }: { orderId: string; openAttempt: AttemptRow | undefined; now: Date },
): Promise<string> {
  if (client.kind === "mini_program") return client.openid;
  const authorizedOpenid = await findPayer(tx, { tokenHash: client.tokenHash, orderId }, now);
  // The mini-program knows its users by other openids.
  const earlierOpenid = openAttempt?.channel === "jsapi" ? openAttempt.payerOpenid : null;
  const openid = authorizedOpenid ?? (await findUserById(tx, userId))?.openid ?? earlierOpenid;
  if (openid === null) throw new AppError("openid_required");
  return openid;
}

/** Detects a repeated submit after the card has paid. */
function isAlreadyPaid(order: OrderRow, options: PaymentOptions): boolean {
  const isSameChoice = options.method === order.paymentMethod && options.points === order.pointsUsed;
  return (
    order.paymentMethod === "card" && isSameChoice && order.paidAt !== null && order.status !== "cancelled"
  );
}

/**
 * The database part of a payment. Paying, settling, cancelling and refunding lock rows in this order:
 * customer, order, attempt, dishes and the restaurant's pickup number, points account, card.
 */
export class PaymentInitiator {
  readonly #deps: Deps;
  readonly #settlement: SettlementService;

  constructor(deps: Deps, settlement: SettlementService) {
    this.#deps = deps;
    this.#settlement = settlement;
  }

  /**
   * Continues the open attempt if it has the same options, else starts one with its points reserved, or
   * settles at once.
   */
  async initiate(
    tx: QueryRunner,
    payer: Payer,
    orderId: string,
    options: PaymentOptions,
  ): Promise<StartedPayment> {
    const order = requireOwnOrder(await orders.lockForUpdate(tx, orderId), payer.userId);
    const now = this.#deps.clock.now();
    if (isAlreadyPaid(order, options)) return { order, attempt: null };
    if (order.status !== "pending_payment" || order.payExpireAt === null || order.payExpireAt <= now)
      throw new AppError("invalid_state");
    await assertTimeAvailable(tx, order, now, this.#deps.chainSettings.current);
    if (!isSpendable(order.goodsFen, options.points, this.#deps.chainSettings.at(order.createdAt)))
      throw new AppError("points_unusable");
    const isImmediate = options.method === "card" || order.totalFen === options.points;
    const channel = channelFor(payer.client);
    const openAttempt = await repository.findOpenAttempt(tx, orderId);
    const needsOpenid = channel !== "h5" && !isImmediate;
    const openid = needsOpenid ? await resolvePayerOpenid(tx, payer, { orderId, openAttempt, now }) : null;
    if (openAttempt !== undefined) {
      const isSameAttempt =
        !isImmediate &&
        openAttempt.channel === channel &&
        openAttempt.payerOpenid === openid &&
        order.pointsUsed === options.points;
      return isSameAttempt ? { order, attempt: openAttempt } : "another way";
    }
    if (isImmediate)
      return { order: await this.#settleImmediately(tx, order, payer, options), attempt: null };
    const reserved = await reservePoints(tx, order, options.points, {
      now,
      rules: this.#deps.chainSettings.at(order.createdAt),
    });
    const attemptNumber = (await repository.countAttempts(tx, orderId)) + 1;
    const attempt = await repository.insertAttempt(tx, {
      id: newRisingId("payment1", now),
      orderId,
      outTradeNo: `${order.orderNo}_${attemptNumber}`,
      channel,
      payerOpenid: openid,
      appId: this.#deps.pay.getAppId(payingApp(channel)),
      amountFen: reserved.payFen,
      state: "created",
      clientIp: payer.ip,
      createdAt: now,
      nextQueryAt: addMs(now, firstQueryDelayMs),
    });
    return { order: reserved, attempt };
  }

  /** Settles without the provider: by card, or because nothing is left to pay. */
  async #settleImmediately(
    tx: QueryRunner,
    order: OrderRow,
    payer: Payer,
    options: PaymentOptions,
  ): Promise<OrderRow> {
    const now = this.#deps.clock.now();
    const isFree = order.totalFen === options.points;
    return await this.#settlement.settle(tx, order, isFree ? "zero" : "card", now, async () => {
      const reserved = await reservePoints(tx, order, options.points, {
        now,
        rules: this.#deps.chainSettings.at(order.createdAt),
      });
      if (!isFree) await payWithCard(tx, reserved, payer.ip, now);
      return reserved;
    });
  }
}
