import type { OfficeAlarmEvent } from "#contract/live.ts";
import { formatYuan } from "#contract/money.ts";
import { ruleBroken } from "../../platform/AppError.ts";
import type { Queries } from "../../platform/Database.ts";
import type { Deps } from "../../platform/Deps.ts";
import { deskChannel } from "../../platform/live/channels.ts";
import { announce } from "../../platform/live/outbox.ts";
import { wallTime } from "../../platform/shanghai.ts";
import { addToday } from "./daily-sum.repository.ts";
import { audit, byId } from "./staff.repository.ts";

type Limited = "cards" | "refunds";

/** From this part of a limit on the head office is told. */
const alarmShare = 0.8;
const names = { cards: "发卡", refunds: "退款" } as const;

/** What staff may give out in a day of Asia/Shanghai: each member, and all of the chain together; amounts in fen. */
export class DailyLimits {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Counts an amount inside the caller's transaction, before dishes, stores' numbers and cards are locked, and tells the
   * head office when most of a limit is used up. Throws "rule_broken" beyond a limit.
   */
  async spend(tx: Queries, what: Limited, staffId: string, fen: number): Promise<void> {
    const { staffFen, chainFen } = this.#deps.config.dailyLimits[what];
    // One order for everybody: the own sum, then the one that all share.
    await this.#add(tx, { what, staffId, who: staffId, fen, most: staffFen });
    await this.#add(tx, { what, staffId, who: "", fen, most: chainFen });
  }

  async #add(
    tx: Queries,
    sum: { what: Limited; staffId: string; who: string; fen: number; most: number },
  ): Promise<void> {
    const { what, who, fen, most } = sum;
    const now = this.#deps.clock.now();
    const after = await addToday(tx, { day: wallTime(now).date, what, who, fen, most });
    const whose = who === "" ? "全公司" : "您";
    if (after === null)
      throw ruleBroken(
        `${whose}今日${names[what]}总额不能超过 ${formatYuan(most)}，请明天再试或联系管理员调整上限`,
        "amount",
      );
    if (after < alarmShare * most || after - fen >= alarmShare * most) return;
    const name = who === "" ? null : ((await byId(tx, who))?.name ?? null);
    const alarm: OfficeAlarmEvent = { kind: "daily_limit", what, name, money: after, limit: most };
    announce(tx, { channel: deskChannel, type: "office_alarm", payload: { ...alarm }, at: now });
    const detail = { type: what, money: after, limit: most };
    await audit(tx, { actor: "system", action: "limit.near", target: who || "chain", detail, at: now });
  }
}
