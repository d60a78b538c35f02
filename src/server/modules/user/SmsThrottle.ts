import type { AdminAlarmEvent } from "#contract/events.ts";
import type { Deps } from "../../platform/Deps.ts";
import { createOrExtend } from "../../platform/database/cache-entries.repository.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { agentsChannel } from "../../platform/events/channels.ts";
import { publish } from "../../platform/events/outbox.ts";
import { addMs } from "../../platform/time/clock.ts";
import { insertAudit } from "../staff/staff.repository.ts";
import { findNthNewestAt } from "./sms-code.repository.ts";

const alarmKey = "sms-brake";
const minuteMs = 60_000;

/** The brake for the messages of the whole shop, whatever they are for and wherever they are asked for. */
export class SmsThrottle {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Whether so many messages have left lately that the next one costs its asker some work. */
  async isActive(tx: QueryRunner): Promise<boolean> {
    const { limits, smsLimits } = this.#deps.config;
    const since = addMs(this.#deps.clock.now(), -limits.sms.brakeMs);
    return (await findNthNewestAt(tx, undefined, since, smsLimits.shop)) !== null;
  }

  /** Tells the head office, once an episode: it is over when the brake has not acted for as long as it looks back. */
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
        at: now,
      });
      publish(tx, { channel: agentsChannel, type: "office_alarm", payload: { ...event }, at: now });
      return true;
    });
    if (isNew)
      log.error(
        { event: "office_alarm", ...event },
        "text messages are braked: proofs of work are asked for",
      );
  }
}
