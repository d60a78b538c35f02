import { useEffect, useState } from "react";
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
  readonly part: Pick<OrderWay, "table_no" | "contact_phone">;
  readonly phoneProblem: string | undefined;
  readonly tableProblem: string | undefined;
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
  const phone = plan.phone ?? own;
  const number = planned.phoneOr(own);
  const isDineIn = plan.orderType === "dine_in";
  const isPhoneFine = number !== null || (isDineIn && phone.trim() === "");
  const isFine = isPhoneFine && (!isDineIn || isTableFine);
  return {
    phone,
    part: {
      contact_phone: number,
      table_no: isDineIn && plan.tableNo.trim() !== "" ? plan.tableNo.trim() : null,
    },
    phoneProblem: isChecked && !isPhoneFine ? phoneProblem(phone) : undefined,
    tableProblem: isChecked && !isTableFine ? words.tableInvalid : undefined,
    check: () => {
      setIsChecked(!isFine);
      if (!isFine) window.scrollTo(0, 0);
      return isFine;
    },
  };
}

function phoneProblem(phone: string): string {
  return phone.trim() === "" ? words.phoneRequired : words.phoneInvalid;
}

function quietly(what: string): (error: unknown) => void {
  return (error) => {
    if (!isAborted(error)) logFailure(what, error);
  };
}
