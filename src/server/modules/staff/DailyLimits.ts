import type { AdminAlarmEvent } from "#contract/events.ts";
import { formatYuan } from "#contract/money.ts";
import type { Deps } from "../../platform/Deps.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { agentsChannel } from "../../platform/events/channels.ts";
import { publish } from "../../platform/events/outbox.ts";
import { ruleBroken } from "../../platform/http/AppError.ts";
import { toLocalTime } from "../../platform/time/local-time.ts";
import { insertAudit } from "../audit/audit.repository.ts";
import { addWithinLimit } from "./daily-sum.repository.ts";
import { findById } from "./staff.repository.ts";

type LimitedAction = "cards" | "refunds";

/** Share of a limit from which admins are alarmed. */
const alarmThreshold = 0.8;
const labels = { cards: "发卡", refunds: "退款" } as const;

/** Daily limits (Asia/Shanghai) in fen of what staff may give out, per staff member and chain-wide. */
export class DailyLimits {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Counts an amount inside the caller's transaction, before dishes, pickup numbers and cards are locked, and
   * alarms admins when most of a limit is used. Throws "rule_broken" beyond a limit.
   */
  async spend(tx: QueryRunner, kind: LimitedAction, staffId: string, amountFen: number): Promise<void> {
    const { staffFen, chainFen } = this.#deps.config.dailyLimits[kind];
    const limitFen = kind === "refunds" ? Math.min(staffFen, await this.#agentLimit(tx, staffId)) : staffFen;
    // Always the same lock order: the staff member's own sum, then the shared one.
    await this.#add(tx, { kind, staffId, amountFen, limitFen });
    await this.#add(tx, { kind, staffId: "", amountFen, limitFen: chainFen });
  }

  /** What the settings let an agent refund in a day; they do not limit others. */
  async #agentLimit(tx: QueryRunner, staffId: string): Promise<number> {
    const isAgent = (await findById(tx, staffId))?.role === "agent";
    return isAgent ? this.#deps.chainSettings.current.refunds.agent_daily_max : Number.POSITIVE_INFINITY;
  }

  async #add(
    tx: QueryRunner,
    sum: { kind: LimitedAction; staffId: string; amountFen: number; limitFen: number },
  ): Promise<void> {
    const { kind, staffId, amountFen, limitFen } = sum;
    const now = this.#deps.clock.now();
    const totalFen = await addWithinLimit(tx, { day: toLocalTime(now).date, ...sum });
    const scopeText = staffId === "" ? "全公司" : "您";
    if (totalFen === null)
      throw ruleBroken(
        `${scopeText}今日${labels[kind]}总额不能超过 ${formatYuan(limitFen)}，请明天再试或联系管理员调整上限`,
        "amount",
      );
    if (totalFen < alarmThreshold * limitFen || totalFen - amountFen >= alarmThreshold * limitFen) return;
    const name = staffId === "" ? null : ((await findById(tx, staffId))?.name ?? null);
    const event: AdminAlarmEvent = {
      kind: "daily_limit",
      what: kind,
      name,
      money: totalFen,
      limit: limitFen,
    };
    publish(tx, { channel: agentsChannel, type: "office_alarm", payload: { ...event }, createdAt: now });
    const detail = { type: kind, money: totalFen, limit: limitFen };
    await insertAudit(tx, {
      actor: "system",
      action: "limit.near",
      target: staffId || "chain",
      detail,
      createdAt: now,
    });
  }
}
