import { ApiError } from "#web/lib/api/ApiError.ts";
import { logError } from "#web/lib/logError.ts";

/** Requests that a page repeats by itself: a busy server is expected then, and asked again at the next turn. */
export class BackgroundReads {
  /** Whether the server was too busy for a request of this turn. */
  hasMissed = false;

  /** Starts a turn that repeats every request. */
  startTurn(): void {
    this.hasMissed = false;
  }

  /** Awaits a request whose failure its store holds; logs unexpected failures for developers. */
  async run(context: string, task: Promise<unknown>): Promise<void> {
    try {
      await task;
    } catch (error) {
      if (isBusy(error)) this.hasMissed = true;
      else logError(context, error);
    }
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof ApiError && error.status === 503 && error.code === "unavailable";
}
