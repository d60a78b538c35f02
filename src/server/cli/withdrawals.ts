import { formatYuan } from "#contract/money.ts";
import { maskPhone } from "#contract/phone.ts";
import { readChainSettings } from "../modules/chain-settings/read-chain-settings.ts";
import { presentWithdrawal } from "../modules/withdrawal/withdrawal.presenter.ts";
import * as repository from "../modules/withdrawal/withdrawal.repository.ts";
import {
  settleWithdrawal,
  type WithdrawalOutcome,
} from "../modules/withdrawal/withdrawal-settlement.service.ts";
import { CliError } from "../platform/CliError.ts";
import { formatLocalTime } from "../platform/time/local-time.ts";
import type { CliContext } from "./CliContext.ts";

/** Usage text of the command. */
export const withdrawalsUsage = `Usage: npm run withdrawals -- <what>
  list                        the newest fifty that wait for a decision
  pay <id>                    says that one was paid to the customer
  reject <id> <reason>        gives the points back; the customer reads the reason`;

const listLimit = 50;
const maxReasonLength = 100;
const failureMessages: Record<Exclude<WithdrawalOutcome, "done">, string> = {
  missing: "is unknown.",
  over: "was decided before and stays so.",
  "in debt": "cannot be paid: the customer owes points meanwhile. Reject it.",
};

/**
 * Runs a withdrawal command.
 * @throws CliError with a message for the operator
 */
export async function withdrawalsCommand(args: string[], context: CliContext): Promise<void> {
  const [command, id = "", ...rest] = args;
  const reason = rest.join(" ").trim();
  if (command === "list" && args.length === 1) return await printList(context);
  if (command === "pay" && args.length === 2) return await settle(context, id, null);
  if (command !== "reject" || reason === "") throw new CliError(withdrawalsUsage);
  if ([...reason].length > maxReasonLength)
    throw new CliError(`A reason has at most ${maxReasonLength} characters.`);
  await settle(context, id, reason);
}

async function printList({ database, print }: CliContext): Promise<void> {
  const chain = await readChainSettings(database.queries);
  const { rows } = await repository.findReviewPage(
    database.queries,
    { status: "reviewing", sort: "created_at", order: "desc" },
    {
      offset: 0,
      limit: listLimit,
    },
  );
  for (const { withdrawal, name, phone } of rows) {
    const { id, points, createdAt } = withdrawal;
    const { amount } = presentWithdrawal(withdrawal, chain);
    print(
      `${id}  ${formatLocalTime(createdAt)}  ${points} points  ${formatYuan(amount)}  ${name} ${phone === null ? "" : maskPhone(phone)}`.trimEnd(),
    );
  }
  if (rows.length === 0) print("Nothing waits for a decision.");
}

/** Pays the withdrawal, or rejects it when a reason is given. */
async function settle(context: CliContext, id: string, reason: string | null): Promise<void> {
  const by = { withdrawalId: id, by: `operator:${context.user}`, now: context.clock.now() };
  const settled = await context.database.transaction((tx) =>
    settleWithdrawal(tx, reason === null ? { ...by, approve: true } : { ...by, approve: false, reason }),
  );
  if (settled !== "done") throw new CliError(`Withdrawal ${id} ${failureMessages[settled]}`);
  context.print(`Withdrawal ${id} is ${reason === null ? "paid" : "rejected"}.`);
}
