/** Where the server reads the time; tests put one of their own. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** `at` plus `ms` milliseconds. */
export function addMs(at: Date, ms: number): Date {
  return new Date(at.getTime() + ms);
}
