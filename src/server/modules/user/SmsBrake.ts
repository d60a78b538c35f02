import type { OfficeAlarmEvent } from "#contract/live.ts";
import { later } from "../../platform/clock.ts";
import type { Queries } from "../../platform/Database.ts";
import type { Deps } from "../../platform/Deps.ts";
import { deskChannel } from "../../platform/live/channels.ts";
import { announce } from "../../platform/live/outbox.ts";
import { prolongShared } from "../../platform/sharedRows.ts";
import { audit } from "../staff/staff.repository.ts";
import { nthNewest } from "./sms-code.repository.ts";

const episodeName = "sms-brake";
const minuteMs = 60_000;

/** The brake for the messages of the whole shop, whatever they are for and wherever they are asked for. */
export class SmsBrake {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Whether so many messages have left lately that the next one costs its asker some work. */
  async isActing(tx: Queries): Promise<boolean> {
    const { limits, smsLimits } = this.#deps.config;
    const since = later(this.#deps.clock.now(), -limits.sms.brakeMs);
    return (await nthNewest(tx, undefined, since, smsLimits.shop)) !== null;
  }

  /** Tells the head office, once an episode: it is over when the brake has not acted for as long as it looks back. */
  async tell(): Promise<void> {
    const { clock, config, database, log } = this.#deps;
    const now = clock.now();
    const { brakeMs } = config.limits.sms;
    const messages = config.smsLimits.shop;
    const told: OfficeAlarmEvent = { kind: "sms_brake", messages, minutes: brakeMs / minuteMs };
    const isNew = await database.transaction(async (tx) => {
      const episode = { key: episodeName, now, until: later(now, brakeMs) };
      if (!(await prolongShared(tx, episode))) return false;
      await audit(tx, {
        actor: "system",
        action: "sms.brake",
        target: "sms",
        detail: { messages, minutes: told.minutes },
        at: now,
      });
      announce(tx, { channel: deskChannel, type: "office_alarm", payload: { ...told }, at: now });
      return true;
    });
    if (isNew)
      log.error({ event: "office_alarm", ...told }, "text messages are braked: proofs of work are asked for");
  }
}
