import { GatewayError } from "../../gateways/GatewayError.ts";
import {
  type PaymentNotification,
  type RawNotification,
  undecryptableCode,
} from "../../gateways/wechat-pay/WechatPayGateway.ts";
import type { Deps } from "../../platform/Deps.ts";
import { type NoticeRecord, setNoticeRecord } from "../../platform/database/notice-record.ts";
import { newId } from "../../platform/security/ids.ts";
import * as repository from "./payment.repository.ts";
import type { SettlementService } from "./settlement.service.ts";

const hourMs = 3_600_000;
/** Limits for stored forged notifications: number per hour, and size of each. */
const maxRejectedPerHour = 200;
const maxRejectedBodyBytes = 4_096;

/** Handles a notification about the refund of this number. */
type HandleRefundNotification = (refundNo: string) => Promise<void>;

/** Handles notifications of the provider: verifies, stores and then processes them. Duplicates are normal. */
export class PaymentNotificationService {
  readonly #deps: Deps;
  readonly #settlement: SettlementService;
  readonly #handleRefund: HandleRefundNotification;
  #rejected = { hour: 0, count: 0 };

  constructor(deps: Deps, settlement: SettlementService, handleRefund: HandleRefundNotification) {
    this.#deps = deps;
    this.#settlement = settlement;
    this.#handleRefund = handleRefund;
  }

  /** Returns false for a notification that is not the provider's; true once it is stored. */
  async receive(kind: "payment" | "refund", raw: RawNotification, ip: string): Promise<boolean> {
    const notification = await this.#verify(raw, ip);
    if (notification === null && !this.#canStoreRejected()) return false;
    const outTradeNo =
      notification === null
        ? null
        : notification.kind === "payment"
          ? notification.trade.outTradeNo
          : notification.outTradeNo;
    await repository.insertNotification(this.#deps.database.queries, {
      id: newId(),
      kind,
      body: notification === null ? raw.body.subarray(0, maxRejectedBodyBytes) : raw.body,
      headers: Object.fromEntries(
        Object.entries(raw.headers).filter((entry): entry is [string, string] => entry[1] !== undefined),
      ),
      outcome: notification === null ? "refused" : "accepted",
      outTradeNo,
      receivedAt: this.#deps.clock.now(),
    });
    if (notification === null) return false;
    await this.#handle(notification);
    return true;
  }

  /** Limits the rejected notifications stored for audits, since forged ones can come from any sender. */
  #canStoreRejected(): boolean {
    const hour = Math.floor(this.#deps.clock.now().getTime() / hourMs);
    if (this.#rejected.hour !== hour) this.#rejected = { hour, count: 0 };
    this.#rejected.count += 1;
    return this.#rejected.count <= maxRejectedPerHour;
  }

  async #verify(raw: RawNotification, ip: string): Promise<PaymentNotification | null> {
    let notification: PaymentNotification;
    try {
      notification = await this.#deps.pay.verifyNotification(raw, this.#deps.clock.now());
    } catch (error) {
      const code = error instanceof GatewayError ? error.code : "unreadable";
      if (code === undecryptableCode) await this.#record("undecryptable");
      this.#deps.log.warn({ word: code }, "notification refused");
      this.#deps.security.record({ kind: "refused_notice", ip, detail: code });
      return null;
    }
    await this.#record("decrypted");
    return notification;
  }

  /** Records for the checklist whether the APIv3 key decrypts; a failure is logged and changes nothing else. */
  async #record(record: NoticeRecord): Promise<void> {
    const { database, config, clock, log } = this.#deps;
    try {
      const { apiV3Key } = config.wechatPay;
      await setNoticeRecord(database.queries, { record, apiV3Key }, clock.now());
    } catch (err) {
      log.warn({ err }, "whether the APIv3 key decrypts is not recorded");
    }
  }

  async #handle(notification: PaymentNotification): Promise<void> {
    if (notification.kind === "refund") {
      await this.#handleRefund(notification.refundNo);
      return;
    }
    const { trade } = notification;
    const { queries } = this.#deps.database;
    const attempt = await repository.findByTradeNo(queries, trade.outTradeNo);
    if (attempt) {
      await this.#settlement.applyTrade(attempt, trade, "news");
      return;
    }
    const at = this.#deps.clock.now();
    await repository.insertAlert(queries, {
      action: "payment.unknown",
      target: trade.outTradeNo,
      detail: {},
      createdAt: at,
    });
    this.#deps.log.error({ trade: trade.outTradeNo }, "money for an unknown trade");
    this.#deps.security.record({ kind: "refused_notice", detail: "payment.unknown" });
  }
}
