import { pageSizeDefault } from "#contract/constants.ts";
import type { SecurityPeakAlarm } from "#contract/events.ts";
import {
  type SecurityEvent,
  type SecurityEventKind,
  type SecurityHourlyCounts,
  securityEventKinds,
} from "#contract/staff/admin/security.schema.ts";
import type { Deps } from "../../platform/Deps.ts";
import { agentsChannel } from "../../platform/events/channels.ts";
import { publish } from "../../platform/events/outbox.ts";
import { addMs } from "../../platform/time/clock.ts";
import { type DayRange, parseDayRange } from "../../platform/time/day-range.ts";
import { requireRole } from "../staff/staff-access.rules.ts";
import * as repository from "./security.repository.ts";
import { assessHours, baselineHours, hourMs, minPeakCount, startOfHour } from "./security-peak.rules.ts";

/** What events are asked for. */
export interface EventQuery extends DayRange {
  kind?: SecurityEventKind;
  subject?: string;
  network?: string;
}

/** Returns the filter of a query. Throws as `parseDayRange`. */
export function parseEventFilter({ kind, subject, network, ...days }: EventQuery) {
  return { kind, subject: subject?.trim(), network: network?.trim(), ...parseDayRange(days) };
}

const displayedHours = 24;
const adminRoles = ["admin"] as const;

/** Shows possible attacks to admins and alarms them about peaks. */
export class SecurityService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Lists the last 24 hours of every kind beside the usual counts. Throws "forbidden" for all but admins. */
  async listPeaks(staffId: string): Promise<{ list: SecurityHourlyCounts[] }> {
    const { database, clock } = this.#deps;
    await requireRole(database.lookups, staffId, adminRoles);
    const last = startOfHour(clock.now());
    const first = addMs(last, -(displayedHours - 1) * hourMs);
    const counts = await repository.listCountsSince(database.queries, addMs(first, -baselineHours * hourMs));
    const list = securityEventKinds.map((kind) => {
      const hours = assessHours(
        counts.filter((row) => row.kind === kind),
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

  /** Lists security events, newest first. Throws "forbidden" for all but admins. */
  async listEvents(staffId: string, query: EventQuery & { page?: number; pageSize?: number }) {
    const { queries } = this.#deps.database;
    await requireRole(queries, staffId, adminRoles);
    const { page = 1, pageSize = pageSizeDefault } = query;
    const rows = { offset: (page - 1) * pageSize, limit: pageSize + 1 };
    const found = await repository.listEvents(queries, parseEventFilter(query), rows);
    const list: SecurityEvent[] = found
      .slice(0, pageSize)
      .map(({ event: { createdAt, detail, ...event }, subjectName }) => ({
        ...event,
        what: detail,
        at: createdAt.toISOString(),
        subject_name: subjectName,
      }));
    return { list, page, pageSize, has_more: found.length > pageSize };
  }

  /**
   * Writes the events recorded by this process, then alarms admins about peaks, once per kind and hour across
   * all processes.
   */
  async sweep(): Promise<void> {
    const { database, clock, security } = this.#deps;
    await security.flush();
    const hour = startOfHour(clock.now());
    const kinds = await repository.listUnalarmedKinds(database.queries, hour, minPeakCount);
    if (kinds.length === 0) return;
    const counts = await repository.listCountsSince(database.queries, addMs(hour, -baselineHours * hourMs));
    for (const kind of kinds) {
      const [assessment] = assessHours(
        counts.filter((row) => row.kind === kind),
        hour,
        hour,
      );
      if (assessment?.isPeak)
        await this.#raiseAlarm({
          kind: "security_peak",
          what: kind,
          count: assessment.count,
          hour: hour.toISOString(),
        });
    }
  }

  async #raiseAlarm(alarm: SecurityPeakAlarm): Promise<void> {
    const { database, clock, log } = this.#deps;
    const at = clock.now();
    const isClaimed = await database.transaction(async (tx) => {
      if (!(await repository.claimAlarm(tx, new Date(alarm.hour), alarm.what, at))) return false;
      publish(tx, { channel: agentsChannel, type: "office_alarm", payload: { ...alarm }, createdAt: at });
      return true;
    });
    if (isClaimed)
      log.warn({ event: "office_alarm", ...alarm }, "far more than usual of what may be an attack");
  }
}
