import { parseArgs } from "node:util";
import { parsePhone } from "#contract/phone.ts";
import { removeFactor } from "./modules/staff/second-factor.repository.ts";
import { audit, byPhone } from "./modules/staff/staff.repository.ts";
import type { Clock } from "./platform/clock.ts";
import type { Database } from "./platform/Database.ts";

/** A failure whose message is for the operator. */
export class SecondFactorError extends Error {}

/** How the command is used. */
export const secondFactorUsage = `Usage: npm run second-factor -- reset <phone> [--by <name>]
  reset <phone>   takes the second factor of a member of staff away, who is logged out and enrols anew
  --by <name>     who does it, for the audit log`;

/** What the command works with. */
export interface SecondFactorWorkplace {
  database: Database;
  clock: Clock;
  /** Who does it unless the command says otherwise. */
  user: string;
  print: (line: string) => void;
}

function read(words: string[]) {
  try {
    return parseArgs({ args: words, options: { by: { type: "string" } }, allowPositionals: true });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new SecondFactorError(`${error.message}\n${secondFactorUsage}`);
  }
}

/** Does what the words say. Throws SecondFactorError when that cannot be. */
export async function secondFactorCommand(words: string[], place: SecondFactorWorkplace): Promise<void> {
  const { positionals, values } = read(words);
  const [what, typed, ...more] = positionals;
  const phone = typed === undefined ? null : parsePhone(typed);
  if (what !== "reset" || phone === null || more.length > 0) throw new SecondFactorError(secondFactorUsage);
  const actor = `operator:${values.by ?? place.user}`;
  await place.database.transaction(async (tx) => {
    const member = await byPhone(tx, phone);
    if (member === undefined) throw new SecondFactorError(`Nobody of the staff has the number ${phone}.`);
    if (!(await removeFactor(tx, member.id)))
      throw new SecondFactorError(`${member.name} has no second factor.`);
    const entry = { actor, action: "second-factor.reset", target: member.id, detail: {} };
    await audit(tx, { ...entry, at: place.clock.now() });
    place.print(`${member.name} has no second factor any more, and is logged out.`);
  });
}
