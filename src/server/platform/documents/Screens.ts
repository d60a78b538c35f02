import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import type { Clock } from "../clock.ts";
import { HotAnswer } from "../content/HotAnswer.ts";
import type { Shelf } from "../content/Shelf.ts";
import type { OwnAnswer } from "./OwnCalls.ts";
import type { Template } from "./Template.ts";

/** What dist/screens exports: src/web/screens.tsx says what each promises. */
export interface ScreensModule {
  pageAt(path: string): { title: string; module: string; parts: string[] } | null;
  isMissing(path: string): boolean;
  screenAt(url: string): string | null;
  momentOf(screen: string, now: number): number;
  renderScreen(wish: {
    screen: string;
    at: number;
    answer: (address: string) => Promise<string>;
  }): Promise<{ html: string; ms: number }>;
}

/** A call as a visitor; null when there is no answer. */
export type Ask = (address: string, etag?: string) => Promise<OwnAnswer | null>;

const unanswered = new Error("a call was not answered");

interface ScreensParts {
  module: ScreensModule;
  template: Template;
  ask: Ask;
  log: FastifyBaseLogger;
  clock: Clock;
  kept: Shelf<Kept>;
}

/** A document as it can be sent now. */
export interface Screen {
  document: HotAnswer;
  /** When its answers are from before the database went away. */
  ageMs: number | undefined;
}

interface Kept {
  document: HotAnswer;
  at: number;
  /** What it was made from: the tags of the answers by the addresses of the calls. */
  tags: ReadonlyMap<string, string>;
  readonly bytes: number;
}

/** Nobody waits longer for a screen than for the shell and the calls behind it. */
const patienceMs = 800;
/** So much of each second may go into making screens; beyond it shells are sent, and browsers do the work. */
const workMs = 400;
/** What making one costs at least, with its calls; one that fails costs as much. */
const leastMs = 20;

/** Documents with their first screen, each kept as long as the answers it was made from are the same. */
export class Screens {
  readonly #parts: ScreensParts;
  readonly #underWay = new Map<string, Promise<Screen | null>>();
  #second = 0;
  #worked = 0;

  constructor(parts: ScreensParts) {
    this.#parts = parts;
  }

  /** The document of an address; null when none is made for it, or not in time. */
  async get(url: string): Promise<Screen | null> {
    const screen = this.#parts.module.screenAt(url);
    if (screen === null) return null;
    let work = this.#underWay.get(screen);
    if (work === undefined) {
      work = this.#bring(screen).finally(() => this.#underWay.delete(screen));
      this.#underWay.set(screen, work);
    }
    const enough = new AbortController();
    const late = sleep(patienceMs, null, { signal: enough.signal, ref: false }).catch(() => null);
    return await Promise.race([work, late]).finally(() => enough.abort());
  }

  async #bring(screen: string): Promise<Screen | null> {
    const at = this.#parts.module.momentOf(screen, this.#parts.clock.now().getTime());
    const kept = this.#parts.kept.get(screen);
    try {
      const found = kept?.at === at ? await this.#check(kept) : null;
      if (found !== null) return found;
      return this.#mayWork() ? await this.#make(screen, at) : null;
    } catch (error) {
      // The shell is as good a document; its page says what is wrong. A store that does not exist is nothing to look at.
      const level = error === unanswered ? "debug" : "warn";
      this.#parts.log[level](
        { err: error, screen: screen.split("?")[0] },
        "a first screen could not be made",
      );
      return null;
    }
  }

  /** Null when one of its answers is another one by now. */
  async #check({ document, tags }: Kept): Promise<Screen | null> {
    const ask = async ([address, etag]: [string, string]) => {
      const answer = await this.#parts.ask(address, etag);
      return answer?.etag === etag ? answer : null;
    };
    const answers = await Promise.all([...tags].map(ask));
    return answers.includes(null) ? null : { document, ageMs: oldest(answers) };
  }

  async #make(screen: string, at: number): Promise<Screen> {
    const { module, template, ask, kept } = this.#parts;
    // Before anything is waited for: many that begin at once must not all pass.
    this.#worked += leastMs;
    const tags = new Map<string, string>();
    const answers: OwnAnswer[] = [];
    const answer = async (address: string): Promise<string> => {
      const found = await ask(address);
      if (found === null) throw unanswered;
      tags.set(address, found.etag);
      answers.push(found);
      return found.text;
    };
    const { html, ms } = await module.renderScreen({ screen, at, answer });
    this.#worked += Math.max(0, ms - leastMs);
    const page = module.pageAt(new URL(screen, "http://local").pathname);
    const document = new HotAnswer(template.document({ ...page, screen: html }));
    kept.put(screen, { document, at, tags, bytes: document.bytes });
    return { document, ageMs: oldest(answers) };
  }

  #mayWork(): boolean {
    const second = Math.floor(performance.now() / 1_000);
    if (second !== this.#second) this.#worked = 0;
    this.#second = second;
    return this.#worked < workMs;
  }
}

function oldest(answers: readonly (OwnAnswer | null)[]): number | undefined {
  const ages = answers.map((answer) => answer?.ageMs).filter((age) => age !== undefined);
  return ages.length === 0 ? undefined : Math.max(...ages);
}
