import { useEffect, useState } from "react";
import { parsePhone } from "#contract/phone.ts";
import { isAborted } from "#web/shared/api/ApiError.ts";
import { logFailure } from "#web/shared/log.ts";
import { inStoreMessages } from "../inStoreMessages.ts";
import type { OrderWay } from "../stores/CheckoutStore.ts";
import { planStore } from "../stores/PlanStore.ts";
import { userStore } from "../stores/UserStore.ts";
import { useStore } from "../useStores.ts";

const words = inStoreMessages.confirm;

/** Whom to call and where somebody sits, with what is wrong about it. */
interface Contact {
  /** As it stands in the field: the account's number until another one is typed. */
  readonly phone: string;
  /** The account's number, half hidden; empty while it is not known. */
  readonly own: string;
  readonly part: Pick<OrderWay, "table_no" | "contact_phone">;
  readonly phoneProblem: string | undefined;
  readonly tableProblem: string | undefined;
  setPhone(text: string): void;
  /** Whether the order can go as it is; if not, what is wrong is shown from now on. */
  check(): boolean;
}

/** The contact of an order in a store. Must be used inside an observer. */
export function useContact(): Contact {
  const planned = useStore(planStore);
  const user = useStore(userStore);
  const [isChecked, setIsChecked] = useState(false);
  useEffect(() => {
    // The name and the address of the store come with it; without them the order can still be placed.
    planned.loadStore().catch(quietly("loading the store failed"));
    if (user.user === undefined) user.load().catch(quietly("loading the account failed"));
  }, [planned, user]);
  const { plan, isTableFine } = planned;
  const own = user.user?.phone ?? "";
  const typed = plan.phone?.trim() ?? "";
  const number = parsePhone(typed);
  const isDineIn = plan.orderType === "dine_in";
  const isPhoneFine = typed === "" ? own !== "" || isDineIn : number !== null;
  const isFine = isPhoneFine && isTableFine;
  const missing = typed === "" ? words.phoneRequired : words.phoneInvalid;
  return {
    phone: plan.phone ?? own,
    own,
    part: {
      // Without one the server takes the account's.
      contact_phone: number,
      table_no: planned.table,
    },
    phoneProblem: isChecked && !isPhoneFine ? missing : undefined,
    tableProblem: isChecked && !isTableFine ? words.tableInvalid : undefined,
    setPhone: (text) => planned.setPhone(text, own),
    check: () => {
      setIsChecked(!isFine);
      if (!isFine) window.scrollTo(0, 0);
      return isFine;
    },
  };
}

function quietly(what: string): (error: unknown) => void {
  return (error) => {
    if (!isAborted(error)) logFailure(what, error);
  };
}
