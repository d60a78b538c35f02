import type { SecurityEventKind } from "#contract/staff/admin/security.schema.ts";
import type { Database } from "../database/Database.ts";
import { toClientNetwork } from "../limits/client-network.ts";
import type { Clock } from "../time/clock.ts";
import { addSecurityEvents, type CountedEvent } from "./security-event.repository.ts";

/** An event that may be an attack when it is frequent. Never contains codes, PINs or whole phone numbers. */
export interface SecurityEvent {
  kind: SecurityEventKind;
  /** Affected account: an id or a masked phone; empty where none is known. */
  subject?: string;
  /** IP address or network of the client. */
  ip?: string;
  /** The endpoint, or the violation. */
  detail?: string;
}

/**
 * Maximum number of distinct rows of a kind that a process writes in a minute; the rest is merged into one.
 */
const maxRowsPerMinute = 30;
/** Maximum number of distinct rows in memory while the database is unavailable. */
const maxPending = 10_000;
const minuteMs = 60_000;
const maxTextLength = 80;

/**
 * Counts security events in memory and writes them every few seconds in one statement: recording costs a
 * request nothing, and the number of rows a minute is bounded whatever the load. Events of the last seconds
 * before a kill are lost.
 */
export class SecurityLog {
  readonly #database: Database;
  readonly #clock: Clock;
  #pending = new Map<string, CountedEvent>();
  /** Rows of the current minute by kind. */
  #minute = 0;
  #rowsThisMinute = new Map<SecurityEventKind, Set<string>>();

  constructor(options: { database: Database; clock: Clock }) {
    this.#database = options.database;
    this.#clock = options.clock;
  }

  /** Records an event. */
  record(event: SecurityEvent): void {
    const minute = Math.floor(this.#clock.now().getTime() / minuteMs) * minuteMs;
    const { kind } = event;
    const details = {
      subject: (event.subject ?? "").slice(0, maxTextLength),
      network: event.ip === undefined ? "" : toClientNetwork(event.ip).slice(0, maxTextLength),
      detail: (event.detail ?? "").slice(0, maxTextLength),
    };
    const row = this.#hasCapacity(minute, kind, JSON.stringify(details))
      ? details
      : { subject: "", network: "", detail: "" };
    this.#add({ kind, createdAt: new Date(minute), ...row, count: 1 });
  }

  /** Writes the pending events; those that cannot be written stay for the next flush. */
  async flush(): Promise<void> {
    const list = [...this.#pending.values()];
    if (list.length === 0) return;
    this.#pending = new Map();
    try {
      await this.#database.transaction((tx) => addSecurityEvents(tx, list));
    } catch (error) {
      for (const event of list) this.#add(event);
      throw error;
    }
  }

  #hasCapacity(minute: number, kind: SecurityEventKind, key: string): boolean {
    if (this.#minute !== minute) {
      this.#minute = minute;
      this.#rowsThisMinute = new Map();
    }
    const rows = this.#rowsThisMinute.get(kind) ?? new Set();
    this.#rowsThisMinute.set(kind, rows);
    if (!rows.has(key) && rows.size >= maxRowsPerMinute) return false;
    rows.add(key);
    return true;
  }

  #add(event: CountedEvent): void {
    const { createdAt, kind, subject, network, detail } = event;
    const key = JSON.stringify([createdAt.getTime(), kind, subject, network, detail]);
    const existing = this.#pending.get(key);
    if (existing !== undefined) existing.count += event.count;
    else if (this.#pending.size < maxPending) this.#pending.set(key, event);
  }
}
