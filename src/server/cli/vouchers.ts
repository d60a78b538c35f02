import { parseArgs } from "node:util";
import { VoucherIssuer } from "../modules/voucher/VoucherIssuer.ts";
import { VoucherService } from "../modules/voucher/voucher.service.ts";
import { CliError } from "../platform/CliError.ts";
import { AppError } from "../platform/http/AppError.ts";
import type { CliContext } from "./CliContext.ts";

/** Usage text of the command. */
export const vouchersUsage = `Usage: npm run vouchers -- <what> [options]
  issue <dish>[:portions] …   new vouchers; prints their links
      --count 1               how many
      --days 30               how long they live
      --partner 合作商户       who sold them
      --title …               what they are called, otherwise the dishes' names
  list                        the newest twenty
  show <number>               one of them, in full
  void <number>               ends one that is not redeemed
  --by <name>                 who does it, for the audit log`;

interface VouchersContext extends CliContext {
  /** Base URL of the customers' app. */
  publicUrl: string;
}

const options = {
  count: { type: "string", default: "1" },
  days: { type: "string", default: "30" },
  partner: { type: "string", default: "合作商户" },
  title: { type: "string" },
  by: { type: "string" },
} as const;

function parseWholeNumber(name: string, text: string, max: number): number {
  const value = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (value < 1 || value > max) throw new CliError(`--${name} must be a whole number from 1 to ${max}.`);
  return value;
}

/** Parses an item argument: "10205:2" means two portions of dish 10205. */
function parseItem(text: string): { id: string; quantity: number } {
  const [, id, quantity = "1"] = /^([\w-]{1,64})(?::(\d{1,2}))?$/.exec(text) ?? [];
  if (id === undefined) throw new CliError(`"${text}" is no dish: write its number, or 10205:2 for two.`);
  return { id, quantity: Number(quantity) };
}

/**
 * Runs a voucher command.
 * @throws CliError with a message for the operator
 */
export async function vouchersCommand(args: string[], context: VouchersContext): Promise<void> {
  const { what: command, rest, values } = parseCommandLine(args);
  const now = context.clock.now();
  const issuer = new VoucherIssuer(context.database, `operator:${values.by ?? context.user}`);
  const formatLink = (id: string) => `${context.publicUrl}/self-service?third_party_order_id=${id}`;
  if (command === "issue") {
    const numbers = await issuer.issue(
      {
        items: rest.map(parseItem),
        partner: values.partner,
        title: values.title ?? null,
        days: parseWholeNumber("days", values.days, 3_650),
        count: parseWholeNumber("count", values.count, 1_000),
      },
      now,
    );
    for (const id of numbers) context.print(formatLink(id));
  } else if (command === "list" && rest.length === 0) {
    for (const { id, status, title } of await issuer.list(now, 20))
      context.print(`${status.padEnd(9)}${formatLink(id)}  ${title}`);
  } else if (command === "show" && rest.length === 1) {
    context.print(await formatVoucher(context, rest[0] ?? ""));
  } else if (command === "void" && rest.length === 1) {
    await issuer.voidVoucher(rest[0] ?? "", now);
    context.print(`Voucher ${rest[0]} is void.`);
  } else {
    throw new CliError(vouchersUsage);
  }
}

function parseCommandLine(args: string[]) {
  try {
    const { positionals, values } = parseArgs({ args, options, allowPositionals: true });
    const [what, ...rest] = positionals;
    return { what, rest, values };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new CliError(`${error.message}\n${vouchersUsage}`);
  }
}

async function formatVoucher(context: VouchersContext, id: string): Promise<string> {
  try {
    return JSON.stringify(await new VoucherService(context).getVoucher(id), null, 2);
  } catch (error) {
    if (error instanceof AppError) throw new CliError(`There is no voucher ${id}.`);
    throw error;
  }
}
