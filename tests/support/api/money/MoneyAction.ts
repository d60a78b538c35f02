import type { StaffTransition } from "#contract/order/status.ts";
import type { Decision, RefundBehaviour, Resolution } from "./failedRefunds.ts";
import type { NotificationKind } from "./transactions.ts";

/** One action of a scenario; `nth` counts orders from the newest, `there` selects the killable process. */
export type MoneyAction =
  | { do: "create"; by: number; type: "takeaway" | "pickup"; quantity: number; there: boolean }
  | { do: "pay"; nth: number; method: "wechat" | "card"; points: number; there: boolean }
  | { do: "ask" | "cancel" | "request"; nth: number; there: boolean }
  | { do: "answer"; nth: number; approve: boolean; there: boolean }
  | { do: "reopen"; nth: number; there: boolean }
  | { do: "decide"; nth: number; how: Decision; there: boolean }
  | { do: "resolve"; nth: number; how: Resolution }
  | { do: "provider"; behaviour: RefundBehaviour }
  | { do: "settle"; nth: number }
  | { do: "notify"; nth: number; kind: NotificationKind }
  | { do: "refund"; nth: number; type: "full" | "items" | "amount"; amount: number; there: boolean }
  | { do: "advance"; nth: number; to: StaffTransition; there: boolean }
  | { do: "withdraw"; by: number; points: number; there: boolean }
  | { do: "pass"; minutes: number }
  | { do: "sweep"; job: string; there: boolean }
  | { do: "kill" };
