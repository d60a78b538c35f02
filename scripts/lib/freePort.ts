import { randomInt } from "node:crypto";
import getPort from "get-port";

/** Below the ephemeral port range, so that no connection or other server takes the port in between. */
const first = 20_000;
const last = 32_000;
/**
 * Number of port ranges: each worker of a test run draws from its own range, because another worker could
 * take a port between drawing and using it.
 */
const lanes = 16;
const lane = Number(process.env.VITEST_POOL_ID ?? 0) % lanes;

function* randomPorts(): Generator<number, never> {
  for (;;) yield randomInt(first / lanes, last / lanes) * lanes + lane;
}

/** Returns a port that is free on this machine and outside the range of automatically assigned ports. */
export async function freePort(): Promise<number> {
  return await getPort({ host: "127.0.0.1", port: randomPorts() });
}
