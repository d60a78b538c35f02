import { useState } from "react";
import { useLocation } from "react-router-dom";
import { useStores } from "../../../app/useStores.ts";
import { checkoutMessages } from "../messages.ts";
import { hasPendingSubmit } from "../pendingSubmit.ts";
import { SubmitNotice } from "./SubmitNotice.tsx";

/**
 * Notice, after a login in between, that the order has not been submitted yet; the button below submits it.
 */
export function ResumeSubmitNotice() {
  const { session } = useStores();
  const { pathname } = useLocation();
  const [isShown] = useState(() => session.isLoggedIn && hasPendingSubmit(pathname));
  return isShown ? <SubmitNotice role="status">{checkoutMessages.resumeSubmit}</SubmitNotice> : null;
}
