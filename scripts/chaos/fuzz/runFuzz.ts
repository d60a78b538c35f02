import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { DemoUsers } from "../../lib/DemoUsers.ts";
import { Installation } from "../../lib/Installation.ts";
import { Fuzzer } from "./Fuzzer.ts";

const workerCount = 8;

/** What a run of made-up requests showed. */
export interface FuzzReport {
  lines: string[];
  problems: string[];
}

/**
 * Sends so many made-up requests to every call of the contract, as customers, staff and strangers: what the schemas
 * take, with ids that answers have shown, and the same with a fault. Answers of 500 and above, answers that are no
 * envelope and answers slower than two seconds are problems. The same seed makes the same kinds of requests.
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
