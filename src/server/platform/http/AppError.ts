import { type ErrorCode, errors } from "#contract/errors.ts";

/** An expected failure: its word decides the status, `data` travels beside it, the message is for customers. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly data: Record<string, unknown>;
  readonly retryAfterS: number | null;

  constructor(
    code: ErrorCode,
    data: Record<string, unknown> = {},
    message?: string,
    retryAfterS: number | null = null,
  ) {
    super(message ?? errors[code][1]);
    this.code = code;
    this.status = errors[code][0];
    this.data = data;
    this.retryAfterS = retryAfterS;
  }
}

/** A 422 with a sentence of its own: the input is well formed, but a rule of the chain does not allow it. */
export function ruleBroken(message: string, field: string): AppError {
  return new AppError("rule_broken", { field }, message);
}

/** A 400 with a sentence of its own. */
export function invalid(message: string, field?: string): AppError {
  return new AppError("validation", field === undefined ? {} : { field }, message);
}
