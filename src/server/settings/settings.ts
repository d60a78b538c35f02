import { type Env, readText } from "../read-env.ts";
import { mapSettings, smsSettings, wechatPaySettings, wechatSettings } from "./provider-settings.ts";
import {
  archiveSettings,
  backupSettings,
  bucketSettings,
  dataSettings,
  processSettings,
  tracingSettings,
} from "./server-settings.ts";
import type { Setting } from "./setting.ts";
import { smsLimitSettings, staffSettings } from "./shop-settings.ts";

/** The version that stops reading former names. */
const formerNamesEnd = "0.3.0";

/** A group of settings as the documentation shows it. */
export interface SettingGroup {
  title: string;
  /** A sentence above the table. */
  note?: string;
  settings: Record<string, Setting<unknown>>;
}

const fromSandbox = "`npm start` sets these to the sandbox's unless a real provider is set.";

/** Every setting of the server, in the order of the documentation. */
export const settingGroups: readonly SettingGroup[] = [
  { title: "Process", settings: processSettings },
  { title: "Traces", settings: tracingSettings },
  { title: "Data", settings: dataSettings },
  {
    title: "Bucket for pictures",
    note: "Set the first five or none; without them pictures lie in `FILES_DIR`.",
    settings: bucketSettings,
  },
  {
    title: "Backups of the embedded database",
    note: "Set `BACKUP_DIR`, or the first five `BACKUP_S3_…`, or none of them.",
    settings: backupSettings,
  },
  {
    title: "Archive of old orders",
    note: "Set `ARCHIVE_DIR`, or the first five `ARCHIVE_S3_…`, for `npm run archive` alone.",
    settings: archiveSettings,
  },
  {
    title: "Staff",
    note: "At 80 % of a daily limit administrators get an alarm.",
    settings: staffSettings,
  },
  { title: "Text message limits", settings: smsLimitSettings },
  { title: "Aliyun SMS", note: fromSandbox, settings: smsSettings },
  { title: "Amap", note: fromSandbox, settings: mapSettings },
  { title: "WeChat", note: fromSandbox, settings: wechatSettings },
  { title: "WeChat Pay", note: fromSandbox, settings: wechatPaySettings },
];

const settings = {
  ...processSettings,
  ...tracingSettings,
  ...dataSettings,
  ...bucketSettings,
  ...backupSettings,
  ...archiveSettings,
  ...staffSettings,
  ...smsLimitSettings,
  ...smsSettings,
  ...mapSettings,
  ...wechatSettings,
  ...wechatPaySettings,
};

type Settings = typeof settings;
export type SettingName = keyof Settings;
type SettingValue<Name extends SettingName> = ReturnType<Settings[Name]["parse"]>;

/** Reads settings from an environment. */
export class SettingReader {
  readonly isProduction: boolean;
  /** One sentence for each former name in use. */
  readonly warnings: string[] = [];
  readonly #env: Env;

  constructor(env: Env) {
    this.#env = env;
    const { NODE_ENV } = processSettings;
    this.isProduction =
      NODE_ENV.parse(readText(env, "NODE_ENV") || NODE_ENV.default, "NODE_ENV") === "production";
  }

  /** Reads a setting or its default. Throws ConfigError when its text cannot be used. */
  read<Name extends SettingName>(name: Name): SettingValue<Name> {
    const setting: Setting<unknown> = settings[name];
    const usedName = this.#findUsedName(name, setting.formerName);
    const { default: usual, productionDefault = usual } = setting;
    const raw = readText(this.#env, usedName) || (this.isProduction ? productionDefault : usual);
    return setting.parse(raw, usedName) as SettingValue<Name>;
  }

  /** Whether a setting has text of its own. */
  isSet(name: SettingName): boolean {
    return readText(this.#env, name) !== "";
  }

  /** Lists the settings that production needs and the environment lacks. */
  listMissing(): string[] {
    return Object.entries<Setting<unknown>>(settings)
      .filter(
        ([name, { isRequiredInProduction }]) => isRequiredInProduction && readText(this.#env, name) === "",
      )
      .map(([name]) => name);
  }

  /** Finds the name to read: the current one if it is set, else the former one if that is set. */
  #findUsedName(name: string, formerName: string | undefined): string {
    if (formerName === undefined || readText(this.#env, formerName) === "") return name;
    this.warnings.push(
      `Rename ${formerName} to ${name}: version ${formerNamesEnd} stops reading ${formerName}.`,
    );
    return readText(this.#env, name) === "" ? formerName : name;
  }
}
