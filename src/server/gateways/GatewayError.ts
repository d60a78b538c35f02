/** Failure of an external system; `code` is its error code, without personal data. */
export class GatewayError extends Error {
  readonly code: string;
  /** True when the outcome is unknown: no response, or an unreadable one. */
  readonly isUnknown: boolean;
  /** True when the system reports that the requested object does not exist. */
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
