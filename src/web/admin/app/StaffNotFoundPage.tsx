import { StaffNotice } from "../ui/StaffNotice/StaffNotice.tsx";
import { adminMessages } from "./messages.ts";
import { StaffLayout } from "./StaffLayout.tsx";

/** Any other path under /admin. */
export function StaffNotFoundPage() {
  return (
    <StaffLayout>
      <StaffNotice title={adminMessages.titles.notFound} text={adminMessages.notFound} drawing="search" />
    </StaffLayout>
  );
}
