import { adminMessages } from "../messages.ts";
import { StaffLayout } from "./StaffFrame.tsx";
import { StaffNotice } from "./StaffNotice.tsx";

/** Any other path under /admin. */
export function StaffNotFoundPage() {
  return (
    <StaffLayout>
      <StaffNotice title={adminMessages.titles.notFound} text={adminMessages.notFound} drawing="search" />
    </StaffLayout>
  );
}
