import { isIP } from "node:net";
import { ConfigError } from "../read-env.ts";

/** What the documentation says about a setting, and how it is read. */
export interface SettingOptions {
  /** One sentence of Markdown: what the setting does. */
  meaning: string;
  /** The default outside of production; "" for none. */
  default?: string;
  /** The default in production, where it differs. */
  productionDefault?: string;
  /** Describes a default that depends on other settings or on what starts the server. */
  defaultNote?: string;
  /** Whether production refuses to start without it. */
  isRequiredInProduction?: boolean;
  /** The name of the version before; it is still read, with a warning. */
  formerName?: string;
}

/** One environment variable of the server. */
export interface Setting<Value> extends SettingOptions {
  default: string;
  /** The unit or the form of the value, for the documentation. */
  unit: string;
  /** Turns text into the value; an absent setting is "". Throws ConfigError with one sentence that begins with `name`. */
  parse(raw: string, name: string): Value;
}

interface NumberOptions extends SettingOptions {
  unit: string;
  min: number;
  max: number;
}

/** A whole number within limits. */
export function integerSetting({ min, max, unit, ...options }: NumberOptions): Setting<number> {
  return {
    default: "0",
    ...options,
    unit: `${unit}, ${min} to ${max}`,
    parse(raw, name) {
      const value = Number(raw);
      if (!Number.isInteger(value) || value < min || value > max)
        throw new ConfigError(`${name} must be a whole number from ${min} to ${max}, not "${raw}".`);
      return value;
    },
  };
}

/** Defines a switch that is `0` or `1`. */
export function flagSetting(options: SettingOptions): Setting<boolean> {
  return {
    default: "0",
    ...options,
    unit: "`0` or `1`",
    parse(raw, name) {
      if (raw !== "0" && raw !== "1") throw new ConfigError(`${name} must be 0 or 1, not "${raw}".`);
      return raw === "1";
    },
  };
}

/** Defines a setting that takes one of a few words. */
export function choiceSetting<const Choice extends string>(
  choices: readonly Choice[],
  options: SettingOptions,
): Setting<Choice> {
  const listed = `${choices.slice(0, -1).join(", ")} or ${choices.at(-1)}`;
  return {
    default: "",
    ...options,
    unit: choices.map((choice) => `\`${choice}\``).join(", "),
    parse(raw, name) {
      const choice = choices.find((one) => one === raw);
      if (choice === undefined) throw new ConfigError(`${name} must be ${listed}, not "${raw}".`);
      return choice;
    },
  };
}

/** Defines text that is taken as it is. */
export function textSetting(options: SettingOptions & { unit?: string }): Setting<string> {
  return { default: "", unit: "text", ...options, parse: (raw) => raw };
}

interface PatternOptions extends SettingOptions {
  unit: string;
  /** Ends the sentence "<name> must …". */
  form: string;
  /** Keeps the text out of error messages. */
  isSecret?: boolean;
}

/** Defines text of a certain form; "" passes. */
export function patternSetting(pattern: RegExp, options: PatternOptions): Setting<string> {
  const { form, isSecret = false, ...shown } = options;
  return {
    default: "",
    ...shown,
    parse(raw, name) {
      if (raw !== "" && !pattern.test(raw))
        throw new ConfigError(`${name} must ${form}${isSecret ? "" : `, not "${raw}"`}.`);
      return raw;
    },
  };
}

function parseUrl(raw: string, name: string): string {
  if (raw === "") return "";
  if (!URL.canParse(raw) || !/^https?:$/.test(new URL(raw).protocol))
    throw new ConfigError(`${name} must be an http or https address, not "${raw}".`);
  return raw.replace(/\/+$/, "");
}

/** Defines an http or https address; the value has no slash at its end. */
export function urlSetting(options: SettingOptions): Setting<string> {
  return { default: "", ...options, unit: "http or https address", parse: parseUrl };
}

/** Defines addresses separated by commas; the values are their origins. */
export function originsSetting(options: SettingOptions): Setting<string[]> {
  return {
    default: "",
    ...options,
    unit: "origins, separated by commas",
    parse: (raw, name) =>
      raw
        .split(",")
        .map((part) => part.trim())
        .filter((part) => part !== "")
        .map((part) => new URL(parseUrl(part, name)).origin),
  };
}

/** Defines a key in PEM form, with line breaks or with `\n` written out. */
export function pemSetting(options: SettingOptions): Setting<string> {
  return {
    default: "",
    ...options,
    unit: "PEM, `\\n` allowed for line breaks",
    parse: (raw) => raw.replaceAll("\\n", "\n"),
  };
}

/** Defines an address to listen on. */
export function hostSetting(options: SettingOptions): Setting<string> {
  return {
    default: "127.0.0.1",
    ...options,
    unit: "IP address or `localhost`",
    parse(raw, name) {
      if (isIP(raw) === 0 && raw !== "localhost")
        throw new ConfigError(`${name} must be an IP address or localhost, not "${raw}".`);
      return raw;
    },
  };
}

/** Whether text is an address, or a network such as `10.0.0.0/8`. */
function isNetwork(text: string): boolean {
  const [address = "", bits, rest] = text.split("/");
  const version = isIP(address);
  if (version === 0 || rest !== undefined) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 6 ? 128 : 32));
}

/** Defines the trusted reverse proxies: their number or their networks; false for none. */
export function proxiesSetting(options: SettingOptions): Setting<false | number | string[]> {
  return {
    default: "0",
    ...options,
    unit: "number of proxies, or networks separated by commas",
    parse(raw, name) {
      if (/^\d$/.test(raw)) return raw === "0" ? false : Number(raw);
      const networks = raw.split(",").map((part) => part.trim());
      if (!networks.every(isNetwork))
        throw new ConfigError(
          `${name} must be the number of proxies in front, or their networks separated by commas, not "${raw}".`,
        );
      return networks;
    },
  };
}

/** Defines a time span of a day, `HH:mm-HH:mm` in Asia/Shanghai. */
export function hoursSetting(options: SettingOptions): Setting<{ from: string; to: string }> {
  return {
    default: "",
    ...options,
    unit: "`HH:mm-HH:mm`, Asia/Shanghai",
    parse(raw, name) {
      const [, from, to] = /^((?:[01]\d|2[0-3]):[0-5]\d)-((?:[01]\d|2[0-3]):[0-5]\d|24:00)$/.exec(raw) ?? [];
      if (from === undefined || to === undefined)
        throw new ConfigError(`${name} must look like 09:00-22:00, not "${raw}".`);
      return { from, to };
    },
  };
}
