import { AppError } from "../../platform/AppError.ts";
import { later } from "../../platform/clock.ts";
import type { Queries } from "../../platform/Database.ts";
import type { Deps } from "../../platform/Deps.ts";
import { newId } from "../../platform/ids.ts";
import type { OrderRow } from "../order/order.repository.ts";
import * as orders from "../order/order.repository.ts";
import { requireOwned } from "../order/order.service.ts";
import { reservePoints } from "../order/order-points.ts";
import { requirePromise } from "../order/promised-time.ts";
import { isSpendable } from "../points/points-rules.ts";
import { byId as userById } from "../user/user.repository.ts";
import { payByCard } from "./card-payment.ts";
import { findPayer } from "./payer.repository.ts";
import type { AttemptRow } from "./payment.repository.ts";
import * as repository from "./payment.repository.ts";
import type { SettlementService } from "./SettlementService.ts";

const firstQueryMs = 5_000;

/** Who pays, and from where: the channel follows from the client. */
export interface Payer {
  userId: string;
  /** The session that pays. */
  tokenHash: string;
  ip: string;
  userAgent: string;
}

/** What an order is to be paid with. */
export interface PayWish {
  method: "wechat" | "card";
  points: number;
}

/** An attempt to go on with, or null when nothing is left to pay; "another way" is open and has to be closed first. */
export type Begun = { order: OrderRow; attempt: AttemptRow | null } | "another way";

/** Inside WeChat itself; WeCom names WeChat too, but cannot pay this way. */
function isInWechat(userAgent: string): boolean {
  return /MicroMessenger/i.test(userAgent) && !/wxwork/i.test(userAgent);
}

/**
 * The WeChat user who pays: as just proved in this session for this order, else the account's, else as the attempt under
 * way has it. Throws "openid_required" when there is none.
 */
async function payerOpenid(
  tx: Queries,
  { userId, tokenHash }: Payer,
  { orderId, open, now }: { orderId: string; open: AttemptRow | undefined; now: Date },
): Promise<string> {
  const proved = await findPayer(tx, { tokenHash, orderId }, now);
  const openid = proved ?? (await userById(tx, userId))?.openid ?? open?.payerOpenid ?? null;
  if (openid === null) throw new AppError("openid_required");
  return openid;
}

/** A second press of the button after the card has paid. */
function isPaidSo(order: OrderRow, wish: PayWish): boolean {
  const isAlike = wish.method === order.paymentMethod && wish.points === order.pointsUsed;
  return order.paymentMethod === "card" && isAlike && order.paidAt !== null && order.status !== "cancelled";
}

/**
 * The part of paying that happens in the database. Whoever pays, settles, cancels or refunds holds rows in this order:
 * customer, order, attempt, dishes and the store's number, points account, card.
 */
export class PaymentBeginner {
  readonly #deps: Deps;
  readonly #settlement: SettlementService;

  constructor(deps: Deps, settlement: SettlementService) {
    this.#deps = deps;
    this.#settlement = settlement;
  }

  /** Goes on with the open attempt if it is the same, else begins one with its points held, or settles at once. */
  async begin(tx: Queries, payer: Payer, orderId: string, wish: PayWish): Promise<Begun> {
    const order = requireOwned(await orders.lock(tx, orderId), payer.userId);
    const now = this.#deps.clock.now();
    if (isPaidSo(order, wish)) return { order, attempt: null };
    if (order.status !== "pending_payment" || order.payExpireAt === null || order.payExpireAt <= now)
      throw new AppError("invalid_state");
    await requirePromise(tx, order, now);
    if (!isSpendable(order.goodsFen, wish.points)) throw new AppError("points_unusable");
    const isAtOnce = wish.method === "card" || order.totalFen === wish.points;
    const channel = isInWechat(payer.userAgent) ? "jsapi" : "h5";
    const open = await repository.openAttempt(tx, orderId);
    const isSheet = channel === "jsapi" && !isAtOnce;
    const openid = isSheet ? await payerOpenid(tx, payer, { orderId, open, now }) : null;
    if (open !== undefined) {
      const isSame =
        !isAtOnce &&
        open.channel === channel &&
        open.payerOpenid === openid &&
        order.pointsUsed === wish.points;
      return isSame ? { order, attempt: open } : "another way";
    }
    if (isAtOnce) return { order: await this.#settle(tx, order, payer, wish), attempt: null };
    const reserved = await reservePoints(tx, order, wish.points, now);
    const nth = (await repository.countAttempts(tx, orderId)) + 1;
    const attempt = await repository.insertAttempt(tx, {
      id: newId(),
      orderId,
      outTradeNo: `${order.orderNo}_${nth}`,
      channel,
      payerOpenid: openid,
      amountFen: reserved.payFen,
      state: "created",
      clientIp: payer.ip,
      createdAt: now,
      nextQueryAt: later(now, firstQueryMs),
    });
    return { order: reserved, attempt };
  }

  /** Without the provider: by card, or nothing is left to pay. */
  async #settle(tx: Queries, order: OrderRow, payer: Payer, wish: PayWish): Promise<OrderRow> {
    const now = this.#deps.clock.now();
    const isFree = order.totalFen === wish.points;
    return await this.#settlement.settle(tx, order, isFree ? "zero" : "card", now, async () => {
      const reserved = await reservePoints(tx, order, wish.points, now);
      if (!isFree) await payByCard(tx, reserved, payer.ip, now);
      return reserved;
    });
  }
}
