/** A setting that cannot be used; the message is one sentence for the operator. */
export class ConfigError extends Error {}

/** Settings by name, as a process has them. */
export type Env = Record<string, string | undefined>;

/** A setting without blanks around it; one that is empty counts as absent. */
export function text(env: Env, name: string, fallback = ""): string {
  return env[name]?.trim() || fallback;
}

/** A whole number within limits. Throws ConfigError. */
export function integer(env: Env, name: string, fallback: number, min: number, max: number): number {
  const raw = text(env, name);
  if (raw === "") return fallback;
  const value = Number(raw);
  if (!Number.isInteger(value) || value < min || value > max) {
    throw new ConfigError(`${name} must be a whole number from ${min} to ${max}, not "${raw}".`);
  }
  return value;
}

/** 0 or 1. Throws ConfigError. */
export function flag(env: Env, name: string, fallback: boolean): boolean {
  const raw = text(env, name);
  if (raw === "") return fallback;
  if (raw !== "0" && raw !== "1") throw new ConfigError(`${name} must be 0 or 1, not "${raw}".`);
  return raw === "1";
}

/** An http or https address without a slash at its end; empty without one. Throws ConfigError. */
export function url(env: Env, name: string, fallback = ""): string {
  const raw = text(env, name, fallback);
  if (raw === "") return "";
  if (!URL.canParse(raw) || !/^https?:$/.test(new URL(raw).protocol)) {
    throw new ConfigError(`${name} must be an http or https address, not "${raw}".`);
  }
  return raw.replace(/\/+$/, "");
}

/** Addresses separated by commas; of each, the origin alone counts. */
export function origins(env: Env, name: string): string[] {
  const parts = text(env, name).split(",");
  return parts
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .map((part) => new URL(url({ [name]: part }, name)).origin);
}

/** A PEM may come with real line breaks or with "\n" written out, as environment files need it. */
export function pem(env: Env, name: string): string {
  return text(env, name).replaceAll("\\n", "\n");
}
