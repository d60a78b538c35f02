import { Skeleton } from "antd";
import { observer } from "mobx-react-lite";
import { useEffect, useState } from "react";
import { Navigate } from "react-router-dom";
import { checklistEndpoints } from "#contract/staff/checklist/endpoints.ts";
import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import { logError } from "#web/lib/logError.ts";
import { ErrorState } from "../ui/ListStates.tsx";
import { useAdminStores } from "./AdminStores.ts";
import { homePathFor } from "./landingPathFor.ts";
import { adminMessages } from "./messages.ts";

/** `/admin`: redirects to the home page of the member's role, or to the checklist of a chain that cannot sell yet. */
export const AdminStartPage = observer(function AdminStartPage() {
  const { staff, api } = useAdminStores();
  const [target, setTarget] = useState<string | null>(null);
  const load = async () => {
    try {
      if (staff.me === undefined) await staff.load();
      if (staff.me !== undefined) setTarget(await findStartPath(api, staff.me.role));
    } catch (error) {
      logError("loading the staff member failed", error);
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: fetched once, and by the button after a failure
  useEffect(() => void load(), [staff]);
  if (target !== null) return <Navigate to={target} replace />;
  return staff.info.status === "failed" ? (
    <ErrorState text={adminMessages.nav.failed} onRetry={() => void load()} />
  ) : (
    <Skeleton active />
  );
});

/** Returns the page on which a member of staff begins; never rejects. */
async function findStartPath(
  api: ApiClient,
  role: NonNullable<Parameters<typeof homePathFor>[0]>,
): Promise<string> {
  if (role !== "admin") return homePathFor(role);
  try {
    const { items } = await api.call(checklistEndpoints.read, { query: { quick: true } });
    const isMissing = items.some(
      ({ name, state }) => ["restaurant", "menu"].includes(name) && state !== "ok",
    );
    return isMissing ? "/admin/checklist" : homePathFor(role);
  } catch (error) {
    logError("loading the checklist failed", error);
    return homePathFor(role);
  }
}
