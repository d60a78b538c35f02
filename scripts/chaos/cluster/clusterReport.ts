import type { DatabaseCluster } from "./DatabaseCluster.ts";

/** Result of a run; `problems` is empty on success. */
export interface ClusterReport {
  lines: string[];
  problems: string[];
}

/** Closes the cluster; the logs of its machines stay when there are problems. */
export async function closeDatabase(database: DatabaseCluster, { problems }: ClusterReport): Promise<void> {
  const keepsLogs = problems.length > 0;
  if (keepsLogs) problems.push(`the logs of the database machines are in ${database.folder}`);
  await database.close({ keepsLogs });
}
