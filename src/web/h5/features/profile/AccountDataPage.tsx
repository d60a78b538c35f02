import { useLocation } from "react-router-dom";
import { DataCopyPage } from "./DataCopyPage.tsx";
import { DeleteAccountPage } from "./DeleteAccountPage.tsx";

/** `/account/data` and `/account/deletion`: small pages that few customers open, in one chunk. */
export function AccountDataPage() {
  const { pathname } = useLocation();
  return pathname.startsWith("/account/data") ? <DataCopyPage /> : <DeleteAccountPage />;
}
