import { Workers } from "../work/Workers.ts";
import { WorkFailure } from "../work/WorkProcess.ts";

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

/**
 * Paints drawings with Chinese words as PNGs, one at a time in a process of its own: nobody else waits, and the hundreds
 * of megabytes that it takes are gone with it, which those of a thread are not.
 */
export class Painter {
  readonly #workers = new Workers<Drawing, Uint8Array>({
    script: "src/server/platform/drawing/painter.mjs",
    processes: 1,
    memoryMb: 256,
    jobMs: 20_000,
    most: 20,
  });

  /** The bytes of a PNG. Throws "unavailable" when too many drawings wait, or the machine is too busy to paint. */
  async paint(drawing: Drawing): Promise<Buffer> {
    try {
      return Buffer.from(await this.#workers.run(drawing));
    } catch (error) {
      if (error instanceof WorkFailure) throw new Error(`the drawing failed: ${error.message}`);
      throw error;
    }
  }

  /** Ends the process; what is being painted fails. */
  async stop(): Promise<void> {
    await this.#workers.stop();
  }
}
