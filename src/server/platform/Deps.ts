import type { FastifyBaseLogger } from "fastify";
import type { Config } from "../config.ts";
import type { MapsGateway } from "../gateways/maps.ts";
import type { SmsGateway } from "../gateways/sms.ts";
import type { WechatGateway } from "../gateways/wechat/WechatGateway.ts";
import type { WechatPayGateway } from "../gateways/wechat-pay/WechatPayGateway.ts";
import type { Clock } from "./clock.ts";
import type { ContentChangeFeed } from "./content/ContentNews.ts";
import type { Database } from "./Database.ts";
import type { DatabaseHealth } from "./DatabaseWatch.ts";
import type { FileStorage } from "./files/FileStore.ts";
import type { SecurityLog } from "./security/SecurityLog.ts";

/** What services are made of. */
export interface Deps {
  config: Config;
  database: Database;
  clock: Clock;
  content: ContentChangeFeed;
  databaseHealth: DatabaseHealth;
  files: FileStorage;
  log: FastifyBaseLogger;
  security: SecurityLog;
  sms: SmsGateway;
  maps: MapsGateway;
  wechat: WechatGateway;
  pay: WechatPayGateway;
}
