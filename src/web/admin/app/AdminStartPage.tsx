import { observer } from "mobx-react-lite";
import { useEffect, useState } from "react";
import { Navigate } from "react-router-dom";
import { checklistEndpoints } from "#contract/staff/checklist/endpoints.ts";
import { logError } from "#web/lib/logError.ts";
import { ErrorState } from "../ui/ListStates.tsx";
import { useAdminStores } from "./AdminStores.ts";
import { homePathFor } from "./landingPathFor.ts";
import { adminMessages } from "./messages.ts";

const checklistPath = "/admin/checklist";

/** `/admin`: redirects to the home page of the member's role; administrators of a chain that cannot sell yet to the checklist. */
export const AdminStartPage = observer(function AdminStartPage() {
  const { staff, api } = useAdminStores();
  const [target, setTarget] = useState<string | null>(null);
  const load = async () => {
    try {
      if (staff.me === undefined) await staff.load();
      if (staff.me === undefined) return;
      setTarget(await findTarget(staff.me.role));
    } catch (error) {
      logError("loading the staff member failed", error);
    }
  };
  const findTarget = async (role: Parameters<typeof homePathFor>[0]) => {
    if (role !== "admin") return homePathFor(role);
    const { items } = await api.call(checklistEndpoints.read, { query: { quick: true } });
    const canSell = items.every(
      ({ name, state }) => (name !== "restaurant" && name !== "menu") || state === "ok",
    );
    return canSell ? homePathFor(role) : checklistPath;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: fetched once, and by the button after a failure
  useEffect(() => void load(), [staff]);
  if (target !== null) return <Navigate to={target} replace />;
  return staff.info.status === "failed" ? (
    <ErrorState text={adminMessages.nav.failed} onRetry={() => void load()} />
  ) : null;
});
