import { messages } from "../messages.ts";
import { StaffFrame } from "./StaffFrame.tsx";
import { StaffNotice } from "./StaffNotice.tsx";

/** Any other path under /admin. */
export function StaffNotFoundPage() {
  return (
    <StaffFrame>
      <StaffNotice title={messages.titles.notFound} text={messages.notFound} drawing="search" />
    </StaffFrame>
  );
}
