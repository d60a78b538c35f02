import { parseArgs } from "node:util";
import { CardDesk, freshCards } from "./modules/card/CardDesk.ts";
import { CardError } from "./modules/card/CardError.ts";
import * as cards from "./modules/card/card.repository.ts";
import type { Clock } from "./platform/clock.ts";
import type { Database } from "./platform/Database.ts";
import { Pins } from "./platform/pins/Pins.ts";

/** How the command is used. */
export const cardUsage = `Usage: npm run cards -- <what> [options]
  issue <yuan>                new cards; prints their numbers and PINs, which nobody can read again
      --count 1               how many
  list                        the newest twenty
  show <number>               one of them, with its newest movements
  adjust <number>             changes what is on it
      --add <yuan>            by so much more
      --take <yuan>           or by so much less
  disable <number>            ends one; what is on it stays
  --note …                    why; needed to adjust
  --by <name>                 who does it, for the audit log`;

/** What the command works with. */
export interface CardWorkplace {
  database: Database;
  clock: Clock;
  /** Who does it unless the command says otherwise. */
  user: string;
  print: (line: string) => void;
}

const options = {
  count: { type: "string", default: "1" },
  note: { type: "string" },
  add: { type: "string" },
  take: { type: "string" },
  by: { type: "string" },
} as const;

const newest = 20;
const mostFen = 1_000_000;
const mostCards = 50;

function fenOf(text: string): number {
  const fen = /^\d{1,6}(\.\d{1,2})?$/.test(text) ? Math.round(Number(text) * 100) : 0;
  if (fen < 1 || fen > mostFen)
    throw new CardError(`"${text}" must be an amount from 0.01 to ${mostFen / 100} yuan.`);
  return fen;
}

function yuan(fen: number): string {
  return `¥${(fen / 100).toFixed(2)}`;
}

function read(words: string[]) {
  try {
    const { positionals, values } = parseArgs({ args: words, options, allowPositionals: true });
    const [what, ...rest] = positionals;
    return { what, rest, values };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new CardError(`${error.message}\n${cardUsage}`);
  }
}

/** Does what the words say. Throws CardError, whose message is for the operator, when that cannot be. */
export async function cardCommand(words: string[], place: CardWorkplace): Promise<void> {
  const { what, rest, values } = read(words);
  const [first] = rest;
  const actor = `operator:${values.by ?? place.user}`;
  const atDesk = <T>(work: (desk: CardDesk) => Promise<T>): Promise<T> =>
    place.database.transaction((tx) => work(new CardDesk(tx, actor, place.clock.now())));
  if (what === "list" && rest.length === 0) return await list(place);
  if (first === undefined || rest.length > 1) throw new CardError(cardUsage);
  if (what === "issue") {
    const fresh = await withPins((pins) => freshCards(countOf(values.count), pins));
    await atDesk((desk) => desk.issue(fresh, fenOf(first), values.note ?? null));
    for (const { number, pin } of fresh) place.print(`${number}  PIN ${pin}`);
  } else if (what === "show") {
    await show(place, first);
  } else if (what === "adjust") {
    const deltaFen = deltaOf(values);
    const note = values.note?.trim();
    if (!note) throw new CardError("Say why with --note.");
    await atDesk((desk) => desk.adjust(first, deltaFen, note));
    await show(place, first);
  } else if (what === "disable") {
    await atDesk((desk) => desk.disable(first));
    place.print(`Card ${first} is disabled.`);
  } else {
    throw new CardError(cardUsage);
  }
}

async function withPins<T>(work: (pins: Pins) => Promise<T>): Promise<T> {
  const pins = new Pins();
  try {
    return await work(pins);
  } finally {
    await pins.stop();
  }
}

function countOf(text: string): number {
  const count = /^\d{1,2}$/.test(text) ? Number(text) : 0;
  if (count < 1 || count > mostCards)
    throw new CardError(`--count must be a whole number from 1 to ${mostCards}.`);
  return count;
}

function deltaOf({ add, take }: { add?: string; take?: string }): number {
  if ((add === undefined) === (take === undefined)) throw new CardError("Say either --add or --take.");
  return add === undefined ? -fenOf(take ?? "") : fenOf(add);
}

function stateOf({ card, holder }: cards.HeldCard): string {
  if (card.disabledAt !== null) return "disabled";
  return holder === null ? "free" : `held by ${holder.nickname}`;
}

async function list({ database, print }: CardWorkplace): Promise<void> {
  const { rows } = await cards.pageOf(database.queries, { keyword: undefined, offset: 0, limit: newest });
  for (const row of rows) print(`${row.card.number}  ${yuan(row.card.balanceFen)}  ${stateOf(row)}`);
}

async function show({ database, print }: CardWorkplace, number: string): Promise<void> {
  const { queries } = database;
  const found = await cards.pageOf(queries, { keyword: number, offset: 0, limit: 1 });
  const [row] = found.rows;
  if (row === undefined || row.card.number !== number) throw new CardError(`There is no card ${number}.`);
  print(`${number}  ${yuan(row.card.balanceFen)}  ${stateOf(row)}`);
  const { rows } = await cards.entriesOf(queries, { cardId: row.card.id, offset: 0, limit: newest });
  for (const { entry } of rows)
    print(
      `${entry.at.toISOString()}  ${entry.type}  ${yuan(entry.deltaFen)}  → ${yuan(entry.balanceAfterFen)}`,
    );
}
