import type { Database } from "../platform/database/Database.ts";
import type { Clock } from "../platform/time/clock.ts";

/** What an operator's command works with. */
export interface CliContext {
  database: Database;
  clock: Clock;
  /** Operator recorded in the audit log, where `--by` names no other. */
  user: string;
  print: (line: string) => void;
}
