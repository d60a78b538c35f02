import { freshOrKept, type OldAnswer } from "../../platform/content/freshOrKept.ts";
import type { HotAnswer } from "../../platform/content/HotAnswer.ts";
import { Shelf } from "../../platform/content/Shelf.ts";
import type { Deps } from "../../platform/Deps.ts";

/** An answer and the time in which it is true, in milliseconds; stores open and pauses end without anybody's doing. */
export interface TimedAnswer {
  answer: HotAnswer;
  from: number;
  until: number;
}

interface Kept extends TimedAnswer {
  readonly bytes: number;
}

/** Answers about stores by what was asked, kept until a store or a rubric changes or their time is over. */
export class StoreAnswers {
  readonly #deps: Deps;
  readonly #answers: Shelf<Kept>;
  /** Rises with each change, so that what was read before is not kept after. */
  #version = 0;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#answers = new Shelf(deps.config.answerMemoryBytes / 4);
    deps.content.onChange(({ what }) => {
      if (what === "dish") return;
      this.#version += 1;
      this.#answers.clear();
    });
  }

  /** The answer to a question, kept or made; while the database is away the last one, whatever its time was. `question` has to name everything that the answer depends on but time. */
  async get(question: unknown, make: () => Promise<TimedAnswer>): Promise<HotAnswer | OldAnswer> {
    const { content, clock } = this.#deps;
    content.start();
    const key = JSON.stringify(question);
    const now = clock.now().getTime();
    const kept = content.isHeard ? this.#answers.get(key) : undefined;
    if (kept !== undefined && kept.from <= now && now < kept.until) return kept.answer;
    const ask = () => this.#make(key, make);
    return await freshOrKept(this.#deps, ask, () => this.#answers.get(key)?.answer);
  }

  async #make(key: string, make: () => Promise<TimedAnswer>): Promise<HotAnswer> {
    const { content } = this.#deps;
    const version = this.#version;
    const made = await make();
    if (content.isHeard && version === this.#version)
      this.#answers.put(key, { ...made, bytes: made.answer.bytes + key.length });
    return made.answer;
  }
}
