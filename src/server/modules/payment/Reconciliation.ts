import { yuanText } from "#contract/money.ts";
import type { BillEntry, WechatPayGateway } from "../../gateways/wechat-pay/WechatPayGateway.ts";
import { later } from "../../platform/clock.ts";
import type { Queries } from "../../platform/Database.ts";
import { parseWall, wallTime } from "../../platform/shanghai.ts";
import { type OwnEntry, ownByNumbers, ownPayments, ownRefunds } from "./reconcile.repository.ts";

const dayMs = 86_400_000;
const chunk = 500;
/** Trade numbers of the demo's past, which no provider knows. */
const demoPrefix = "DEMO";

type Known = Map<string, { amountFen: number; state: string }>;

const keyOf = ({ kind, number }: { kind: string; number: string }) => `${kind} ${number}`;

function midnight(day: string): Date {
  const at = parseWall(`${day} 00:00`);
  if (at === null) throw new RangeError(`there is no day ${day}`);
  return at;
}

/** How a line of the bill differs from what we have; null when it does not. */
function differenceOf(theirs: BillEntry, ours: OwnEntry | undefined): string | null {
  const what = keyOf(theirs);
  if (ours === undefined) return `${what}: ¥${yuanText(theirs.amountFen)} at the provider, nothing here`;
  if (ours.amountFen !== theirs.amountFen)
    return `${what}: ¥${yuanText(theirs.amountFen)} at the provider, ¥${yuanText(ours.amountFen)} here`;
  const isAlike =
    theirs.kind === "payment"
      ? ours.state === "success"
      : theirs.state === "SUCCESS"
        ? ours.state === "success" || ours.state === "processing"
        : theirs.state === "PROCESSING" || ours.state !== "success";
  return isAlike ? null : `${what}: ${theirs.state} at the provider, ${ours.state} here`;
}

/** Compares our payments and refunds at WeChat Pay with its bills. */
export class Reconciliation {
  readonly #queries: Queries;
  readonly #pay: Pick<WechatPayGateway, "bill">;

  constructor(queries: Queries, pay: Pick<WechatPayGateway, "bill">) {
    this.#queries = queries;
    this.#pay = pay;
  }

  /** Every difference in the days of China from `from` to `to`, a sentence each; none when all is alike. */
  async differences(from: string, to: string): Promise<string[]> {
    const start = midnight(from);
    const end = later(midnight(to), dayMs);
    const entries: BillEntry[] = [];
    for (let at = start; at < end; at = later(at, dayMs))
      entries.push(...(await this.#pay.bill(wallTime(at).date)));
    const missing = await this.#missing(start, end, entries);
    return [...(await this.#odd(entries)), ...missing];
  }

  /** Lines of the bills that are not as ours. */
  async #odd(entries: BillEntry[]): Promise<string[]> {
    const found: string[] = [];
    for (const kind of ["payment", "refund"] as const) {
      const ofKind = entries.filter((entry) => entry.kind === kind);
      for (let at = 0; at < ofKind.length; at += chunk) {
        const part = ofKind.slice(at, at + chunk);
        const numbers = part.map(({ number }) => number);
        const ours = new Map(
          (await ownByNumbers(this.#queries, kind, numbers)).map((own) => [own.number, own]),
        );
        found.push(...part.flatMap((entry) => differenceOf(entry, ours.get(entry.number)) ?? []));
      }
    }
    return found;
  }

  /** Ours that no bill has. What was heard of after midnight stands in the bill of the day before. */
  async #missing(start: Date, end: Date, entries: BillEntry[]): Promise<string[]> {
    const ours = [
      ...(await ownPayments(this.#queries, start, end)),
      ...(await ownRefunds(this.#queries, start, end)),
    ].filter(({ number }) => !number.startsWith(demoPrefix));
    const known: Known = new Map(entries.map((entry) => [keyOf(entry), entry]));
    const absent = ours.filter((own) => !known.has(keyOf(own)));
    if (absent.length === 0) return [];
    const before = await this.#pay.bill(wallTime(later(start, -dayMs)).date);
    for (const entry of before) known.set(keyOf(entry), entry);
    return absent
      .filter((own) => !known.has(keyOf(own)))
      .map((own) => `${keyOf(own)}: ¥${yuanText(own.amountFen)} here, nothing at the provider`);
  }
}
