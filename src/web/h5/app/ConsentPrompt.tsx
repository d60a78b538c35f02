import { observer } from "mobx-react-lite";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router-dom";
import { isUnauthenticated, isUnsupportedEndpoint } from "#web/lib/api/ApiError.ts";
import { logError } from "#web/lib/logError.ts";
import { toast } from "#web/ui/notify.ts";
import { userStore } from "../features/auth/UserStore.ts";
import { consentStore } from "../features/legal/ConsentStore.ts";
import { legalMessages } from "../features/legal/legalMessages.ts";
import { useStore, useStores } from "./useStores.ts";

type Sheet = typeof import("../features/legal/components/ConsentSheet.tsx").ConsentSheet;

/**
 * Asks each logged-in customer once per document for a consent that is missing; later requests that are refused for
 * the lack of it open the same sheet.
 */
export const ConsentPrompt = observer(function ConsentPrompt() {
  const { session } = useStores();
  const navigate = useNavigate();
  const store = useStore(consentStore);
  const user = useStore(userStore);
  const { token } = session;
  const [Sheet, setSheet] = useState<Sheet | null>(null);
  useEffect(() => {
    if (token === null) return;
    const endPrompt = store.startPrompt();
    store.check().catch((error: unknown) => {
      // A host without these texts asks for nothing; the server itself refuses orders without a consent.
      const isExpected = isUnsupportedEndpoint(error) || isUnauthenticated(error);
      if (!isExpected) logError("the consent is not known", error);
    });
    return endPrompt;
  }, [store, token]);
  const { isAsking } = store;
  useEffect(() => {
    if (!isAsking) return;
    import("../features/legal/components/ConsentSheet.tsx")
      .then((m) => setSheet(() => m.ConsentSheet))
      .catch((error: unknown) => {
        logError("the sheet for the consent did not load", error);
        store.dismiss();
      });
  }, [store, isAsking]);
  const refuse = async () => {
    // First: no page must go on without the customer whom it was opened for.
    navigate("/", { replace: true });
    await user.logout();
    toast(legalMessages.sheet.refused);
  };
  // Mounted once it was needed, so that the sheet can slide out.
  if (Sheet === null) return null;
  return <Sheet onRefuse={() => void refuse()} />;
});
