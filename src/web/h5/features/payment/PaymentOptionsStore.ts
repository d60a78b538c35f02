import { makeAutoObservable, observableRef } from "mobx";
import type { PointsOffer } from "#contract/points/schema.ts";
import { isRecord } from "#web/lib/api/parseResponse.ts";
import {
  readSessionItem,
  removeSessionItem,
  sessionKeys,
  writeSessionItem,
} from "#web/lib/storage/sessionStorage.ts";
import { type CustomerScoped, defineStore } from "../../app/RootStore.ts";

/** How an order is to be paid. */
export interface PaymentChoice {
  readonly method: "wechat" | "card";
  readonly usesPoints: boolean;
}

/** What an unpaid order tells about paying it. */
interface PayableOrder {
  readonly order_id: string;
  readonly payment_method: string | null;
  readonly points_used: number;
}

const defaultChoice: PaymentChoice = { method: "wechat", usesPoints: false };

/**
 * How the customer wants to pay: for the order that is being put together, and for the one it became. It outlives a
 * trip to the page of a provider, and never passes from one order to another.
 */
export class PaymentOptionsStore implements CustomerScoped {
  private stored: (PaymentChoice & { readonly orderId: string }) | null = null;

  constructor() {
    makeAutoObservable<this, "stored">(this, { stored: observableRef }, { autoBind: true });
    this.stored = readStoredChoice();
  }

  /** The choice for the order that is being put together. */
  get draft(): PaymentChoice {
    return this.stored?.orderId === "" ? this.stored : defaultChoice;
  }

  /** The choice for an order: what was chosen here, else what it says of its last payment. */
  choiceFor({ order_id, payment_method, points_used }: PayableOrder): PaymentChoice {
    if (this.stored?.orderId === order_id) return this.stored;
    return { method: payment_method === "card" ? "card" : "wechat", usesPoints: points_used > 0 };
  }

  /** Whether something else than the usual was chosen for an order. */
  isCustomized(orderId: string): boolean {
    const { stored } = this;
    return stored?.orderId === orderId && (stored.method !== defaultChoice.method || stored.usesPoints);
  }

  choose(orderId: string, choice: PaymentChoice): void {
    this.stored = { method: choice.method, usesPoints: choice.usesPoints, orderId };
    writeSessionItem(sessionKeys.paymentOptions, JSON.stringify(this.stored));
  }

  /** The order that was being put together is there; the next one starts as usual. */
  assignDraft(orderId: string): PaymentChoice {
    const choice = this.draft;
    this.choose(orderId, choice);
    return choice;
  }

  reset(): void {
    this.stored = null;
    removeSessionItem(sessionKeys.paymentOptions);
  }
}

/** What a choice comes to. */
export interface PaymentBreakdown {
  readonly method: PaymentChoice["method"];
  readonly points: number;
  /** What the points save, in fen. */
  readonly pointsFen: number;
  /** What is left to pay, in fen; null while the total is not known. */
  readonly dueFen: number | null;
}

interface BreakdownInput {
  choice: PaymentChoice;
  /** What points can do for the order; null while that is not known. */
  offer: PointsOffer | null;
  /** What the order costs before points, in fen; null while that is not known. */
  totalFen: number | null;
  /** What is on the member card, in fen; null without one. */
  balanceFen: number | null;
}

/** What a choice comes to now: points as far as they go, and the card only when it covers the rest. */
export function toPaymentBreakdown({
  choice,
  offer,
  totalFen,
  balanceFen,
}: BreakdownInput): PaymentBreakdown {
  const pointsUsed = choice.usesPoints ? offer : null;
  const pointsFen = pointsUsed?.worth ?? 0;
  const dueFen = totalFen === null ? null : totalFen - pointsFen;
  const isCovered = balanceFen !== null && dueFen !== null && balanceFen >= dueFen;
  const method = choice.method === "card" && isCovered ? "card" : "wechat";
  return { method, points: pointsUsed?.usable ?? 0, pointsFen, dueFen };
}

/** The amounts of an order with what points save of them. */
export function withBreakdown<A extends { pay_amount: number }>(
  amounts: A,
  { pointsFen, dueFen }: PaymentBreakdown,
) {
  return { ...amounts, points_amount: pointsFen, pay_amount: dueFen ?? amounts.pay_amount };
}

function readStoredChoice(): (PaymentChoice & { orderId: string }) | null {
  try {
    const raw: unknown = JSON.parse(readSessionItem(sessionKeys.paymentOptions) ?? "null");
    if (!isRecord(raw) || typeof raw.orderId !== "string") return null;
    const method = raw.method === "card" ? "card" : "wechat";
    return { orderId: raw.orderId, method, usesPoints: raw.usesPoints === true };
  } catch {
    return null;
  }
}

export const paymentOptionsStore = defineStore(() => new PaymentOptionsStore());
