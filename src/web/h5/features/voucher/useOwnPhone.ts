import { useEffect } from "react";
import { logError } from "#web/lib/logError.ts";
import { useStore, useStores } from "../../app/useStores.ts";
import { userStore } from "../auth/UserStore.ts";

/** Returns the account's own masked number, which is the contact when no other one is given. Must be used inside an observer. */
export function useOwnPhone(): string {
  const { session } = useStores();
  const user = useStore(userStore);
  const { isLoggedIn } = session;
  const isKnown = user.user !== undefined;
  useEffect(() => {
    // Without it only the number has to be typed.
    if (isLoggedIn && !isKnown)
      user.load().catch((error: unknown) => logError("loading the customer failed", error));
  }, [user, isLoggedIn, isKnown]);
  return user.user?.phone ?? "";
}
