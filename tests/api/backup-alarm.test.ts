import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { staffEventsPath } from "#contract/events.ts";
import { FolderBackupStorage } from "#server/backup/physical/FolderBackupStorage.ts";
import { BackupService } from "#server/modules/backup/backup.service.ts";
import { EventReader } from "../support/api/EventReader.ts";
import { createStaffClient } from "../support/api/orders.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";
import { waitOptions } from "../support/api/waitOptions.ts";

const minuteMs = 60_000;
let app: TestApp;
let logged = "";

beforeAll(async () => {
  app = await startTestApp({
    log: (line) => {
      logged += line;
    },
  });
});

afterAll(() => app.close());

/** Creates the service of a server whose backups go to a folder. */
function createService(): BackupService {
  const folder = path.join(app.config.dataDir, "backup");
  return new BackupService({
    config: { ...app.config, backup: { folder, s3: null, days: 7 } },
    database: app.database,
    clock: app.clock,
    log: app.server.log,
    backupStorage: new FolderBackupStorage(folder),
  });
}

const countAudited = async () =>
  (await app.sql("select target from audit_log where action = 'backup.late' order by id")).map(
    ({ target }) => target,
  );

test("late backups are an alarm for administrators, in the audit log and in the log, once an episode", async () => {
  const admin = await createStaffClient(app, "admin");
  const stream = await EventReader.open(app.url, admin.token, undefined, staffEventsPath);
  await expect.poll(() => stream.events.length, waitOptions).toBeGreaterThan(0);
  const service = createService();
  await service.watch();
  expect(await countAudited()).toEqual([]);
  expect(await service.findLate()).toEqual(["base", "wal", "pictures"]);
  app.clock.advance(16 * minuteMs);
  await service.watch();
  await service.watch();
  await expect
    .poll(() => stream.listStaffEvents("office_alarm"), waitOptions)
    .toEqual([
      { kind: "backup", what: "base", last_at: null },
      { kind: "backup", what: "wal", last_at: null },
      { kind: "backup", what: "pictures", last_at: null },
    ]);
  expect(await countAudited()).toEqual(["base", "wal", "pictures"]);
  const alarms = logged.split("\n").filter((line) => line.includes('"event":"office_alarm"'));
  expect(alarms.map((line) => JSON.parse(line).what)).toEqual(["base", "wal", "pictures"]);
  app.clock.advance(6 * minuteMs);
  await service.watch();
  expect(await countAudited()).toEqual(["base", "wal", "pictures", "base", "wal", "pictures"]);
  stream.close();
});

test("a database that archives nothing raises no alarm, and has no ages", async () => {
  const service = new BackupService({
    config: app.config,
    database: app.database,
    clock: app.clock,
    log: app.server.log,
    backupStorage: null,
  });
  expect([await service.findLate(), await service.readAges()]).toEqual([null, []]);
});
