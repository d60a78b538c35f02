import { makeAutoObservable, observableRef } from "mobx";
import type { PointsOffer } from "#contract/points/schema.ts";
import { isRecord } from "#web/shared/api/readReply.ts";
import { readVisit, removeVisit, visitKeys, writeVisit } from "#web/shared/visitStorage.ts";
import { type Personal, storeOf } from "../RootStore.ts";

/** How an order is to be paid. */
export interface PayChoice {
  readonly method: "wechat" | "card";
  readonly usesPoints: boolean;
}

/** What an unpaid order tells about paying it. */
interface Payable {
  readonly order_id: string;
  readonly payment_method: string | null;
  readonly points_used: number;
}

const usual: PayChoice = { method: "wechat", usesPoints: false };

/**
 * How the customer wants to pay: for the order that is being put together, and for the one it became. It outlives a
 * trip to the page of a provider, and never passes from one order to another.
 */
export class PayChoiceStore implements Personal {
  private kept: (PayChoice & { readonly orderId: string }) | null = null;

  constructor() {
    makeAutoObservable<this, "kept">(this, { kept: observableRef }, { autoBind: true });
    this.kept = recall();
  }

  /** The choice for the order that is being put together. */
  get draft(): PayChoice {
    return this.kept?.orderId === "" ? this.kept : usual;
  }

  /** The choice for an order: what was chosen here, else what it says of its last payment. */
  of({ order_id, payment_method, points_used }: Payable): PayChoice {
    if (this.kept?.orderId === order_id) return this.kept;
    return { method: payment_method === "card" ? "card" : "wechat", usesPoints: points_used > 0 };
  }

  /** Whether something else than the usual was chosen for an order. */
  isSpecial(orderId: string): boolean {
    const { kept } = this;
    return kept?.orderId === orderId && (kept.method !== usual.method || kept.usesPoints);
  }

  choose(orderId: string, choice: PayChoice): void {
    this.kept = { method: choice.method, usesPoints: choice.usesPoints, orderId };
    writeVisit(visitKeys.payChoice, JSON.stringify(this.kept));
  }

  /** The order that was being put together is there; the next one starts as usual. */
  adopt(orderId: string): PayChoice {
    const choice = this.draft;
    this.choose(orderId, choice);
    return choice;
  }

  forget(): void {
    this.kept = null;
    removeVisit(visitKeys.payChoice);
  }
}

/** What a choice comes to. */
export interface PayPlan {
  readonly method: PayChoice["method"];
  readonly points: number;
  /** What the points save, in fen. */
  readonly pointsFen: number;
  /** What is left to pay, in fen; null while the total is not known. */
  readonly dueFen: number | null;
}

interface PlanParts {
  choice: PayChoice;
  /** What points can do for the order; null while that is not known. */
  offer: PointsOffer | null;
  /** What the order costs before points, in fen; null while that is not known. */
  totalFen: number | null;
  /** What is on the member card, in fen; null without one. */
  balanceFen: number | null;
}

/** What a choice comes to now: points as far as they go, and the card only when it covers the rest. */
export function payPlanOf({ choice, offer, totalFen, balanceFen }: PlanParts): PayPlan {
  const spent = choice.usesPoints ? offer : null;
  const pointsFen = spent?.worth ?? 0;
  const dueFen = totalFen === null ? null : totalFen - pointsFen;
  const isCovered = balanceFen !== null && dueFen !== null && balanceFen >= dueFen;
  const method = choice.method === "card" && isCovered ? "card" : "wechat";
  return { method, points: spent?.usable ?? 0, pointsFen, dueFen };
}

/** The amounts of an order with what points save of them. */
export function withPlan<A extends { pay_amount: number }>(amounts: A, { pointsFen, dueFen }: PayPlan) {
  return { ...amounts, points_amount: pointsFen, pay_amount: dueFen ?? amounts.pay_amount };
}

function recall(): (PayChoice & { orderId: string }) | null {
  try {
    const raw: unknown = JSON.parse(readVisit(visitKeys.payChoice) ?? "null");
    if (!isRecord(raw) || typeof raw.orderId !== "string") return null;
    const method = raw.method === "card" ? "card" : "wechat";
    return { orderId: raw.orderId, method, usesPoints: raw.usesPoints === true };
  } catch {
    return null;
  }
}

export const payChoiceStore = storeOf(() => new PayChoiceStore());
