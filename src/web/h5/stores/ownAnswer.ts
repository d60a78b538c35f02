import { KeptAnswer } from "#web/shared/KeptAnswer.ts";
import { keyOf } from "#web/shared/keptAnswers.ts";
import type { Session } from "#web/shared/Session.ts";

const names = ["orders", "order", "profile"] as const;

/** The end of a token: enough to know a login again. */
const markLength = 12;

/** The last answer to a question of one customer's; another login does not find it. */
export function ownAnswer<T>(
  session: Pick<Session, "token">,
  name: (typeof names)[number],
  parse: (raw: unknown) => T | null,
): KeptAnswer<T> {
  return new KeptAnswer(name, () => session.token?.slice(-markLength) ?? "", parse);
}

/** Removes every answer that was one customer's. Never throws. */
export function forgetOwnAnswers(): void {
  try {
    for (const name of names) window.localStorage.removeItem(keyOf(name));
  } catch {
    // What could not be kept need not be removed.
  }
}
