import { ConfigError, type Env, integer, text } from "./read-env.ts";

/** Reads whether admins must log in with a second factor, or only may. */
export function needsSecondFactor(env: Env, isProduction: boolean): boolean {
  const raw = text(env, "ADMIN_SECOND_FACTOR", isProduction ? "required" : "optional");
  if (raw !== "required" && raw !== "optional")
    throw new ConfigError(`ADMIN_SECOND_FACTOR must be required or optional, not "${raw}".`);
  return raw === "required";
}

/** Reads the daily limits on what staff may issue, for each member and for the chain, in fen. */
export function dailyLimits(env: Env) {
  const fen = (name: string, yuan: number) => integer(env, name, yuan, 0, 1_000_000_000) * 100;
  return {
    cards: {
      staffFen: fen("CARDS_DAILY_STAFF_YUAN", 100_000),
      chainFen: fen("CARDS_DAILY_YUAN", 200_000),
    },
    refunds: {
      staffFen: fen("REFUNDS_DAILY_STAFF_YUAN", 20_000),
      chainFen: fen("REFUNDS_DAILY_YUAN", 50_000),
    },
  };
}
