import type { OrderDetail } from "#contract/order/schema.ts";
import { AppError } from "../../platform/AppError.ts";
import { later } from "../../platform/clock.ts";
import type { Queries } from "../../platform/Database.ts";
import type { Deps } from "../../platform/Deps.ts";
import { newId } from "../../platform/ids.ts";
import { onceByKey } from "../../platform/onceByKey.ts";
import { mayAskRefund } from "../order/order.presenter.ts";
import type { OrderRow } from "../order/order.repository.ts";
import * as orders from "../order/order.repository.ts";
import { type OrderService, requireOwned } from "../order/order.service.ts";
import { cancelOrder, moveRefund } from "../order/order-life.ts";
import { announceRequest } from "../order/refund-answer.ts";
import * as requests from "../order/refund-request.repository.ts";
import type { Actor } from "../order/transitions.ts";
import type { RefundService } from "./RefundService.ts";

interface RequestForm {
  order_id: string;
  reason: string;
  text?: string;
  images?: string[];
  client_key: string;
}

/** Who agrees, what the order's history says, and what the customer reads. */
interface ApprovedBy {
  actor: Actor;
  actorId?: string;
  reason: string;
  answer: string;
}

const batch = 20;
/** What an order is told that ends because its customer was right. */
export const approvedReason = "退款申请已通过";

/** Customers asking for their money back, and what happens when nobody answers them. */
export class RefundRequestService {
  readonly #deps: Deps;
  readonly #orders: OrderService;
  readonly #refunds: RefundService;

  constructor(deps: Deps, order: OrderService, refunds: RefundService) {
    this.#deps = deps;
    this.#orders = order;
    this.#refunds = refunds;
  }

  /** Asks once a client key. Throws "invalid_state" while nothing can be asked for, or is asked for already. */
  async ask(userId: string, form: RequestForm): Promise<OrderDetail> {
    const { database, clock, config } = this.#deps;
    const now = clock.now();
    const key = {
      subjectId: userId,
      call: "order/refund-request",
      key: form.client_key,
      body: form,
      at: now,
    };
    await database.transaction((tx) =>
      onceByKey(tx, key, async () => {
        const order = requireOwned(await orders.lock(tx, form.order_id), userId);
        if (!mayAskRefund(order, now, config.limits)) throw new AppError("invalid_state");
        const images = await this.#ownPictures(tx, userId, form.images ?? []);
        await requests.keepPictures(tx, images);
        const request = await requests.insertRequest(tx, {
          id: newId(),
          orderId: order.id,
          reason: form.reason,
          text: form.text?.trim() ?? "",
          images,
          status: "open",
          createdAt: now,
          dueAt: later(now, config.limits.refundAnswerMs),
        });
        await moveRefund(tx, order, { to: "requested", actor: "customer", reason: form.reason, now });
        announceRequest(tx, order, request, now);
        return null;
      }),
    );
    return await this.#orders.detail(userId, form.order_id);
  }

  /** Approves what nobody has answered in time. */
  async sweep(): Promise<void> {
    const { database, clock } = this.#deps;
    for (const orderId of await requests.unanswered(database.queries, clock.now(), batch)) {
      try {
        await database.transaction((tx) => this.#approveUnanswered(tx, orderId));
      } catch (error) {
        // Somebody moved the order at the same moment: it stays due and is looked at again.
        if (!(error instanceof AppError)) throw error;
        this.#deps.log.info({ order: orderId, word: error.word }, "refund request left for later");
      }
    }
  }

  async #ownPictures(tx: Queries, userId: string, images: string[]): Promise<string[]> {
    const distinct = [...new Set(images)];
    if (distinct.length > 0 && (await requests.countOwnPictures(tx, userId, distinct)) < distinct.length)
      throw new AppError("not_found", { field: "images" }, "图片不存在，请重新上传");
    return distinct;
  }

  /**
   * All money goes back; an order that is not completed ends with it, so that nobody brings what nobody pays. The order
   * must be locked.
   */
  async approve(tx: Queries, order: OrderRow, by: ApprovedBy): Promise<void> {
    const isOver = order.status === "completed" || order.status === "cancelled";
    const { answer, ...mover } = by;
    const ended = isOver ? order : await cancelOrder(tx, order, { ...mover, now: this.#deps.clock.now() });
    await this.#refunds.promiseFull(tx, ended, { ...mover, answer });
  }

  async #approveUnanswered(tx: Queries, orderId: string): Promise<void> {
    const order = await orders.lock(tx, orderId);
    // Somebody was faster.
    if (order?.refundStatus !== "requested") return;
    const answer = "超时未处理，已自动同意退款";
    await this.approve(tx, order, { actor: "system", reason: approvedReason, answer });
  }
}
