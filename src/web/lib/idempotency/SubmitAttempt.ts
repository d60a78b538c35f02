import { makeAutoObservable, observableRef } from "mobx";
import { ApiError, isAbortError, isUnauthenticated } from "../api/ApiError.ts";
import { isRecord } from "../api/parseResponse.ts";
import { commonMessages } from "../commonMessages.ts";

/** Attempt as it is stored across reloads: its key is sent with every submit until one succeeds. */
export interface StoredAttempt {
  readonly idempotencyKey: string;
  /** True when a submit got no response: it may have taken effect. */
  readonly isUncertain: boolean;
  /** Creation time, in ms of the device's clock. */
  readonly at: number;
}

/**
 * What a failed submit tells: nothing happened, it is not known, or nothing ever will with this key, even if an
 * earlier submit got no response.
 */
export type SubmitOutcome = "refused" | "unknown" | "final";

interface Options {
  createIdempotencyKey(): string;
  now(): number;
  /** Age in ms at which a stored attempt is dropped. */
  ttlMs: number;
  /** Stores the attempt across reloads; null removes it. */
  save(attempt: StoredAttempt | null): void;
  outcomeOf(error: ApiError): SubmitOutcome;
}

/** Submits something exactly once: all submits of one attempt send the same key, also after a reload. */
export class SubmitAttempt {
  isSubmitting = false;
  /** Error of the last submit. */
  submitError: ApiError | null = null;
  private attempt: StoredAttempt | null = null;
  private readonly options: Options;

  constructor(options: Options) {
    this.options = options;
    makeAutoObservable<this, "attempt" | "options">(
      this,
      { attempt: observableRef, submitError: observableRef, options: false },
      { autoBind: true },
    );
  }

  /** True when a submit got no response; then only a retry is safe. */
  get isUncertain(): boolean {
    return this.attempt?.isUncertain === true;
  }

  /** Attempt as it is to be stored; null without one. */
  get stored(): StoredAttempt | null {
    return this.attempt;
  }

  /** Continues a stored attempt unless it is too old; null: none. */
  restore(stored: StoredAttempt | null): void {
    const isValid = stored !== null && this.options.now() - stored.at < this.options.ttlMs;
    this.attempt = isValid ? stored : null;
  }

  /**
   * Submits with the key of the attempt and ends the attempt on success; returns null when a submit is already
   * running. Failures are stored in `submitError` and rethrown.
   */
  async submit<T>(send: (idempotencyKey: string) => Promise<T>): Promise<T | null> {
    if (this.isSubmitting) return null;
    try {
      const result = await send(this.begin());
      this.end();
      return result;
    } catch (error) {
      this.handleError(error);
      throw error;
    }
  }

  /** Dismisses the error of the last submit. */
  dismissError(): void {
    this.submitError = null;
  }

  /** Ends the attempt: the next submit is a new one. */
  end(): void {
    this.isSubmitting = false;
    this.submitError = null;
    this.save(null);
  }

  private begin(): string {
    this.isSubmitting = true;
    this.submitError = null;
    const { createIdempotencyKey, now } = this.options;
    const attempt = this.attempt ?? {
      idempotencyKey: createIdempotencyKey(),
      isUncertain: false,
      at: now(),
    };
    this.save(attempt);
    return attempt.idempotencyKey;
  }

  /** Ends the attempt after a refusal; without a response its key must be reused. */
  private handleError(error: unknown): void {
    this.isSubmitting = false;
    // Aborted before sending, while a rejected login is announced.
    if (isAbortError(error)) return;
    const submitError = error instanceof ApiError ? error : new ApiError("internal", commonMessages.failed);
    // An expired login is announced by the 401 rule, and is no failure of the submit after the next login.
    if (!isUnauthenticated(error)) this.submitError = submitError;
    if (this.attempt === null) return;
    const outcome = this.options.outcomeOf(submitError);
    if (outcome === "unknown") this.save({ ...this.attempt, isUncertain: true });
    else if (outcome === "final" || !this.isUncertain) this.save(null);
  }

  private save(attempt: StoredAttempt | null): void {
    this.attempt = attempt;
    this.options.save(attempt);
  }
}

/** Returns whether the server refused a request, so that nothing has happened. */
export function isRefusal({ status }: ApiError): boolean {
  return status >= 400 && status < 500;
}

/** Parses a stored attempt; null for anything else. */
export function parseStoredAttempt(raw: unknown): StoredAttempt | null {
  if (!isRecord(raw)) return null;
  const { isUncertain, at } = raw;
  // Earlier versions stored it as `key`; an attempt that is under way continues.
  const idempotencyKey = raw.idempotencyKey ?? raw.key;
  if (typeof idempotencyKey !== "string" || !/^[\w-]{8,64}$/.test(idempotencyKey) || typeof at !== "number")
    return null;
  return { idempotencyKey, isUncertain: isUncertain === true, at };
}
