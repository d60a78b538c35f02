import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { DemoUsers } from "../../lib/DemoUsers.ts";
import { Installation } from "../../lib/Installation.ts";
import { Fuzzer } from "./Fuzzer.ts";

const workerCount = 8;

/** Result of a run of generated requests. */
export interface FuzzReport {
  lines: string[];
  problems: string[];
}

/**
 * Sends generated requests to every endpoint as customers, staff and unauthenticated callers: valid input
 * with observed ids, and the same with a fault. Reports statuses of 500 and above, responses without the
 * envelope and responses slower than two seconds. The same seed generates the same kinds of requests.
 */
export async function runFuzz(options: {
  requests: number;
  seed: number;
  log: (line: string) => void;
}): Promise<FuzzReport> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "shidan-fuzz-"));
  const installation = await Installation.create(path.join(dataDir, "data"));
  try {
    await installation.startSandbox();
    await installation.startServer();
    const people = new DemoUsers(installation.databaseUrl);
    await people.open();
    try {
      const fuzzer = new Fuzzer(installation, people, options.seed);
      await fuzzer.collectInitialValues();
      let sent = 0;
      const caller = async () => {
        while (sent < options.requests) {
          sent += 1;
          if (sent % 10_000 === 0) options.log(`${sent} requests`);
          await fuzzer.send(sent);
        }
      };
      await Promise.all(Array.from({ length: workerCount }, caller));
      return fuzzer.report();
    } finally {
      await people.close();
    }
  } finally {
    await installation.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
