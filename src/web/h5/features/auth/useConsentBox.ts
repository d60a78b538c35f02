import { useEffect, useState } from "react";
import { isAbortError, isUnsupportedEndpoint } from "#web/lib/api/ApiError.ts";
import { logError } from "#web/lib/logError.ts";
import { useStore } from "../../app/useStores.ts";
import { legalTextStore } from "../legal/LegalTextStore.ts";
import { legalMessages } from "../legal/legalMessages.ts";

/**
 * State of the box at the login, not ticked beforehand; the versions that it stands for are those of when the page was
 * opened. Must be used inside an observer.
 */
export function useConsentBox() {
  const texts = useStore(legalTextStore);
  const [isTicked, setIsTicked] = useState(false);
  useEffect(() => {
    texts.loadList().catch((error: unknown) => {
      // A host without texts has no box; other failures are tried again at the login.
      if (!isAbortError(error) && !isUnsupportedEndpoint(error))
        logError("loading the legal texts failed", error);
    });
  }, [texts]);
  const isOffered = !texts.isUnsupported;
  return {
    isOffered,
    isTicked,
    setIsTicked,
    findObstacle: () => (isOffered && !isTicked ? legalMessages.box.missing : undefined),
    findVersions: async () => (isTicked ? await texts.findShownVersions() : null),
  };
}
