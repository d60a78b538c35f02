import type { RedisConnection } from "../redis/RedisConnection.ts";
import type { CounterState, SharedCounters } from "./SharedCounters.ts";

/** Keys for each run of the script, which keeps Redis from everything else. */
const batchSize = 1_000;

/** Adds hits to each key and returns pairs of the total and the ms left; the first hit begins the window. */
const script = `
  local states = {}
  for nth, key in ipairs(KEYS) do
    local hits = redis.call("INCRBY", key, ARGV[nth + 1])
    local left = redis.call("PTTL", key)
    if left < 0 then
      left = tonumber(ARGV[1])
      redis.call("PEXPIRE", key, left)
    end
    states[nth] = { hits, left }
  end
  return states`;

/** Counters in Redis, which forgets them when their windows are over; windows follow its clock. */
export class RedisCounters implements SharedCounters {
  readonly #redis: RedisConnection;

  constructor(redis: RedisConnection) {
    this.#redis = redis;
  }

  async increment(increments: { key: string; hits: number }[], windowMs: number): Promise<CounterState[]> {
    const states: CounterState[] = [];
    for (let from = 0; from < increments.length; from += batchSize)
      states.push(...(await this.#run(increments.slice(from, from + batchSize), windowMs)));
    return states;
  }

  async #run(increments: { key: string; hits: number }[], windowMs: number): Promise<CounterState[]> {
    const keys = increments.map(({ key }) => `${this.#redis.prefix}limits:${key}`);
    const hits = increments.map((entry) => entry.hits);
    const replies = await this.#redis.client.eval(script, keys.length, ...keys, windowMs, ...hits);
    const pairs = replies as [hits: number, remainingMs: number][];
    return increments.flatMap(({ key }, nth) => {
      const pair = pairs[nth];
      return pair === undefined ? [] : [{ key, hits: pair[0], remainingMs: pair[1] }];
    });
  }
}
