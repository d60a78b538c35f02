import type { AdminAlarmEvent } from "#contract/events.ts";
import type { Deps } from "../../platform/Deps.ts";
import { createOrExtend } from "../../platform/database/cache-entries.repository.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { agentsChannel } from "../../platform/events/channels.ts";
import { publish } from "../../platform/events/outbox.ts";
import { addMs } from "../../platform/time/clock.ts";
import { insertAudit } from "../audit/audit.repository.ts";
import { findNthNewestAt } from "./sms-code.repository.ts";

const alarmKey = "sms-brake";
const minuteMs = 60_000;

/** The throttle for all messages of the app, for all purposes and networks. */
export class SmsThrottle {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Returns whether recent messages are so numerous that the next one requires a proof of work. */
  async isActive(tx: QueryRunner): Promise<boolean> {
    const { limits, smsLimits } = this.#deps.config;
    const since = addMs(this.#deps.clock.now(), -limits.sms.brakeMs);
    return (await findNthNewestAt(tx, undefined, since, smsLimits.shop)) !== null;
  }

  /** Alarms admins once per episode, which ends when the throttle was inactive for its window's length. */
  async publishAlarm(): Promise<void> {
    const { clock, config, database, log } = this.#deps;
    const now = clock.now();
    const { brakeMs } = config.limits.sms;
    const messages = config.smsLimits.shop;
    const event: AdminAlarmEvent = { kind: "sms_brake", messages, minutes: brakeMs / minuteMs };
    const isNew = await database.transaction(async (tx) => {
      const episode = { key: alarmKey, now, expiresAt: addMs(now, brakeMs) };
      if (!(await createOrExtend(tx, episode))) return false;
      await insertAudit(tx, {
        actor: "system",
        action: "sms.brake",
        target: "sms",
        detail: { messages, minutes: event.minutes },
        createdAt: now,
      });
      publish(tx, { channel: agentsChannel, type: "office_alarm", payload: { ...event }, createdAt: now });
      return true;
    });
    if (isNew)
      log.error(
        { event: "office_alarm", ...event },
        "text messages are braked: proofs of work are asked for",
      );
  }
}
