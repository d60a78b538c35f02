import { observer } from "mobx-react-lite";
import { lazy, Suspense, useEffect, useState } from "react";
import { isWechat } from "#web/bridge/environment.ts";
import { isAbortError, isUnauthenticated, isUnsupportedEndpoint } from "#web/lib/api/ApiError.ts";
import { logError } from "#web/lib/logError.ts";
import { toast } from "#web/ui/notify.ts";
import { userStore } from "../features/auth/UserStore.ts";
import { consentStore } from "../features/legal/ConsentStore.ts";
import { legalMessages } from "../features/legal/legalMessages.ts";
import { useStore, useStores } from "./useStores.ts";

const ConsentSheet = lazy(() =>
  import("../features/legal/components/ConsentSheet.tsx").then((m) => ({ default: m.ConsentSheet })),
);

/**
 * Asks each logged-in customer once per document for a consent that is missing; later requests that are refused for
 * the lack of it open the same sheet.
 */
export const ConsentPrompt = observer(function ConsentPrompt() {
  const { session } = useStores();
  const store = useStore(consentStore);
  const user = useStore(userStore);
  const { token } = session;
  const [wasAsked, setWasAsked] = useState(false);
  useEffect(() => {
    if (token === null) return;
    store.check().catch((error: unknown) => {
      // A host without these texts asks for nothing; the server itself refuses orders without a consent.
      const isExpected = isUnsupportedEndpoint(error) || isAbortError(error) || isUnauthenticated(error);
      if (!isExpected) logError("the consent is not known", error);
    });
  }, [store, token]);
  useEffect(() => {
    if (store.isAsking) setWasAsked(true);
  }, [store.isAsking]);
  const refuse = async () => {
    store.dismiss();
    await user.logout();
    toast(legalMessages.sheet.refused);
  };
  // Mounted once it was needed, so that the sheet can slide out.
  if (!wasAsked && !store.isAsking) return null;
  return (
    <Suspense fallback={null}>
      <ConsentSheet isInWechat={isWechat(navigator.userAgent)} onRefuse={() => void refuse()} />
    </Suspense>
  );
});
