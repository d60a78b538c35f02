import { parseArgs } from "node:util";
import * as cards from "../modules/card/card.repository.ts";
import { generateMemberCards, MemberCardIssuer } from "../modules/card/MemberCardIssuer.ts";
import { CliError } from "../platform/CliError.ts";
import { PinHasher } from "../platform/security/PinHasher.ts";
import type { CliContext } from "./CliContext.ts";

/** Usage text of the command. */
export const memberCardsUsage = `Usage: npm run cards -- <what> [options]
  issue <yuan>                new cards; prints their numbers and PINs, which are shown only once
      --count 1               how many
  list                        the newest twenty
  show <number>               one of them, with its newest movements
  adjust <number>             changes what is on it
      --add <yuan>            by so much more
      --take <yuan>           or by so much less
  disable <number>            ends one; what is on it stays
  --note …                    why; needed to adjust
  --by <name>                 who does it, for the audit log`;

const options = {
  count: { type: "string", default: "1" },
  note: { type: "string" },
  add: { type: "string" },
  take: { type: "string" },
  by: { type: "string" },
} as const;

const listLimit = 20;
const maxFen = 1_000_000;
const maxCards = 50;

function parseFen(text: string): number {
  const fen = /^\d{1,6}(\.\d{1,2})?$/.test(text) ? Math.round(Number(text) * 100) : 0;
  if (fen < 1 || fen > maxFen)
    throw new CliError(`"${text}" must be an amount from 0.01 to ${maxFen / 100} yuan.`);
  return fen;
}

function formatYuan(fen: number): string {
  return `¥${(fen / 100).toFixed(2)}`;
}

function parseCommandLine(args: string[]) {
  try {
    const { positionals, values } = parseArgs({ args, options, allowPositionals: true });
    const [what, ...rest] = positionals;
    return { what, rest, values };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new CliError(`${error.message}\n${memberCardsUsage}`);
  }
}

/**
 * Runs a member-card command.
 * @throws CliError with a message for the operator
 */
export async function memberCardsCommand(args: string[], context: CliContext): Promise<void> {
  const { what: command, rest, values } = parseCommandLine(args);
  const [target] = rest;
  const actor = `operator:${values.by ?? context.user}`;
  const withIssuer = <T>(work: (issuer: MemberCardIssuer) => Promise<T>): Promise<T> =>
    context.database.transaction((tx) => work(new MemberCardIssuer(tx, actor, context.clock.now())));
  if (command === "list" && rest.length === 0) return await printList(context);
  if (target === undefined || rest.length > 1) throw new CliError(memberCardsUsage);
  if (command === "issue") {
    const newCards = await withPinHasher((pinHasher) =>
      generateMemberCards(parseCount(values.count), pinHasher),
    );
    await withIssuer((issuer) => issuer.issue(newCards, parseFen(target), values.note ?? null));
    for (const { number, pin } of newCards) context.print(`${number}  PIN ${pin}`);
  } else if (command === "show") {
    await printCard(context, target);
  } else if (command === "adjust") {
    const deltaFen = parseDelta(values);
    const note = values.note?.trim();
    if (!note) throw new CliError("Say why with --note.");
    await withIssuer((issuer) => issuer.adjustBalance(target, deltaFen, note));
    await printCard(context, target);
  } else if (command === "disable") {
    await withIssuer((issuer) => issuer.disable(target));
    context.print(`Card ${target} is disabled.`);
  } else {
    throw new CliError(memberCardsUsage);
  }
}

async function withPinHasher<T>(work: (pinHasher: PinHasher) => Promise<T>): Promise<T> {
  const pinHasher = new PinHasher();
  try {
    return await work(pinHasher);
  } finally {
    await pinHasher.stop();
  }
}

function parseCount(text: string): number {
  const count = /^\d{1,2}$/.test(text) ? Number(text) : 0;
  if (count < 1 || count > maxCards)
    throw new CliError(`--count must be a whole number from 1 to ${maxCards}.`);
  return count;
}

function parseDelta({ add, take }: { add?: string; take?: string }): number {
  if ((add === undefined) === (take === undefined)) throw new CliError("Say either --add or --take.");
  return add === undefined ? -parseFen(take ?? "") : parseFen(add);
}

function formatState({ card, holder }: cards.MemberCardWithHolder): string {
  if (card.disabledAt !== null) return "disabled";
  return holder === null ? "free" : `held by ${holder.nickname}`;
}

async function printList({ database, print }: CliContext): Promise<void> {
  const rows = await cards.list(database.queries, {}, { limit: listLimit });
  for (const row of rows)
    print(`${row.card.number}  ${formatYuan(row.card.balanceFen)}  ${formatState(row)}`);
}

async function printCard({ database, print }: CliContext, number: string): Promise<void> {
  const { queries } = database;
  const [row] = await cards.list(queries, { keyword: number }, { limit: 1 });
  if (row === undefined || row.card.number !== number) throw new CliError(`There is no card ${number}.`);
  print(`${number}  ${formatYuan(row.card.balanceFen)}  ${formatState(row)}`);
  const { rows } = await cards.findEntryPage(queries, { cardId: row.card.id, offset: 0, limit: listLimit });
  for (const { entry } of rows)
    print(
      `${entry.createdAt.toISOString()}  ${entry.type}  ${formatYuan(entry.deltaFen)}  → ${formatYuan(entry.balanceAfterFen)}`,
    );
}
