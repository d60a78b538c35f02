import os from "node:os";
import { Worker } from "node:worker_threads";

/** Gives each core work that never ends, as a machine has that does other things besides. */
export function startCpuLoad(): { end: () => Promise<void> } {
  const workers = os.cpus().map(() => new Worker("for (;;) Math.sqrt(Math.random());", { eval: true }));
  return {
    end: async () => {
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}
