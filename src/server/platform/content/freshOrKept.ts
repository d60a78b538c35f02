import type { Config } from "../../config.ts";
import type { DatabaseWatch } from "../DatabaseWatch.ts";
import { isDatabaseAway } from "../databaseAway.ts";
import type { ContentNews } from "./ContentNews.ts";
import type { HotAnswer } from "./HotAnswer.ts";

/** An answer from before the database went away: nobody knows whether it is true still. */
export class OldAnswer {
  readonly answer: HotAnswer;
  readonly ageMs: number;

  constructor(answer: HotAnswer, ageMs: number) {
    this.answer = answer;
    this.ageMs = ageMs;
  }
}

interface Parts {
  config: Config;
  content: ContentNews;
  watch: DatabaseWatch;
}

/**
 * What `ask` answers from the database; while that is away, what was kept from before, unless it is too old. Throws what
 * `ask` throws.
 */
export async function freshOrKept(
  { config, content, watch }: Parts,
  ask: () => Promise<HotAnswer>,
  kept: () => HotAnswer | undefined,
): Promise<HotAnswer | OldAnswer> {
  try {
    return await watch.orAway(ask);
  } catch (error) {
    // All that is kept was true when news were last proved to arrive.
    const ageMs = content.unprovedMs;
    const answer = isDatabaseAway(error) && ageMs <= config.oldAnswerMs ? kept() : undefined;
    if (answer === undefined) throw error;
    return new OldAnswer(answer, ageMs);
  }
}
