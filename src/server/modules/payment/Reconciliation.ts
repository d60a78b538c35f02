import { formatYuanDecimal } from "#contract/money.ts";
import type { BillEntry, WechatPayGateway } from "../../gateways/wechat-pay/WechatPayGateway.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { addMs } from "../../platform/time/clock.ts";
import { parseLocalTime, toLocalTime } from "../../platform/time/local-time.ts";
import {
  type LedgerEntry,
  listByNumbers,
  listPaidAttempts,
  listSentRefunds,
} from "./reconciliation.repository.ts";

const dayMs = 86_400_000;
const batchSize = 500;
/** Prefix of trade numbers in demo data, which no provider knows. */
const demoPrefix = "DEMO";

type KnownEntries = Map<string, { amountFen: number; state: string }>;

const entryKey = ({ kind, number }: { kind: string; number: string }) => `${kind} ${number}`;

function parseDayStart(day: string): Date {
  const at = parseLocalTime(`${day} 00:00`);
  if (at === null) throw new RangeError(`there is no day ${day}`);
  return at;
}

/** Returns how a bill line differs from the ledger; null when it does not. */
function describeDifference(providerEntry: BillEntry, ledgerEntry: LedgerEntry | undefined): string | null {
  const label = entryKey(providerEntry);
  if (ledgerEntry === undefined)
    return `${label}: ¥${formatYuanDecimal(providerEntry.amountFen)} at the provider, nothing here`;
  if (ledgerEntry.amountFen !== providerEntry.amountFen)
    return `${label}: ¥${formatYuanDecimal(providerEntry.amountFen)} at the provider, ¥${formatYuanDecimal(ledgerEntry.amountFen)} here`;
  const isMatching =
    providerEntry.kind === "payment"
      ? ledgerEntry.state === "success"
      : providerEntry.state === "SUCCESS"
        ? ledgerEntry.state === "success" || ledgerEntry.state === "processing"
        : providerEntry.state === "PROCESSING" || ledgerEntry.state !== "success";
  return isMatching ? null : `${label}: ${providerEntry.state} at the provider, ${ledgerEntry.state} here`;
}

/** Compares payments and refunds in the ledger with the bills of WeChat Pay. */
export class Reconciliation {
  readonly #queries: QueryRunner;
  readonly #pay: Pick<WechatPayGateway, "listBillEntries">;

  constructor(queries: QueryRunner, pay: Pick<WechatPayGateway, "listBillEntries">) {
    this.#queries = queries;
    this.#pay = pay;
  }

  /** Lists every difference in the days (Asia/Shanghai) from `from` to `to`, one sentence each. */
  async listDifferences(from: string, to: string): Promise<string[]> {
    const start = parseDayStart(from);
    const end = addMs(parseDayStart(to), dayMs);
    const entries: BillEntry[] = [];
    for (let at = start; at < end; at = addMs(at, dayMs))
      entries.push(...(await this.#pay.listBillEntries(toLocalTime(at).date)));
    const missing = await this.#listMissing(start, end, entries);
    return [...(await this.#listMismatches(entries)), ...missing];
  }

  /** Lists bill lines that differ from the ledger. */
  async #listMismatches(entries: BillEntry[]): Promise<string[]> {
    const mismatches: string[] = [];
    for (const kind of ["payment", "refund"] as const) {
      const entriesOfKind = entries.filter((entry) => entry.kind === kind);
      for (let at = 0; at < entriesOfKind.length; at += batchSize) {
        const batch = entriesOfKind.slice(at, at + batchSize);
        const numbers = batch.map(({ number }) => number);
        const ledgerEntries = new Map(
          (await listByNumbers(this.#queries, kind, numbers)).map((ledgerEntry) => [
            ledgerEntry.number,
            ledgerEntry,
          ]),
        );
        mismatches.push(
          ...batch.flatMap((entry) => describeDifference(entry, ledgerEntries.get(entry.number)) ?? []),
        );
      }
    }
    return mismatches;
  }

  /**
   * Lists ledger entries missing in all bills. A success received after midnight is in the previous day's
   * bill.
   */
  async #listMissing(start: Date, end: Date, entries: BillEntry[]): Promise<string[]> {
    const ledgerEntries = [
      ...(await listPaidAttempts(this.#queries, start, end)),
      ...(await listSentRefunds(this.#queries, start, end)),
    ].filter(({ number }) => !number.startsWith(demoPrefix));
    const known: KnownEntries = new Map(entries.map((entry) => [entryKey(entry), entry]));
    const absent = ledgerEntries.filter((ledgerEntry) => !known.has(entryKey(ledgerEntry)));
    if (absent.length === 0) return [];
    const previousDay = await this.#pay.listBillEntries(toLocalTime(addMs(start, -dayMs)).date);
    for (const entry of previousDay) known.set(entryKey(entry), entry);
    return absent
      .filter((ledgerEntry) => !known.has(entryKey(ledgerEntry)))
      .map(
        (ledgerEntry) =>
          `${entryKey(ledgerEntry)}: ¥${formatYuanDecimal(ledgerEntry.amountFen)} here, nothing at the provider`,
      );
  }
}
