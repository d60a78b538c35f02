/** An outside system did not do its part; `word` is what it said, without personal data. */
export class GatewayError extends Error {
  readonly code: string;
  /** True when the outcome is unknown: no answer, or one that could not be understood. */
  readonly isUnknown: boolean;
  /** True when the system says that the thing asked for does not exist. */
  readonly isNotFound: boolean;

  constructor(
    system: string,
    code: string,
    isUnknown: boolean,
    options: ErrorOptions & { isNotFound?: boolean } = {},
  ) {
    super(`${system}: ${code}`, options);
    this.code = code;
    this.isUnknown = isUnknown;
    this.isNotFound = options.isNotFound ?? false;
  }
}
