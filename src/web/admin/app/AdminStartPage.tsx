import { observer } from "mobx-react-lite";
import { useEffect } from "react";
import { Navigate } from "react-router-dom";
import { logError } from "#web/lib/logError.ts";
import { ErrorState } from "../ui/ListStates.tsx";
import { useAdminStores } from "./AdminStores.ts";
import { homePathFor } from "./landingPathFor.ts";
import { adminMessages } from "./messages.ts";

/** `/admin`: redirects to the home page of the member's role. */
export const AdminStartPage = observer(function AdminStartPage() {
  const { staff } = useAdminStores();
  const load = () => {
    staff.load().catch((error: unknown) => logError("loading the staff member failed", error));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: fetched once, and by the button after a failure
  useEffect(() => {
    if (staff.me === undefined) load();
  }, [staff]);
  if (staff.me !== undefined) return <Navigate to={homePathFor(staff.me.role)} replace />;
  return staff.info.status === "failed" ? (
    <ErrorState text={adminMessages.nav.failed} onRetry={load} />
  ) : null;
});
