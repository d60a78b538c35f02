import { messages } from "../messages.ts";
import { StaffNotice } from "./StaffNotice.tsx";

/** Any other path under /admin. */
export function StaffNotFoundPage() {
  return <StaffNotice title={messages.titles.notFound} text={messages.notFound} drawing="search" />;
}
