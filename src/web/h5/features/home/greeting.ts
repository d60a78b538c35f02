import { toShanghaiText } from "#web/lib/time/formatTime.ts";
import { homeMessages } from "./messages.ts";

const { greetings } = homeMessages;

/** Returns the greeting for a time of day in Shanghai. */
export function greetingAt(date: Date): string {
  const hour = Number(toShanghaiText(date.getTime()).slice(11, 13));
  if (hour < 5) return greetings.night;
  if (hour < 11) return greetings.morning;
  if (hour < 13) return greetings.noon;
  if (hour < 18) return greetings.afternoon;
  return hour < 23 ? greetings.evening : greetings.night;
}
