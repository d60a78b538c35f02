import { resolve } from "node:path";
import type { SandboxSettings } from "./startSandbox.ts";

/** A setting that cannot be used; the message is one sentence. */
export class SandboxSettingError extends Error {}

/** What the documentation says about one environment variable of the sandbox. */
export interface SandboxSetting {
  meaning: string;
  unit: string;
  /** "" for none. */
  default: string;
  /** Describes a default that depends on other settings. */
  defaultNote?: string;
  /** The name of the version before; it is still read, with a warning. */
  formerName?: string;
}

/** Every setting of the sandbox but `DATA_DIR` and `NODE_ENV`, which it shares with the server. */
export const sandboxSettings = {
  SANDBOX_PORT: { default: "8090", unit: "port, 0 to 65535", meaning: "port of the sandbox" },
  SANDBOX_HOST: {
    default: "127.0.0.1",
    unit: "IP address",
    meaning:
      "address that the sandbox listens on, whatever `HOST` is; `0.0.0.0` opens it to a phone in the same network: everybody there can then steer it, so it warns, and hides codes of staff numbers",
  },
  SANDBOX_PUBLIC_URL: {
    default: "",
    defaultNote: "`http://SANDBOX_HOST:SANDBOX_PORT`",
    unit: "http or https address",
    meaning: "address of the sandbox for the browser or phone; set it together with `SANDBOX_HOST`",
  },
  SANDBOX_KITCHEN: {
    default: "1",
    unit: "`0` or `1`",
    formerName: "KITCHEN",
    meaning: "`0` keeps the kitchen closed until its switch on the sandbox's page is thrown",
  },
  WECHAT_PORT: {
    default: "",
    defaultNote: "`8091`",
    unit: "port, 0 to 65535",
    meaning: "port that shows the app as inside WeChat",
  },
  APP_URL: {
    default: "",
    defaultNote: "the server's address, set by `npm start`",
    unit: "http or https address",
    meaning: "server whose app is shown as inside WeChat",
  },
} as const satisfies Record<string, SandboxSetting>;

type SandboxSettingName = keyof typeof sandboxSettings;
type Env = Record<string, string | undefined>;

/** The version that stops reading former names. */
const formerNamesEnd = "0.3.0";

/** Reads texts from an environment and collects a warning for each former name in use. */
class EnvReader {
  readonly warnings: string[] = [];
  readonly #env: Env;

  constructor(env: Env) {
    this.#env = env;
  }

  text(name: SandboxSettingName): string {
    const setting: SandboxSetting = sandboxSettings[name];
    const formerText = setting.formerName === undefined ? "" : this.#env[setting.formerName] || "";
    if (formerText !== "")
      this.warnings.push(
        `Rename ${setting.formerName} to ${name}: version ${formerNamesEnd} stops reading ${setting.formerName}.`,
      );
    return this.#env[name] || formerText || setting.default;
  }

  port(name: SandboxSettingName): number | undefined {
    const text = this.text(name);
    if (text === "") return undefined;
    if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
    throw new SandboxSettingError(`${name} is "${text}", but must be a port number from 0 to 65535.`);
  }

  url(name: SandboxSettingName): string | undefined {
    const text = this.text(name);
    if (text === "") return undefined;
    if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text.replace(/\/+$/, "");
    throw new SandboxSettingError(`${name} is "${text}", but must be an http or https address.`);
  }

  flag(name: SandboxSettingName): boolean {
    const text = this.text(name);
    if (text === "0" || text === "1") return text === "1";
    throw new SandboxSettingError(`${name} is "${text}", but must be 0 or 1.`);
  }
}

/** Reads the sandbox's settings. Throws SandboxSettingError with a sentence for one that cannot be used. */
export function parseSandboxSettings(env: Env): { settings: SandboxSettings; warnings: string[] } {
  if (env.NODE_ENV === "production")
    throw new SandboxSettingError(
      "The sandbox imitates payment and SMS companies and refuses to run with NODE_ENV=production.",
    );
  const reader = new EnvReader(env);
  const [port, wechatPort] = [reader.port("SANDBOX_PORT"), reader.port("WECHAT_PORT")];
  const [appUrl, publicUrl] = [reader.url("APP_URL"), reader.url("SANDBOX_PUBLIC_URL")];
  const settings: SandboxSettings = {
    // Not HOST: opening the shop to a network must not open what imitates its companies.
    host: reader.text("SANDBOX_HOST"),
    dataDir: resolve(env.DATA_DIR || ".data"),
    kitchen: { isEnabled: reader.flag("SANDBOX_KITCHEN") },
    ...(port !== undefined && { port }),
    ...(wechatPort !== undefined && { wechatPort }),
    ...(appUrl !== undefined && { appUrl }),
    ...(publicUrl !== undefined && { publicUrl }),
  };
  return { settings, warnings: reader.warnings };
}
