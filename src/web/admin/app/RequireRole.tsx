import { Alert, Skeleton } from "antd";
import { observer } from "mobx-react-lite";
import type { ReactNode } from "react";
import type { Staff } from "#contract/staff/auth/schema.ts";
import { ErrorState } from "../ui/ListStates.tsx";
import { logErrors } from "../ui/logErrors.ts";
import { useAdminStores } from "./AdminStores.ts";
import { adminMessages } from "./messages.ts";
import { StaffLayout } from "./StaffLayout.tsx";

interface RequireRoleProps {
  roles: readonly Staff["role"][];
  /** Message for all other roles. */
  forbidden: string;
  children: ReactNode;
}

/** Restricts a staff page to some roles. */
export const RequireRole = observer(function RequireRole({ roles, forbidden, children }: RequireRoleProps) {
  const { staff } = useAdminStores();
  return (
    <StaffLayout>
      {staff.me === undefined && <StaffLoading />}
      {staff.me !== undefined && !roles.includes(staff.me.role) && (
        <Alert type="warning" title={forbidden} role="alert" />
      )}
      {staff.me !== undefined && roles.includes(staff.me.role) && children}
    </StaffLayout>
  );
});

const StaffLoading = observer(function StaffLoading() {
  const { staff } = useAdminStores();
  if (staff.info.status !== "failed") return <Skeleton active title={false} paragraph={{ rows: 4 }} />;
  return (
    <ErrorState
      text={adminMessages.nav.failed}
      onRetry={() => void logErrors("loading the staff member failed", staff.load())}
    />
  );
});
