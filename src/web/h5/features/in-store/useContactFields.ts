import { useEffect, useState } from "react";
import { parsePhone } from "#contract/phone.ts";
import { isAbortError } from "#web/lib/api/ApiError.ts";
import { logError } from "#web/lib/logError.ts";
import { useStore } from "../../app/useStores.ts";
import { userStore } from "../auth/UserStore.ts";
import { inStoreOptionsStore } from "../booking/InStoreOptionsStore.ts";
import { bookingMessages } from "../booking/messages.ts";
import type { FulfilmentOptions } from "../checkout/CheckoutStore.ts";
import { inStoreMessages } from "./messages.ts";

const messages = inStoreMessages.confirm;

/** Contact number and table with their errors. */
interface ContactFields {
  /** Value of the field: the account's number until another one is typed. */
  readonly phone: string;
  /** The account's masked number; empty while unknown. */
  readonly ownPhone: string;
  readonly requestFields: Pick<FulfilmentOptions, "table_no" | "contact_phone">;
  readonly phoneProblem: string | undefined;
  readonly tableProblem: string | undefined;
  setPhone(text: string): void;
  /** Returns whether the order can be sent; if not, errors are shown from now on. */
  validate(): boolean;
}

/** Contact fields of an in-store order. Must be used inside an observer. */
export function useContactFields(): ContactFields {
  const optionsStore = useStore(inStoreOptionsStore);
  const user = useStore(userStore);
  const [isChecked, setIsChecked] = useState(false);
  useEffect(() => {
    // Loads the restaurant's name and address; the order can be placed without them.
    optionsStore.loadRestaurant().catch(logErrors("loading the store failed"));
    if (user.user === undefined) user.load().catch(logErrors("loading the account failed"));
  }, [optionsStore, user]);
  const { options, isTableValid } = optionsStore;
  const ownPhone = user.user?.phone ?? "";
  const typed = options.phone?.trim() ?? "";
  const number = parsePhone(typed);
  const isDineIn = options.orderType === "dine_in";
  // While the account is not loaded its number is unknown; the server uses it, if there is one.
  const hasOwnPhone = user.user === undefined || ownPhone !== "";
  const isPhoneValid = typed === "" ? hasOwnPhone || isDineIn : number !== null;
  const isValid = isPhoneValid && isTableValid;
  const phoneError = typed === "" ? messages.phoneRequired : messages.phoneInvalid;
  return {
    phone: options.phone ?? ownPhone,
    ownPhone,
    requestFields: {
      // Without a number the server uses the account's.
      contact_phone: number,
      table_no: optionsStore.table,
    },
    phoneProblem: isChecked && !isPhoneValid ? phoneError : undefined,
    tableProblem: isChecked && !isTableValid ? bookingMessages.tableInvalid : undefined,
    setPhone: (text) => optionsStore.setPhone(text, ownPhone),
    validate: () => {
      setIsChecked(!isValid);
      if (!isValid) window.scrollTo(0, 0);
      return isValid;
    },
  };
}

function logErrors(message: string): (error: unknown) => void {
  return (error) => {
    if (!isAbortError(error)) logError(message, error);
  };
}
