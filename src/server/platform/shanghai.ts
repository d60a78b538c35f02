const offsetMs = 8 * 3_600_000;
const dayMs = 86_400_000;

/** Wall clock of Asia/Shanghai, which has kept UTC+8 without summer time since 1991 (IANA tz database). */
export interface WallTime {
  /** "YYYY-MM-DD" */
  date: string;
  /** Minutes since midnight, 0 to 1439. */
  minute: number;
}

export function wallTime(at: Date): WallTime {
  const shifted = at.getTime() + offsetMs;
  const minute = Math.floor((((shifted % dayMs) + dayMs) % dayMs) / 60_000);
  return { date: new Date(shifted).toISOString().slice(0, 10), minute };
}

/** Minutes of "HH:mm"; "24:00" is 1440. */
export function minuteOf(clock: string): number {
  return Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));
}

/** "YYYY-MM-DD HH:mm" in Asia/Shanghai, as the wire writes booking times. */
export function wallText(at: Date): string {
  return new Date(at.getTime() + offsetMs).toISOString().slice(0, 16).replace("T", " ");
}
