import { parseArgs } from "node:util";
import { VoucherDesk } from "./modules/voucher/VoucherDesk.ts";
import { VoucherError } from "./modules/voucher/VoucherError.ts";
import { VoucherService } from "./modules/voucher/voucher.service.ts";
import { AppError } from "./platform/AppError.ts";
import type { Clock } from "./platform/clock.ts";
import type { Database } from "./platform/Database.ts";

/** How the command is used. */
export const voucherUsage = `Usage: npm run vouchers -- <what> [options]
  issue <dish>[:portions] …   new vouchers; prints their links
      --count 1               how many
      --days 30               how long they live
      --partner 合作商户       who sold them
      --title …               what they are called, otherwise the dishes' names
  list                        the newest twenty
  show <number>               one of them, in full
  void <number>               ends one that nobody has redeemed
  --by <name>                 who does it, for the audit log`;

/** What the command works with. */
export interface VoucherWorkplace {
  database: Database;
  clock: Clock;
  /** Where customers open the app. */
  publicUrl: string;
  /** Who does it unless the command says otherwise. */
  user: string;
  print: (line: string) => void;
}

const options = {
  count: { type: "string", default: "1" },
  days: { type: "string", default: "30" },
  partner: { type: "string", default: "合作商户" },
  title: { type: "string" },
  by: { type: "string" },
} as const;

function wholeNumber(name: string, text: string, max: number): number {
  const value = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (value < 1 || value > max) throw new VoucherError(`--${name} must be a whole number from 1 to ${max}.`);
  return value;
}

/** "10205:2" is two portions of dish 10205. */
function itemOf(text: string): { id: string; quantity: number } {
  const [, id, quantity = "1"] = /^([\w-]{1,64})(?::(\d{1,2}))?$/.exec(text) ?? [];
  if (id === undefined) throw new VoucherError(`"${text}" is no dish: write its number, or 10205:2 for two.`);
  return { id, quantity: Number(quantity) };
}

/** Does what the words say. Throws VoucherError, whose message is for the operator, when that cannot be. */
export async function voucherCommand(words: string[], place: VoucherWorkplace): Promise<void> {
  const { what, rest, values } = read(words);
  const now = place.clock.now();
  const desk = new VoucherDesk(place.database, `operator:${values.by ?? place.user}`);
  const link = (id: string) => `${place.publicUrl}/self-service?third_party_order_id=${id}`;
  if (what === "issue") {
    const numbers = await desk.issue(
      {
        items: rest.map(itemOf),
        partner: values.partner,
        title: values.title ?? null,
        days: wholeNumber("days", values.days, 3_650),
        count: wholeNumber("count", values.count, 1_000),
      },
      now,
    );
    for (const id of numbers) place.print(link(id));
  } else if (what === "list" && rest.length === 0) {
    for (const { id, status, title } of await desk.list(now, 20))
      place.print(`${status.padEnd(9)}${link(id)}  ${title}`);
  } else if (what === "show" && rest.length === 1) {
    place.print(await shown(place, rest[0] ?? ""));
  } else if (what === "void" && rest.length === 1) {
    await desk.end(rest[0] ?? "", now);
    place.print(`Voucher ${rest[0]} is void.`);
  } else {
    throw new VoucherError(voucherUsage);
  }
}

function read(words: string[]) {
  try {
    const { positionals, values } = parseArgs({ args: words, options, allowPositionals: true });
    const [what, ...rest] = positionals;
    return { what, rest, values };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new VoucherError(`${error.message}\n${voucherUsage}`);
  }
}

async function shown(place: VoucherWorkplace, id: string): Promise<string> {
  try {
    return JSON.stringify(await new VoucherService(place).show(id), null, 2);
  } catch (error) {
    if (error instanceof AppError) throw new VoucherError(`There is no voucher ${id}.`);
    throw error;
  }
}
