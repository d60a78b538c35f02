import { once } from "node:events";
import path from "node:path";
import { Worker } from "node:worker_threads";
import { AppError } from "../AppError.ts";
import { projectRoot } from "../projectRoot.ts";

/** A box, a line of words or a picture with its style, as satori takes them. */
export interface Shape {
  type: string;
  props: {
    style?: Record<string, string | number>;
    src?: string;
    width?: number;
    height?: number;
    children?: Shape[] | string;
  };
}

/** What is to be painted, in pixels. */
export interface Drawing {
  shape: Shape;
  width: number;
  height: number;
}

type Answer = { png: Uint8Array } | { failure: string };

const script = "src/server/platform/drawing/painter.mjs";
const paintMs = 20_000;
/** A thread that has nothing to do gives its memory back. */
const idleMs = 60_000;
const memoryMb = 256;
/** How many drawings may wait for their turn. */
const waitingMax = 20;

/** Paints drawings with Chinese words as PNGs, one at a time on a thread of its own, so that nobody else waits. */
export class Painter {
  #worker: Worker | null = null;
  #idle: NodeJS.Timeout | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  /** The bytes of a PNG. Throws "unavailable" when too many drawings wait, or the machine is too busy to paint. */
  async paint(drawing: Drawing): Promise<Buffer> {
    if (this.#waiting >= waitingMax) throw new AppError("unavailable", {}, undefined, 2);
    this.#waiting += 1;
    const turn = this.#last.then(() => this.#ask(drawing));
    this.#last = turn
      .catch(() => undefined)
      .finally(() => {
        this.#waiting -= 1;
      });
    return await turn;
  }

  /** Ends the thread; what is being painted fails. */
  async stop(): Promise<void> {
    clearTimeout(this.#idle);
    const worker = this.#worker;
    this.#worker = null;
    await worker?.terminate();
  }

  async #ask(drawing: Drawing): Promise<Buffer> {
    clearTimeout(this.#idle);
    const worker = this.#ready();
    const over = new AbortController();
    const tooLate = AbortSignal.timeout(paintMs);
    const signal = AbortSignal.any([over.signal, tooLate]);
    try {
      worker.postMessage(drawing);
      const [answer] = (await Promise.race([
        once(worker, "message", { signal }),
        once(worker, "exit", { signal }).then(() => [{ failure: "the painting thread ended" }]),
      ])) as [Answer];
      if ("failure" in answer) throw new Error(`the drawing failed: ${answer.failure}`);
      return Buffer.from(answer.png);
    } catch (error) {
      // Whatever state it is in: the next drawing gets a fresh one.
      this.#worker = null;
      await worker.terminate();
      throw tooLate.aborted ? new AppError("unavailable", {}, undefined, 5) : error;
    } finally {
      over.abort();
      this.#idle = setTimeout(() => void this.stop(), idleMs).unref();
    }
  }

  #ready(): Worker {
    if (this.#worker !== null) return this.#worker;
    const file = path.join(projectRoot(), script);
    const worker = new Worker(file, { execArgv: [], resourceLimits: { maxOldGenerationSizeMb: memoryMb } });
    // It holds nobody up who wants to end, and says itself when it is gone.
    worker.unref();
    for (const end of ["error", "exit"])
      worker.once(end, () => {
        if (this.#worker === worker) this.#worker = null;
      });
    this.#worker = worker;
    return worker;
  }
}
