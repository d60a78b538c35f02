import { AppError } from "../http/AppError.ts";
import { WorkerPool } from "../workers/WorkerPool.ts";
import { WorkerError } from "../workers/WorkerProcess.ts";

/** A table of texts; the first row holds the headers. */
export interface Sheet {
  name: string;
  rows: string[][];
}

/** How many rows a table may have below its headers; it is the first that has all these headers. */
export interface RowLimit {
  /** What the table is called in the message. */
  name: string;
  headers: readonly string[];
  maxRows: number;
}

/** Request to the worker process (workbook-reader.worker.mjs). */
export interface WorkbookJob {
  bytes: Uint8Array;
  maxRows: number;
  maxColumns: number;
  rowLimits: readonly RowLimit[];
}

/** Response of the worker process. */
export type WorkbookResult =
  | { sheets: Sheet[] }
  | { refused: "unreadable" | "too_large" }
  | { refused: "too_many_rows"; limit: RowLimit };

const limits = { maxRows: 100_000, maxColumns: 100 };

/** Reads Excel workbooks in a separate process, which limits their memory and time. */
export class WorkbookReader {
  readonly #workers = new WorkerPool<WorkbookJob, WorkbookResult>({
    script: "src/server/platform/spreadsheets/workbook-reader.worker.mjs",
    processes: 1,
    memoryMb: 512,
    jobTimeoutMs: 30_000,
    maxJobs: 4,
  });

  /**
   * Returns the sheets of a workbook (.xlsx), each cell as a text, numbers with the digits that Excel shows.
   * @throws AppError("validation") for a file that is no workbook, or too large, or with more rows than a limit
   * @throws AppError("unavailable") on a timeout, and when too many are being read
   */
  async read(bytes: Buffer, rowLimits: readonly RowLimit[] = []): Promise<Sheet[]> {
    const result = await this.#workers.run({ bytes, ...limits, rowLimits }).catch((error: unknown) => {
      if (!(error instanceof WorkerError)) throw error;
      // The process has run out of memory.
      return { refused: "too_large" } as const;
    });
    if ("sheets" in result) return result.sheets;
    if (result.refused === "too_many_rows") throw tooManyRows(result.limit);
    const message =
      result.refused === "too_large" ? "文件太大，请分成几份" : "文件无法识别，请用 .xlsx 或 .csv";
    throw new AppError("validation", { field: "file" }, message);
  }

  /** Stops the worker process. */
  async stop(): Promise<void> {
    await this.#workers.stop();
  }
}

/** Creates the error for a table with more rows than its limit. */
export function tooManyRows({ name, maxRows }: RowLimit): AppError {
  return new AppError(
    "validation",
    { field: "file" },
    `${name}一次最多 ${maxRows} 行，请把文件分成几份，一份一份导入`,
  );
}
