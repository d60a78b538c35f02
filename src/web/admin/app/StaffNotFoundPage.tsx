import { StaffNotice } from "../ui/StaffNotice.tsx";
import { adminMessages } from "./messages.ts";
import { StaffLayout } from "./StaffLayout.tsx";

/** Catches all other paths under /admin. */
export function StaffNotFoundPage() {
  return (
    <StaffLayout>
      <StaffNotice title={adminMessages.titles.notFound} text={adminMessages.notFound} />
    </StaffLayout>
  );
}
