import { WorkerPool } from "../workers/WorkerPool.ts";
import { WorkerError } from "../workers/WorkerProcess.ts";

/** A box, a line of words or a picture with its style, as satori takes them. */
export interface SatoriNode {
  type: string;
  props: {
    style?: Record<string, string | number>;
    src?: string;
    width?: number;
    height?: number;
    children?: SatoriNode[] | string;
  };
}

/** What is to be painted, in pixels. */
export interface RenderInput {
  shape: SatoriNode;
  width: number;
  height: number;
}

/**
 * Paints drawings with Chinese words as PNGs, one at a time in a process of its own: nobody else waits, and the hundreds
 * of megabytes that it takes are gone with it, which those of a thread are not.
 */
export class SvgRenderer {
  readonly #workers = new WorkerPool<RenderInput, Uint8Array>({
    script: "src/server/platform/images/svg-renderer.worker.mjs",
    processes: 1,
    memoryMb: 256,
    jobTimeoutMs: 20_000,
    maxJobs: 20,
  });

  /** The bytes of a PNG. Throws "unavailable" when too many drawings wait, or the machine is too busy to paint. */
  async render(input: RenderInput): Promise<Buffer> {
    try {
      return Buffer.from(await this.#workers.run(input));
    } catch (error) {
      if (error instanceof WorkerError) throw new Error(`the drawing failed: ${error.message}`);
      throw error;
    }
  }

  /** Ends the process; what is being painted fails. */
  async stop(): Promise<void> {
    await this.#workers.stop();
  }
}
