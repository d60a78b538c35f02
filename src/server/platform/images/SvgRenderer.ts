import { WorkerPool } from "../workers/WorkerPool.ts";
import { WorkerError } from "../workers/WorkerProcess.ts";

/** A box, a line of text or an image with its style, in satori's format. */
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

/** Input of a rendering; sizes in pixels. */
export interface RenderInput {
  shape: SatoriNode;
  width: number;
  height: number;
}

/**
 * Renders layouts with Chinese text as PNGs, one at a time in a separate process: the server is not blocked,
 * and the hundreds of megabytes that rendering takes are released with the process, which a thread's are not.
 */
export class SvgRenderer {
  readonly #workers = new WorkerPool<RenderInput, Uint8Array>({
    script: "src/server/platform/images/svg-renderer.worker.mjs",
    processes: 1,
    memoryMb: 256,
    jobTimeoutMs: 20_000,
    maxJobs: 20,
  });

  /**
   * Renders a PNG.
   * @throws AppError("unavailable") when too many jobs wait, or the machine is overloaded
   */
  async render(input: RenderInput): Promise<Buffer> {
    try {
      return Buffer.from(await this.#workers.run(input));
    } catch (error) {
      if (error instanceof WorkerError) throw new Error(`the drawing failed: ${error.message}`);
      throw error;
    }
  }

  /** Stops the worker process; its current job fails. */
  async stop(): Promise<void> {
    await this.#workers.stop();
  }
}
