import { makeAutoObservable, observableRef } from "mobx";
import { calculatePayFen } from "#contract/order/amounts.ts";
import type { PointsOffer } from "#contract/points/schema.ts";
import { isRecord } from "#web/lib/api/parseResponse.ts";
import {
  readSessionItem,
  removeSessionItem,
  sessionKeys,
  writeSessionItem,
} from "#web/lib/storage/sessionStorage.ts";
import { type CustomerScoped, defineStore } from "../../app/RootStore.ts";

/** Payment method and points of an order. */
export interface PaymentChoice {
  readonly method: "wechat" | "card";
  readonly usesPoints: boolean;
}

/** Payment fields of an unpaid order. */
interface PayableOrder {
  readonly order_id: string;
  readonly payment_method: string | null;
  readonly points_used: number;
}

const defaultChoice: PaymentChoice = { method: "wechat", usesPoints: false };

/**
 * Payment choices: for the order in checkout, and for the placed one. They survive a redirect to a provider's
 * page, and never pass from one order to another.
 */
export class PaymentOptionsStore implements CustomerScoped {
  private stored: (PaymentChoice & { readonly orderId: string }) | null = null;

  constructor() {
    makeAutoObservable<this, "stored">(this, { stored: observableRef }, { autoBind: true });
    this.stored = readStoredChoice();
  }

  /** Choice for the order in checkout. */
  get draft(): PaymentChoice {
    return this.stored?.orderId === "" ? this.stored : defaultChoice;
  }

  /** Returns the choice for an order: the one made here, else its last payment's. */
  choiceFor({ order_id, payment_method, points_used }: PayableOrder): PaymentChoice {
    if (this.stored?.orderId === order_id) return this.stored;
    return { method: payment_method === "card" ? "card" : "wechat", usesPoints: points_used > 0 };
  }

  /** Returns whether a non-default choice was made for an order. */
  isCustomized(orderId: string): boolean {
    const { stored } = this;
    return stored?.orderId === orderId && (stored.method !== defaultChoice.method || stored.usesPoints);
  }

  choose(orderId: string, choice: PaymentChoice): void {
    this.stored = { method: choice.method, usesPoints: choice.usesPoints, orderId };
    writeSessionItem(sessionKeys.paymentOptions, JSON.stringify(this.stored));
  }

  /** Moves the draft choice to the placed order; the next order starts with the default. */
  assignDraft(orderId: string): PaymentChoice {
    const choice = this.draft;
    this.choose(orderId, choice);
    return choice;
  }

  resetCustomerData(): void {
    this.stored = null;
    removeSessionItem(sessionKeys.paymentOptions);
  }
}

/** Amounts of a choice. */
export interface PaymentBreakdown {
  readonly method: PaymentChoice["method"];
  readonly points: number;
  /** Discount by points, in fen. */
  readonly pointsFen: number;
  /** Amount due in fen; null while the total is unknown. */
  readonly dueFen: number | null;
}

interface BreakdownInput {
  choice: PaymentChoice;
  /** Points usable for the order; null while unknown. */
  offer: PointsOffer | null;
  /** Total before points, in fen; null while unknown. */
  totalFen: number | null;
  /** Balance of the member card in fen; null without one. */
  balanceFen: number | null;
}

/**
 * Computes the current amounts of a choice: points as far as usable, and the card unless it does not cover the
 * rest.
 */
export function toPaymentBreakdown({
  choice,
  offer,
  totalFen,
  balanceFen,
}: BreakdownInput): PaymentBreakdown {
  const pointsUsed = choice.usesPoints ? offer : null;
  const pointsFen = pointsUsed?.worth ?? 0;
  const dueFen = totalFen === null ? null : calculatePayFen(totalFen, pointsFen);
  // While the total is unknown, a tap on the card must show; nothing can be paid then.
  const isCovered = balanceFen !== null && (dueFen === null || balanceFen >= dueFen);
  const method = choice.method === "card" && isCovered ? "card" : "wechat";
  return { method, points: pointsUsed?.usable ?? 0, pointsFen, dueFen };
}

/** Returns the amounts of an order with the points discount applied. */
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
