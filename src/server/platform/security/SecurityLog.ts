import type { SecurityKind } from "#contract/head-office/security.schema.ts";
import type { Clock } from "../clock.ts";
import type { Database } from "../Database.ts";
import { networkOf } from "../limits/networkOf.ts";
import { addEvents, type CountedEvent } from "./securityRows.ts";

/** Something that may be an attack when it comes often. No code, PIN or whole phone number is ever in it. */
export interface SecurityNote {
  kind: SecurityKind;
  /** Whom it is about: an id or a masked phone; nothing where nobody is known. */
  subject?: string;
  /** The address that it came from, or its network. */
  ip?: string;
  /** The call, or what was wrong. */
  what?: string;
}

/** How many different rows a process writes of one kind in one minute; more are counted as one. */
const rowsAMinute = 30;
/** While the database takes nothing, so many different rows are remembered. */
const waitingMax = 10_000;
const minuteMs = 60_000;
const textMax = 80;

/**
 * What may be an attack, counted in memory and written every few seconds in one statement: noting costs a call nothing,
 * and however much comes, only so many rows a minute are written. What a process has noted in the seconds before it is
 * killed is lost.
 */
export class SecurityLog {
  readonly #database: Database;
  readonly #clock: Clock;
  #waiting = new Map<string, CountedEvent>();
  /** The rows of the running minute by kind. */
  #minute = 0;
  #rows = new Map<SecurityKind, Set<string>>();

  constructor(parts: { database: Database; clock: Clock }) {
    this.#database = parts.database;
    this.#clock = parts.clock;
  }

  /** Notes one event. */
  record(note: SecurityNote): void {
    const minute = Math.floor(this.#clock.now().getTime() / minuteMs) * minuteMs;
    const { kind } = note;
    const alike = {
      subject: (note.subject ?? "").slice(0, textMax),
      network: note.ip === undefined ? "" : networkOf(note.ip).slice(0, textMax),
      what: (note.what ?? "").slice(0, textMax),
    };
    const row = this.#hasRoom(minute, kind, JSON.stringify(alike))
      ? alike
      : { subject: "", network: "", what: "" };
    this.#add({ kind, at: new Date(minute), ...row, count: 1 });
  }

  /** Writes what was noted; what cannot be written stays for the next time. */
  async flush(): Promise<void> {
    const list = [...this.#waiting.values()];
    if (list.length === 0) return;
    this.#waiting = new Map();
    try {
      await this.#database.transaction((tx) => addEvents(tx, list));
    } catch (error) {
      for (const one of list) this.#add(one);
      throw error;
    }
  }

  #hasRoom(minute: number, kind: SecurityKind, key: string): boolean {
    if (this.#minute !== minute) {
      this.#minute = minute;
      this.#rows = new Map();
    }
    const rows = this.#rows.get(kind) ?? new Set();
    this.#rows.set(kind, rows);
    if (!rows.has(key) && rows.size >= rowsAMinute) return false;
    rows.add(key);
    return true;
  }

  #add(event: CountedEvent): void {
    const { at, kind, subject, network, what } = event;
    const key = JSON.stringify([at.getTime(), kind, subject, network, what]);
    const known = this.#waiting.get(key);
    if (known !== undefined) known.count += event.count;
    else if (this.#waiting.size < waitingMax) this.#waiting.set(key, event);
  }
}
