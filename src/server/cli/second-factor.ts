import { parseArgs } from "node:util";
import { parsePhone } from "#contract/phone.ts";
import { insertAudit } from "../modules/audit/audit.repository.ts";
import { deleteFactor } from "../modules/staff/second-factor.repository.ts";
import { findByPhone } from "../modules/staff/staff.repository.ts";
import { CliError } from "../platform/CliError.ts";
import type { CliContext } from "./CliContext.ts";

/** Usage text of the command. */
export const secondFactorUsage = `Usage: npm run second-factor -- reset <phone> [--by <name>]
  reset <phone>   takes the second factor of a member of staff away, who is logged out and enrols anew
  --by <name>     who does it, for the audit log`;

function parseCommandLine(args: string[]) {
  try {
    return parseArgs({ args, options: { by: { type: "string" } }, allowPositionals: true });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new CliError(`${error.message}\n${secondFactorUsage}`);
  }
}

/**
 * Resets the second factor of a staff member.
 * @throws CliError for invalid arguments, an unknown phone number or a missing second factor
 */
export async function secondFactorCommand(args: string[], context: CliContext): Promise<void> {
  const { positionals, values } = parseCommandLine(args);
  const [command, typed, ...extra] = positionals;
  const phone = typed === undefined ? null : parsePhone(typed);
  if (command !== "reset" || phone === null || extra.length > 0) throw new CliError(secondFactorUsage);
  const actor = `operator:${values.by ?? context.user}`;
  await context.database.transaction(async (tx) => {
    const member = await findByPhone(tx, phone);
    if (member === undefined) throw new CliError(`No member of staff has the number ${phone}.`);
    if (!(await deleteFactor(tx, member.id))) throw new CliError(`${member.name} has no second factor.`);
    const entry = { actor, action: "second-factor.reset", target: member.id, detail: {} };
    await insertAudit(tx, { ...entry, createdAt: context.clock.now() });
    context.print(`${member.name} has no second factor any more, and is logged out.`);
  });
}
