import { pageSizeDefault } from "#contract/constants.ts";
import type { FailedRefund, RefundOutcome } from "#contract/staff/order/schema.ts";
import { GatewayError } from "../../gateways/GatewayError.ts";
import type { ProviderRefund } from "../../gateways/wechat-pay/WechatPayGateway.ts";
import type { Deps } from "../../platform/Deps.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { withIdempotencyKey } from "../../platform/database/idempotency.ts";
import { AppError, invalid } from "../../platform/http/AppError.ts";
import { insertAudit } from "../audit/audit.repository.ts";
import type { OrderRow } from "../order/order.repository.ts";
import * as orders from "../order/order.repository.ts";
import { requireRole } from "../staff/staff-access.rules.ts";
import {
  type FailedRefundQuery,
  parseFailedRefundFilter,
  presentFailedRefund,
} from "./failed-refund.presenter.ts";
import type { RefundServices } from "./refund.factory.ts";
import type { RefundRow } from "./refund.repository.ts";
import * as repository from "./refund.repository.ts";
import { assertRefundLimit } from "./refund-limit.rules.ts";

const roles = ["agent", "admin"] as const;
/** Provider states in which the money may still reach the customer, or has. */
const acceptedStates: readonly ProviderRefund["state"][] = ["SUCCESS", "PROCESSING"];

type FailedRefundInput = { refund_no: string; client_key: string; note?: string };
type RefundAction = (tx: QueryRunner, order: OrderRow, refund: RefundRow) => Promise<RefundOutcome>;

/** Lets staff decide how a failed refund continues. */
export class FailedRefundService {
  readonly #deps: Deps;
  readonly #services: RefundServices;

  constructor(deps: Deps, services: RefundServices) {
    this.#deps = deps;
    this.#services = services;
  }

  /** Lists the refunds that wait for staff, the longest waiting first. Throws "forbidden", and as `parseDayRange`. */
  async list(
    staffId: string,
    {
      page = 1,
      pageSize = pageSizeDefault,
      ...query
    }: FailedRefundQuery & { page?: number; pageSize?: number },
  ) {
    const { database } = this.#deps;
    await requireRole(database.lookups, staffId, roles);
    const range = { offset: (page - 1) * pageSize, limit: pageSize + 1 };
    const filter = parseFailedRefundFilter(query);
    const rows = await database.read((queries) => repository.listFailed(queries, filter, range));
    const list: FailedRefund[] = rows.slice(0, pageSize).map(presentFailedRefund);
    return { list, page, pageSize, has_more: rows.length > pageSize };
  }

  /**
   * Restarts a failed refund under a new number, once a provider query shows that no money was returned under
   * the old one; any other result is recorded.
   * @throws AppError "invalid_state" for a refund that has not failed or that the provider keeps as abnormal,
   * "payment_failed" when the provider cannot be queried, "forbidden" beyond an agent's limit.
   */
  async retry(staffId: string, input: FailedRefundInput): Promise<RefundOutcome> {
    const { refund, providerRefund } = await this.#loadRefund(staffId, input);
    if (providerRefund !== null && acceptedStates.includes(providerRefund.state))
      return await this.#recordProviderState(refund, providerRefund);
    if (providerRefund?.state === "ABNORMAL")
      throw new AppError("invalid_state", {}, "微信支付显示该退款异常，请先在商户平台处理，再重试");
    return await this.#runOnce(
      staffId,
      "order/admin/failed-refund/retry",
      input,
      async (tx, order, locked) => {
        const failure = providerRefund === null ? (locked.failure ?? "") : providerRefund.state;
        const next = await this.#services.failures.restart(tx, order, locked, { actor: "staff", failure });
        const detail = { refund_no: locked.refundNo, next: next.refundNo, money: locked.moneyFen };
        const entry = { actor: staffId, action: "order.refund-retry", target: order.id, detail };
        await insertAudit(tx, { ...entry, createdAt: this.#deps.clock.now() });
        return { refund_no: next.refundNo, status: "created" };
      },
    );
  }

  /**
   * Records that the money of a failed refund reached the customer in another way; the points are returned
   * with it. Throws as `retry`, and "invalid_state" when the provider has returned the money after all or is
   * still processing it.
   */
  async settle(staffId: string, input: FailedRefundInput & { note: string }): Promise<RefundOutcome> {
    const note = input.note.trim();
    if (note === "") throw invalid("请填写退款方式说明", "note");
    const { refund, providerRefund } = await this.#loadRefund(staffId, input);
    if (providerRefund !== null && acceptedStates.includes(providerRefund.state)) {
      await this.#services.processor.recordProviderState(refund, providerRefund);
      throw new AppError("invalid_state", {}, "微信支付已受理该退款，无需另行退回");
    }
    return await this.#runOnce(
      staffId,
      "order/admin/failed-refund/settle",
      input,
      async (tx, order, locked) => {
        const finishedAt = this.#deps.clock.now();
        await repository.updateRefund(tx, locked.id, { state: "settled", finishedAt, nextTryAt: null });
        this.#services.failures.publish(tx, order, locked, "resolved");
        const detail = { refund_no: locked.refundNo, money: locked.moneyFen, note };
        const entry = { actor: staffId, action: "order.refund-settle", target: order.id, detail };
        await insertAudit(tx, { ...entry, createdAt: finishedAt });
        if (locked.kind !== "late")
          await this.#services.refunds.markSucceeded(tx, order, locked, "staff", "已通过其他方式退回");
        return { refund_no: locked.refundNo, status: "settled" };
      },
    );
  }

  /** Checks access, and queries the provider while the refund is still a task. */
  async #loadRefund(
    staffId: string,
    input: FailedRefundInput,
  ): Promise<{ refund: RefundRow; providerRefund: ProviderRefund | null }> {
    const { queries } = this.#deps.database;
    const member = await requireRole(queries, staffId, roles);
    const refund = await repository.findByRefundNo(queries, input.refund_no);
    if (refund === undefined) throw new AppError("not_found", {}, "退款不存在");
    assertRefundLimit(this.#deps.chainSettings.current, member, refund.moneyFen);
    // The response to an earlier, equal request is found by its key.
    if (refund.state !== "failed") return { refund, providerRefund: null };
    try {
      return { refund, providerRefund: await this.#deps.pay.queryRefund(refund.refundNo) };
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error;
      this.#deps.log.warn({ err: error, refund: refund.refundNo }, "refund not queried");
      throw new AppError("payment_failed");
    }
  }

  async #recordProviderState(refund: RefundRow, providerRefund: ProviderRefund): Promise<RefundOutcome> {
    await this.#services.processor.recordProviderState(refund, providerRefund);
    return {
      refund_no: refund.refundNo,
      status: providerRefund.state === "SUCCESS" ? "success" : "processing",
    };
  }

  async #runOnce(
    staffId: string,
    endpointPath: string,
    input: FailedRefundInput,
    action: RefundAction,
  ): Promise<RefundOutcome> {
    const { database, clock } = this.#deps;
    const idempotentRequest = {
      subjectId: staffId,
      endpoint: endpointPath,
      idempotencyKey: input.client_key,
      body: input,
      createdAt: clock.now(),
    };
    return await database.transaction((tx) =>
      withIdempotencyKey(tx, idempotentRequest, async () => {
        const found = await repository.findByRefundNo(tx, input.refund_no);
        const order = found && (await orders.lockForUpdate(tx, found.orderId));
        const locked = found && (await repository.lockRefund(tx, found.id));
        if (!order || locked?.state !== "failed") throw new AppError("invalid_state", {}, "该退款已处理");
        return await action(tx, order, locked);
      }),
    );
  }
}
