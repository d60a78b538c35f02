import os from "node:os";
import { Worker } from "node:worker_threads";

/** Starts an endless load on each core, simulating a busy machine. */
export function startCpuLoad(): { end: () => Promise<void> } {
  const workers = os.cpus().map(() => new Worker("for (;;) Math.sqrt(Math.random());", { eval: true }));
  return {
    end: async () => {
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}
