import { type ErrorCode, errors } from "#contract/errors.ts";

/**
 * An expected failure: its code determines the status, `data` is sent along, the message is for customers.
 */
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

/** Creates a 422 with its own message: the input is well formed, but violates a business rule. */
export function ruleBroken(message: string, field: string): AppError {
  return new AppError("rule_broken", { field }, message);
}

/** Creates a 400 with its own message. */
export function invalid(message: string, field?: string): AppError {
  return new AppError("validation", field === undefined ? {} : { field }, message);
}
