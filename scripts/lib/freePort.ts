import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/** Below the ephemeral port range, so that no connection or other server takes the port in between. */
const first = 20_000;
const last = 32_000;
/**
 * Number of port ranges: each worker of a test run draws from its own range, because another worker could
 * take a port between drawing and using it.
 */
const lanes = 16;
const lane = Number(process.env.VITEST_POOL_ID ?? 0) % lanes;

async function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  return await new Promise((resolve, reject) => {
    probe.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE") resolve(false);
      else reject(error);
    });
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}

/** Returns a port that is free on this machine and outside the range of automatically assigned ports. */
export async function freePort(): Promise<number> {
  const port = randomInt(first / lanes, last / lanes) * lanes + lane;
  return (await isFree(port)) ? port : await freePort();
}
