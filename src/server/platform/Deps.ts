import type { FastifyBaseLogger } from "fastify";
import type { ChainSettings } from "#contract/chain-settings/chain-settings.ts";
import type { Config } from "../config.ts";
import type { MapsGateway } from "../gateways/maps/Amap.ts";
import type { SmsGateway } from "../gateways/sms/AliyunSms.ts";
import type { WechatGateway } from "../gateways/wechat/WechatGateway.ts";
import type { WechatPayGateway } from "../gateways/wechat-pay/WechatPayGateway.ts";
import type { Database } from "./database/Database.ts";
import type { DatabaseHealth } from "./database/DatabaseHealth.ts";
import type { EventNotifier } from "./events/EventNotifier.ts";
import type { FileStorage } from "./files/FileStorage.ts";
import type { ForwardedRequests } from "./http/ForwardedRequests.ts";
import type { ContentChangeFeed } from "./response-cache/ContentChangeFeed.ts";
import type { SecurityLog } from "./security/SecurityLog.ts";
import type { Clock } from "./time/clock.ts";

/** The chain's settings as they stand; reading them throws "unavailable" while the database could not be read yet. */
export interface ChainSettingsSource {
  readonly current: ChainSettings;
  /** Returns the settings that held at a time, such as when an order was placed. */
  at(date: Date): ChainSettings;
}

/** The chain's settings in a server, which hears of changes. */
export interface LiveChainSettings extends ChainSettingsSource {
  /** Calls a listener after each change, once `current` has the new values. */
  onChange(listener: () => void): void;
}

/** How old the backups are. */
export interface BackupWatch {
  /** Returns which backups are late or wrong; null where nothing is backed up. */
  findLate(): Promise<string[] | null>;
}

/** Dependencies of the services. */
export interface Deps {
  config: Config;
  backups: BackupWatch;
  chainSettings: LiveChainSettings;
  database: Database;
  clock: Clock;
  content: ContentChangeFeed;
  databaseHealth: DatabaseHealth;
  eventNotifier: EventNotifier;
  files: FileStorage;
  forwarded: ForwardedRequests;
  log: FastifyBaseLogger;
  security: SecurityLog;
  sms: SmsGateway;
  maps: MapsGateway;
  wechat: WechatGateway;
  pay: WechatPayGateway;
}
