import { observer } from "mobx-react-lite";
import { useAdminStore } from "../app/AdminStores.ts";
import { staffDirectoryStore } from "../app/StaffDirectoryStore.ts";

/** Name of a member of staff, once the directory is loaded. */
export const StaffName = observer(function StaffName({ id }: { id: string }) {
  return useAdminStore(staffDirectoryStore).findName(id);
});
