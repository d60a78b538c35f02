import { pageSizeDefault } from "#contract/constants.ts";
import {
  type SecurityEvent,
  type SecurityHours,
  type SecurityKind,
  securityKinds,
} from "#contract/head-office/security.schema.ts";
import type { SecurityPeakAlarm } from "#contract/live.ts";
import { later } from "../../platform/clock.ts";
import type { Deps } from "../../platform/Deps.ts";
import { deskChannel } from "../../platform/live/channels.ts";
import { announce } from "../../platform/live/outbox.ts";
import { requireRole } from "../staff/staff-access.ts";
import * as repository from "./security.repository.ts";
import { hourMs, hourOf, judgeHours, leastOfPeak, usualHours } from "./security-peaks.ts";

interface EventQuery {
  page?: number;
  pageSize?: number;
  kind?: SecurityKind;
  subject?: string;
  network?: string;
}

const shownHours = 24;
const admins = ["admin"] as const;

/** What the head office sees of possible attacks, and what tells it of one. */
export class SecurityDesk {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** The last 24 hours of every kind beside what is usual. Throws "forbidden" for all but admins. */
  async peaks(staffId: string): Promise<{ list: SecurityHours[] }> {
    const { database, clock } = this.#deps;
    await requireRole(database.queries, staffId, admins);
    const last = hourOf(clock.now());
    const first = later(last, -(shownHours - 1) * hourMs);
    const counts = await repository.countsSince(database.queries, later(first, -usualHours * hourMs));
    const list = securityKinds.map((kind) => {
      const hours = judgeHours(
        counts.filter((one) => one.kind === kind),
        first,
        last,
      );
      return {
        kind,
        total: hours.reduce((sum, { count }) => sum + count, 0),
        hours: hours.map(({ hour, count, usual, isPeak }) => ({
          hour: hour.toISOString(),
          count,
          usual,
          is_peak: isPeak,
        })),
      };
    });
    return { list };
  }

  /** The events themselves, the newest first. Throws "forbidden" for all but admins. */
  async events(staffId: string, query: EventQuery) {
    const { queries } = this.#deps.database;
    await requireRole(queries, staffId, admins);
    const { page = 1, pageSize = pageSizeDefault, kind, subject, network } = query;
    const found = await repository.eventsOf(queries, {
      kind,
      subject: subject?.trim(),
      network: network?.trim(),
      offset: (page - 1) * pageSize,
      limit: pageSize + 1,
    });
    const list: SecurityEvent[] = found.slice(0, pageSize).map(({ event, subjectName }) => ({
      ...event,
      at: event.at.toISOString(),
      subject_name: subjectName,
    }));
    return { list, page, pageSize, has_more: found.length > pageSize };
  }

  /** Writes what this process has noted, then tells the head office of peaks: once a kind and hour, whichever process looks. */
  async sweep(): Promise<void> {
    const { database, clock, security } = this.#deps;
    await security.flush();
    const hour = hourOf(clock.now());
    const kinds = await repository.untold(database.queries, hour, leastOfPeak);
    if (kinds.length === 0) return;
    const counts = await repository.countsSince(database.queries, later(hour, -usualHours * hourMs));
    for (const kind of kinds) {
      const [judged] = judgeHours(
        counts.filter((one) => one.kind === kind),
        hour,
        hour,
      );
      if (judged?.isPeak)
        await this.#tell({
          kind: "security_peak",
          what: kind,
          count: judged.count,
          hour: hour.toISOString(),
        });
    }
  }

  async #tell(alarm: SecurityPeakAlarm): Promise<void> {
    const { database, clock, log } = this.#deps;
    const at = clock.now();
    const isFirst = await database.transaction(async (tx) => {
      if (!(await repository.claimAlarm(tx, new Date(alarm.hour), alarm.what, at))) return false;
      announce(tx, { channel: deskChannel, type: "office_alarm", payload: { ...alarm }, at });
      return true;
    });
    if (isFirst)
      log.warn({ event: "office_alarm", ...alarm }, "far more than usual of what may be an attack");
  }
}
