import path from "node:path";
import type { FastifyBaseLogger } from "fastify";
import type { BackupStorage } from "./backup/physical/BackupStorage.ts";
import { FolderBackupStorage } from "./backup/physical/FolderBackupStorage.ts";
import type { Config } from "./config.ts";
import { S3BackupStorage } from "./gateways/files/S3BackupStorage.ts";
import { S3FileStorage } from "./gateways/files/S3FileStorage.ts";
import { Amap } from "./gateways/maps/Amap.ts";
import { AliyunSms } from "./gateways/sms/AliyunSms.ts";
import { WechatOpenPlatform } from "./gateways/wechat/WechatOpenPlatform.ts";
import { WechatPayV3 } from "./gateways/wechat-pay/WechatPayV3.ts";
import { BackupService } from "./modules/backup/backup.service.ts";
import { ChainSettingsCache } from "./modules/chain-settings/ChainSettingsCache.ts";
import type { Deps } from "./platform/Deps.ts";
import type { Database } from "./platform/database/Database.ts";
import { DatabaseHealth } from "./platform/database/DatabaseHealth.ts";
import { PostgresEventNotifier } from "./platform/events/PostgresEventNotifier.ts";
import { RedisEventNotifier } from "./platform/events/RedisEventNotifier.ts";
import { DiskFileStorage } from "./platform/files/DiskFileStorage.ts";
import type { FileStorage } from "./platform/files/FileStorage.ts";
import { ForwardedRequests } from "./platform/http/ForwardedRequests.ts";
import { PostgresCounters } from "./platform/limits/PostgresCounters.ts";
import { RedisCounters } from "./platform/limits/RedisCounters.ts";
import type { SharedCounters } from "./platform/limits/SharedCounters.ts";
import type { RedisConnection } from "./platform/redis/RedisConnection.ts";
import { ContentChangeFeed } from "./platform/response-cache/ContentChangeFeed.ts";
import { SecurityLog } from "./platform/security/SecurityLog.ts";
import type { Clock } from "./platform/time/clock.ts";

/** Opens the storage of customers' files and the menu's images. */
export function createFileStorage(
  { s3, filesDir }: Pick<Config, "s3" | "filesDir">,
  log?: FastifyBaseLogger,
): FileStorage {
  return s3 === null ? new DiskFileStorage(filesDir) : new S3FileStorage(s3, log && { log });
}

/** Opens the storage of backups; null when none is set. */
export function createBackupStorage({
  backup,
  dataDir,
}: Pick<Config, "backup" | "dataDir">): BackupStorage | null {
  return backup && createStorage(backup, path.join(dataDir, "backup-upload"));
}

/** Creates the storage of the history of old orders; null without ARCHIVE_ settings. */
export function createArchiveStorage({
  archive,
  dataDir,
}: Pick<Config, "archive" | "dataDir">): BackupStorage | null {
  return archive && createStorage(archive, path.join(dataDir, "archive-upload"));
}

function createStorage({ s3, folder }: NonNullable<Config["archive"]>, tempFolder: string): BackupStorage {
  return s3 === null ? new FolderBackupStorage(folder) : new S3BackupStorage(s3, tempFolder);
}

/** Creates the connection to Redis; null without one. Its library is loaded on demand: a server without Redis starts without it. */
async function createRedisConnection(
  url: string | null,
  log: FastifyBaseLogger,
): Promise<RedisConnection | null> {
  if (url === null) return null;
  const { RedisConnection } = await import("./platform/redis/RedisConnection.ts");
  return new RedisConnection({ url, log });
}

function createRedisNotifier(
  redis: RedisConnection,
  database: Database,
  log: FastifyBaseLogger,
): RedisEventNotifier {
  const notifier = new RedisEventNotifier({ redis, log });
  database.publishChannelsBy((channels) => notifier.publish(channels));
  return notifier;
}

/** Dependencies of the services and of what surrounds them. */
export interface AppDeps extends Deps {
  chainSettings: ChainSettingsCache;
  backups: BackupService;
  backupStorage: BackupStorage | null;
  counters: SharedCounters;
  redis: RedisConnection | null;
}

/** Creates the services' dependencies from the settings. */
export async function createDeps(
  { config, database }: { config: Config; database: Database },
  clock: Clock,
  log: FastifyBaseLogger,
): Promise<AppDeps> {
  const backupStorage = createBackupStorage(config);
  const redis = await createRedisConnection(config.redisUrl, log);
  const content = new ContentChangeFeed({ database, log });
  const chainSettings = new ChainSettingsCache({ database, config, content, log });
  return {
    config,
    chainSettings,
    backupStorage,
    backups: new BackupService({ config, database, clock, log, backupStorage }),
    database,
    clock,
    content,
    counters: redis === null ? new PostgresCounters(database) : new RedisCounters(redis),
    redis,
    eventNotifier:
      redis === null
        ? new PostgresEventNotifier({ database, log })
        : createRedisNotifier(redis, database, log),
    databaseHealth: new DatabaseHealth({ content, database, log, waitMs: config.databaseWaitMs }),
    files: createFileStorage(config, log),
    forwarded: new ForwardedRequests(config.trustProxy, { database, clock, log }),
    log,
    security: new SecurityLog({ database, clock }),
    sms: new AliyunSms(config.sms, { getSign: () => chainSettings.currentOrInitial.brand.sms_sign, log }),
    maps: new Amap(config.maps, log),
    wechat: new WechatOpenPlatform(config, log),
    pay: new WechatPayV3(config, log),
  };
}
