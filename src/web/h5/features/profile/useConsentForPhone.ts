import { isAbortError, toErrorMessage } from "#web/lib/api/ApiError.ts";
import { logError } from "#web/lib/logError.ts";
import { toast } from "#web/ui/notify.ts";
import { useStores } from "../../app/useStores.ts";
import { requestConsent } from "../legal/requestConsent.ts";
import { profileMessages } from "./messages.ts";

/** Returns the function that asks for a missing consent before a phone number is entered, and then goes on. */
export function useConsentForPhone(): (goOn: () => void) => void {
  const root = useStores();
  return (goOn) => {
    const ask = async () => {
      if (await requestConsent(root)) goOn();
    };
    ask().catch((error: unknown) => {
      if (isAbortError(error)) return;
      logError("asking for the consent failed", error);
      toast(toErrorMessage(error, profileMessages.bindFailed));
    });
  };
}
