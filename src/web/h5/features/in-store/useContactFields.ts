import { useEffect, useState } from "react";
import { parsePhone } from "#contract/phone.ts";
import { isAbortError } from "#web/lib/api/ApiError.ts";
import { logError } from "#web/lib/logError.ts";
import { useStore } from "../../app/useStores.ts";
import { userStore } from "../auth/UserStore.ts";
import { inStoreOptionsStore } from "../booking/InStoreOptionsStore.ts";
import type { FulfilmentOptions } from "../checkout/CheckoutStore.ts";
import { inStoreMessages } from "./messages.ts";

const messages = inStoreMessages.confirm;

/** Whom to call and where somebody sits, with what is wrong about it. */
interface ContactFields {
  /** As it stands in the field: the account's number until another one is typed. */
  readonly phone: string;
  /** The account's number, half hidden; empty while it is not known. */
  readonly ownPhone: string;
  readonly requestFields: Pick<FulfilmentOptions, "table_no" | "contact_phone">;
  readonly phoneProblem: string | undefined;
  readonly tableProblem: string | undefined;
  setPhone(text: string): void;
  /** Whether the order can go as it is; if not, what is wrong is shown from now on. */
  validate(): boolean;
}

/** The contact of an order in a store. Must be used inside an observer. */
export function useContactFields(): ContactFields {
  const optionsStore = useStore(inStoreOptionsStore);
  const user = useStore(userStore);
  const [isChecked, setIsChecked] = useState(false);
  useEffect(() => {
    // The name and the address of the store come with it; without them the order can still be placed.
    optionsStore.loadRestaurant().catch(logErrors("loading the store failed"));
    if (user.user === undefined) user.load().catch(logErrors("loading the account failed"));
  }, [optionsStore, user]);
  const { options, isTableValid } = optionsStore;
  const ownPhone = user.user?.phone ?? "";
  const typed = options.phone?.trim() ?? "";
  const number = parsePhone(typed);
  const isDineIn = options.orderType === "dine_in";
  const isPhoneValid = typed === "" ? ownPhone !== "" || isDineIn : number !== null;
  const isValid = isPhoneValid && isTableValid;
  const phoneError = typed === "" ? messages.phoneRequired : messages.phoneInvalid;
  return {
    phone: options.phone ?? ownPhone,
    ownPhone,
    requestFields: {
      // Without one the server takes the account's.
      contact_phone: number,
      table_no: optionsStore.table,
    },
    phoneProblem: isChecked && !isPhoneValid ? phoneError : undefined,
    tableProblem: isChecked && !isTableValid ? messages.tableInvalid : undefined,
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
