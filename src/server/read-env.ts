/** An invalid setting; the message is one sentence for the operator. */
export class ConfigError extends Error {}

/** Environment variables by name. */
export type Env = Record<string, string | undefined>;

/** Reads a setting, trimmed; an empty one counts as absent. */
export function text(env: Env, name: string, fallback = ""): string {
  return env[name]?.trim() || fallback;
}

/** Reads an integer within limits. Throws ConfigError. */
export function integer(env: Env, name: string, fallback: number, min: number, max: number): number {
  const raw = text(env, name);
  if (raw === "") return fallback;
  const value = Number(raw);
  if (!Number.isInteger(value) || value < min || value > max) {
    throw new ConfigError(`${name} must be a whole number from ${min} to ${max}, not "${raw}".`);
  }
  return value;
}

/** Reads 0 or 1 as a boolean. Throws ConfigError. */
export function flag(env: Env, name: string, fallback: boolean): boolean {
  const raw = text(env, name);
  if (raw === "") return fallback;
  if (raw !== "0" && raw !== "1") throw new ConfigError(`${name} must be 0 or 1, not "${raw}".`);
  return raw === "1";
}

/** Reads an http or https URL without trailing slashes; empty when absent. Throws ConfigError. */
export function url(env: Env, name: string, fallback = ""): string {
  const raw = text(env, name, fallback);
  if (raw === "") return "";
  if (!URL.canParse(raw) || !/^https?:$/.test(new URL(raw).protocol)) {
    throw new ConfigError(`${name} must be an http or https address, not "${raw}".`);
  }
  return raw.replace(/\/+$/, "");
}

/** Reads comma-separated URLs and returns their origins. Throws ConfigError. */
export function origins(env: Env, name: string): string[] {
  const parts = text(env, name).split(",");
  return parts
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .map((part) => new URL(url({ [name]: part }, name)).origin);
}

/** Reads a PEM, which may contain real line breaks or "\n" escapes, as environment files need them. */
export function pem(env: Env, name: string): string {
  return text(env, name).replaceAll("\\n", "\n");
}
