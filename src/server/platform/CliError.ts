/** Failure of an operator's command; its message is printed as it is, without a stack. */
export class CliError extends Error {}
