import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
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
/** A process that has nothing to do ends. */
const idleMs = 60_000;
const memoryMb = 256;
/** Fonts and pictures are megabytes each: what glibc maps for one alone goes back when it is freed, and is not piled up. */
const mapFromBytes = 131_072;
/** How many drawings may wait for their turn. */
const waitingMax = 20;

/**
 * Paints drawings with Chinese words as PNGs, one at a time in a process of its own: nobody else waits, and the hundreds
 * of megabytes that it takes are gone with it, which those of a thread are not.
 */
export class Painter {
  #child: ChildProcess | null = null;
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

  /** Ends the process; what is being painted fails. */
  async stop(): Promise<void> {
    clearTimeout(this.#idle);
    const child = this.#child;
    this.#child = null;
    if (child !== null) await end(child);
  }

  async #ask(drawing: Drawing): Promise<Buffer> {
    clearTimeout(this.#idle);
    const child = this.#ready();
    const over = new AbortController();
    const tooLate = AbortSignal.timeout(paintMs);
    const signal = AbortSignal.any([over.signal, tooLate]);
    try {
      // One that is gone says so by its end.
      child.send(drawing, () => undefined);
      const [answer] = (await Promise.race([
        once(child, "message", { signal }),
        once(child, "exit", { signal }).then(() => [{ failure: "the painting process ended" }]),
      ])) as [Answer];
      if ("failure" in answer) throw new Error(`the drawing failed: ${answer.failure}`);
      return Buffer.from(answer.png);
    } catch (error) {
      // Whatever state it is in: the next drawing gets a fresh one.
      this.#child = null;
      await end(child);
      throw tooLate.aborted ? new AppError("unavailable", {}, undefined, 5) : error;
    } finally {
      over.abort();
      this.#idle = setTimeout(() => void this.stop(), idleMs).unref();
    }
  }

  #ready(): ChildProcess {
    if (this.#child !== null) return this.#child;
    const child = fork(path.join(projectRoot(), script), {
      execArgv: [`--max-old-space-size=${memoryMb}`],
      serialization: "advanced",
      stdio: ["ignore", "ignore", "inherit", "ipc"],
      // Nothing of ours: no key and no address is of use for painting.
      env: { MALLOC_MMAP_THRESHOLD_: String(mapFromBytes) },
    });
    // It holds nobody up who wants to end, and says itself when it is gone.
    child.unref();
    child.channel?.unref();
    for (const event of ["error", "exit"])
      child.once(event, () => {
        if (this.#child === child) this.#child = null;
      });
    this.#child = child;
    return child;
  }
}

/** Ends a process, unless it never began or is gone. */
async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.ref();
  child.kill("SIGKILL");
  await gone;
}
