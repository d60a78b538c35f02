import type { SecurityEventKind } from "#contract/staff/admin/security.schema.ts";
import type { Database } from "../database/Database.ts";
import { toClientNetwork } from "../limits/client-network.ts";
import type { Clock } from "../time/clock.ts";
import { addSecurityEvents, type CountedEvent } from "./security-event.repository.ts";

/** Something that may be an attack when it comes often. No code, PIN or whole phone number is ever in it. */
export interface SecurityEvent {
  kind: SecurityEventKind;
  /** Whom it is about: an id or a masked phone; nothing where nobody is known. */
  subject?: string;
  /** The address that it came from, or its network. */
  ip?: string;
  /** The call, or what was wrong. */
  what?: string;
}

/** How many different rows a process writes of one kind in one minute; more are counted as one. */
const maxRowsPerMinute = 30;
/** While the database takes nothing, so many different rows are remembered. */
const maxPending = 10_000;
const minuteMs = 60_000;
const maxTextLength = 80;

/**
 * What may be an attack, counted in memory and written every few seconds in one statement: noting costs a call nothing,
 * and however much comes, only so many rows a minute are written. What a process has noted in the seconds before it is
 * killed is lost.
 */
export class SecurityLog {
  readonly #database: Database;
  readonly #clock: Clock;
  #pending = new Map<string, CountedEvent>();
  /** The rows of the running minute by kind. */
  #minute = 0;
  #rowsThisMinute = new Map<SecurityEventKind, Set<string>>();

  constructor(options: { database: Database; clock: Clock }) {
    this.#database = options.database;
    this.#clock = options.clock;
  }

  /** Notes one event. */
  record(event: SecurityEvent): void {
    const minute = Math.floor(this.#clock.now().getTime() / minuteMs) * minuteMs;
    const { kind } = event;
    const details = {
      subject: (event.subject ?? "").slice(0, maxTextLength),
      network: event.ip === undefined ? "" : toClientNetwork(event.ip).slice(0, maxTextLength),
      what: (event.what ?? "").slice(0, maxTextLength),
    };
    const row = this.#hasCapacity(minute, kind, JSON.stringify(details))
      ? details
      : { subject: "", network: "", what: "" };
    this.#add({ kind, at: new Date(minute), ...row, count: 1 });
  }

  /** Writes what was noted; what cannot be written stays for the next time. */
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
    const { at, kind, subject, network, what } = event;
    const key = JSON.stringify([at.getTime(), kind, subject, network, what]);
    const existing = this.#pending.get(key);
    if (existing !== undefined) existing.count += event.count;
    else if (this.#pending.size < maxPending) this.#pending.set(key, event);
  }
}
