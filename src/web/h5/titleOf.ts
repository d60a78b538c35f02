import { messages } from "./messages.ts";

const { titles } = messages;

const comingTitles: Record<string, string> = {
  "/customer-service": titles.customerService,
};

/** The title of a screen that is still being made. */
export function titleOf(pathname: string): string {
  return comingTitles[pathname.replace(/\/+$/, "")] ?? messages.common.coming;
}
