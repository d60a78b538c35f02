import { useLocation } from "react-router-dom";
import { InvitePage } from "../invite/InvitePage.tsx";
import { MemberCardPage } from "./MemberCardPage.tsx";
import { PointsPage } from "./PointsPage.tsx";
import { WithdrawPage } from "./WithdrawPage.tsx";

/** `/card`, `/points`, `/invite` and `/withdraw`: small pages with shared components, in one chunk. */
export function WalletPage() {
  const { pathname } = useLocation();
  if (pathname.startsWith("/card")) return <MemberCardPage />;
  if (pathname.startsWith("/points")) return <PointsPage />;
  return pathname.startsWith("/invite") ? <InvitePage /> : <WithdrawPage />;
}
