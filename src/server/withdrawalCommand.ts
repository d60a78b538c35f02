import { pointsPerYuan } from "#contract/constants.ts";
import { type Settled, settleWithdrawal } from "./modules/withdrawal/settle-withdrawal.ts";
import { WithdrawalError } from "./modules/withdrawal/WithdrawalError.ts";
import * as repository from "./modules/withdrawal/withdrawal.repository.ts";
import type { Clock } from "./platform/clock.ts";
import type { Database } from "./platform/Database.ts";
import { wallText } from "./platform/shanghai.ts";

/** How the command is used. */
export const withdrawalUsage = `Usage: npm run withdrawals -- <what>
  list                        the newest fifty that wait for a decision
  pay <id>                    says that one was paid to the customer
  reject <id> <reason>        gives the points back; the customer reads the reason`;

/** What the command works with. */
export interface WithdrawalWorkplace {
  database: Database;
  clock: Clock;
  /** Who does it, for the audit log. */
  user: string;
  print: (line: string) => void;
}

const shown = 50;
const reasonMax = 100;
const refusals: Record<Exclude<Settled, "done">, string> = {
  missing: "is unknown.",
  over: "was decided before and stays so.",
  "in debt": "cannot be paid: the customer owes points meanwhile. Reject it.",
};

/** Does what the words say. Throws WithdrawalError, whose message is for the operator, when that cannot be. */
export async function withdrawalCommand(words: string[], place: WithdrawalWorkplace): Promise<void> {
  const [what, id = "", ...rest] = words;
  const reason = rest.join(" ").trim();
  if (what === "list" && words.length === 1) return await list(place);
  if (what === "pay" && words.length === 2) return await settle(place, id, null);
  if (what !== "reject" || reason === "") throw new WithdrawalError(withdrawalUsage);
  if ([...reason].length > reasonMax)
    throw new WithdrawalError(`A reason has at most ${reasonMax} characters.`);
  await settle(place, id, reason);
}

async function list({ database, print }: WithdrawalWorkplace): Promise<void> {
  const { rows } = await repository.pageOfAll(database.queries, "reviewing", { offset: 0, limit: shown });
  for (const { withdrawal, name, phone } of rows) {
    const { id, points, createdAt } = withdrawal;
    const yuan = (points / pointsPerYuan).toFixed(2);
    print(`${id}  ${wallText(createdAt)}  ${points} points  ¥${yuan}  ${name} ${phone ?? ""}`.trimEnd());
  }
  if (rows.length === 0) print("Nothing waits for a decision.");
}

/** Pays when there is no reason against it. */
async function settle(place: WithdrawalWorkplace, id: string, reason: string | null): Promise<void> {
  const by = { withdrawalId: id, by: `operator:${place.user}`, now: place.clock.now() };
  const settled = await place.database.transaction((tx) =>
    settleWithdrawal(tx, reason === null ? { ...by, approve: true } : { ...by, approve: false, reason }),
  );
  if (settled !== "done") throw new WithdrawalError(`Withdrawal ${id} ${refusals[settled]}`);
  place.print(`Withdrawal ${id} is ${reason === null ? "paid" : "rejected"}.`);
}
