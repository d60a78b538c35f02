import { GatewayError } from "../../gateways/GatewayError.ts";
import type { Notice, RawNotice } from "../../gateways/wechat-pay/WechatPayGateway.ts";
import type { Deps } from "../../platform/Deps.ts";
import { newId } from "../../platform/ids.ts";
import * as repository from "./payment.repository.ts";
import type { RefundProcessor } from "./RefundProcessor.ts";
import type { SettlementService } from "./SettlementService.ts";

const hourMs = 3_600_000;
/** What is kept of forged notifications: so many an hour, and so much of each. */
const refusedAnHour = 200;
const refusedBytes = 4_096;

/** Notifications of the provider: proved, kept as they came, then acted upon. Duplicates are normal. */
export class NotifyService {
  readonly #deps: Deps;
  readonly #settlement: SettlementService;
  readonly #refunds: RefundProcessor;
  #refused = { hour: 0, count: 0 };

  constructor(deps: Deps, settlement: SettlementService, refunds: RefundProcessor) {
    this.#deps = deps;
    this.#settlement = settlement;
    this.#refunds = refunds;
  }

  /** Answers false for what is not the provider's; true once the news is in the database. */
  async receive(kind: "payment" | "refund", raw: RawNotice, ip: string): Promise<boolean> {
    const notice = await this.#read(raw, ip);
    if (notice === null && !this.#mayKeepRefused()) return false;
    const outTradeNo =
      notice === null ? null : notice.kind === "payment" ? notice.trade.outTradeNo : notice.outTradeNo;
    await repository.saveNotice(this.#deps.database.queries, {
      id: newId(),
      kind,
      body: notice === null ? raw.body.subarray(0, refusedBytes) : raw.body,
      headers: Object.fromEntries(
        Object.entries(raw.headers).filter((entry): entry is [string, string] => entry[1] !== undefined),
      ),
      outcome: notice === null ? "refused" : "accepted",
      outTradeNo,
      receivedAt: this.#deps.clock.now(),
    });
    if (notice === null) return false;
    await this.#act(notice);
    return true;
  }

  /** Anybody can send nonsense: only so much of it is kept for an audit. */
  #mayKeepRefused(): boolean {
    const hour = Math.floor(this.#deps.clock.now().getTime() / hourMs);
    if (this.#refused.hour !== hour) this.#refused = { hour, count: 0 };
    this.#refused.count += 1;
    return this.#refused.count <= refusedAnHour;
  }

  async #read(raw: RawNotice, ip: string): Promise<Notice | null> {
    try {
      return await this.#deps.pay.readNotice(raw, this.#deps.clock.now());
    } catch (error) {
      const word = error instanceof GatewayError ? error.word : "unreadable";
      this.#deps.log.warn({ word }, "notification refused");
      this.#deps.security.record({ kind: "refused_notice", ip, what: word });
      return null;
    }
  }

  async #act(notice: Notice): Promise<void> {
    if (notice.kind === "refund") {
      await this.#refunds.noticed(notice.refundNo);
      return;
    }
    const { trade } = notice;
    const { queries } = this.#deps.database;
    const attempt = await repository.byTradeNo(queries, trade.outTradeNo);
    if (attempt) {
      await this.#settlement.apply(attempt, trade, "news");
      return;
    }
    const at = this.#deps.clock.now();
    await repository.alert(queries, { action: "payment.unknown", target: trade.outTradeNo, detail: {}, at });
    this.#deps.log.error({ trade: trade.outTradeNo }, "money for a trade nobody knows");
    this.#deps.security.record({ kind: "refused_notice", what: "payment.unknown" });
  }
}
