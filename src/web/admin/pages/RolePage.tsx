import { observer } from "mobx-react-lite";
import type { ReactNode } from "react";
import type { Staff } from "#contract/service-auth/schema.ts";
import { FailedState } from "#web/shared/ui/FailedState.tsx";
import { Skeleton } from "#web/shared/ui/Skeleton.tsx";
import { useAdminStores } from "../AdminStores.ts";
import { messages } from "../messages.ts";
import { fetchFor } from "../parts/attempt.ts";
import { StaffFrame } from "./StaffFrame.tsx";

interface RolePageProps {
  roles: readonly Staff["role"][];
  /** Said to everybody else. */
  forbidden: string;
  children: ReactNode;
}

/** A staff page for some roles. */
export const RolePage = observer(function RolePage({ roles, forbidden, children }: RolePageProps) {
  const { staff } = useAdminStores();
  return (
    <StaffFrame>
      {staff.me === undefined && <Waiting />}
      {staff.me !== undefined && !roles.includes(staff.me.role) && <p role="alert">{forbidden}</p>}
      {staff.me !== undefined && roles.includes(staff.me.role) && children}
    </StaffFrame>
  );
});

const Waiting = observer(function Waiting() {
  const { staff } = useAdminStores();
  if (staff.info.status !== "failed") return <Skeleton rows={4} />;
  return <FailedState text={messages.nav.failed} onRetry={() => fetchFor(staff.load)} />;
});
