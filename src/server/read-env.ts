/** A setting that cannot be used; the message is one sentence for the operator. */
export class ConfigError extends Error {}

/** Settings by name, as a process has them. */
export type Env = Record<string, string | undefined>;

/** Reads a setting without blanks around it; returns "" when it is absent. */
export function readText(env: Env, name: string): string {
  return env[name]?.trim() ?? "";
}
