import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { figureFirstDay, figureLastDay } from "#contract/staff/figures/limits.ts";
import type { WechatPayGateway } from "../gateways/wechat-pay/WechatPayGateway.ts";
import { CloseReconciliation } from "../modules/figures/CloseReconciliation.ts";
import type { RestaurantDay } from "../modules/figures/figure-events.repository.ts";
import { hasPendingPast } from "../modules/figures/figure-sums.repository.ts";
import { FiguresJob } from "../modules/figures/figures.jobs.ts";
import { Reconciliation } from "../modules/payment/Reconciliation.ts";
import { CliError } from "../platform/CliError.ts";
import { addMs } from "../platform/time/clock.ts";
import { isDate, toLocalTime } from "../platform/time/local-time.ts";
import { wholeChain } from "../schema/figures.ts";
import type { CliContext } from "./CliContext.ts";

/** Usage text of the command. */
export const reconcileUsage = `Usage: npm run reconcile -- [--from YYYY-MM-DD] [--to YYYY-MM-DD]
  Compares our payments and refunds, and the daily close of each restaurant, with WeChat Pay's bills of these
  days, yesterday's if none are named, and prints every difference. The exit code is 1 when there are any.`;

interface ReconcileContext extends Omit<CliContext, "user"> {
  pay: Pick<WechatPayGateway, "listBillEntries">;
}

const dayMs = 86_400_000;
const lockAttempts = 100;
const lockPauseMs = 300;
const options = { from: { type: "string" }, to: { type: "string" } } as const;

function parseCommandLine(args: string[]) {
  try {
    return parseArgs({ args, options }).values;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new CliError(`${error.message}\n${reconcileUsage}`);
  }
}

/** Computes all figures that are outdated now; false if servers were computing all the time. */
async function catchUp(job: FiguresJob): Promise<boolean> {
  for (let attempt = 0; attempt < lockAttempts; attempt++) {
    if (await job.catchUp()) return true;
    await sleep(lockPauseMs);
  }
  return false;
}

/**
 * Prints the differences and returns whether there are none.
 * @throws CliError for invalid days
 */
export async function reconcileCommand(args: string[], context: ReconcileContext): Promise<boolean> {
  const values = parseCommandLine(args);
  const yesterday = toLocalTime(addMs(context.clock.now(), -dayMs)).date;
  const from = values.from ?? values.to ?? yesterday;
  const to = values.to ?? (from > yesterday ? from : yesterday);
  if (!isDate(from) || !isDate(to) || from > to || from < figureFirstDay || to > figureLastDay)
    throw new CliError(`From ${from} to ${to} are no days.\n${reconcileUsage}`);
  const { database, clock, pay, print } = context;
  const ofBill = await new Reconciliation(database.queries, pay).listDifferences(from, to);
  for (const difference of ofBill) print(difference);
  let slowDays = 0;
  const onSlowDay = ({ restaurantId, date }: RestaurantDay) => {
    slowDays += 1;
    const whose = restaurantId === wholeChain ? "the chain" : `restaurant ${restaurantId}`;
    print(`${whose} on ${date}: the figures take too long to compute`);
  };
  if (!(await catchUp(new FiguresJob({ database, clock, onSlowDay }))))
    throw new CliError(
      "A server is computing figures: the daily close was not compared, try again in a minute.",
    );
  if (await hasPendingPast(database.queries, from, to))
    throw new CliError(
      "The past is still being computed: the daily close was not compared, try again later.",
    );
  const ofClose = await new CloseReconciliation(database.queries, pay).listDifferences(from, to);
  for (const difference of ofClose) print(difference);
  const count = ofBill.length + ofClose.length + slowDays;
  print(count === 0 ? `${from} to ${to}: no differences.` : `${count} differences.`);
  return count === 0;
}
