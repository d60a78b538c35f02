import { isRecord } from "#web/shared/api/readReply.ts";
import { amountOf, textOf } from "../../wireValues.ts";

const statuses = ["issued", "redeemed", "expired", "void"] as const;

/** A dish that a voucher pays for. */
export interface VoucherItem {
  readonly id: string;
  readonly name: string;
  readonly specName: string | null;
  readonly image: string;
  readonly quantity: number;
}

/** A meal that was paid for at a partner's. */
export interface Voucher {
  readonly id: string;
  readonly partner: string;
  readonly title: string;
  readonly status: (typeof statuses)[number];
  readonly items: readonly VoucherItem[];
  /** Until when it can be redeemed (ISO); empty when nobody says. */
  readonly expiresAt: string;
}

/** Reads the answer to the voucher call; null when it is none, or when there is nothing to have for it. */
export function normalizeVoucher(data: unknown): Voucher | null {
  if (!isRecord(data) || !Array.isArray(data.items)) return null;
  const id = textOf(data.third_party_order_id);
  const status = statuses.find((word) => word === data.status);
  const items = data.items.map(itemOf).filter((item) => item !== null);
  if (id === "" || status === undefined || items.length === 0) return null;
  return {
    id,
    partner: textOf(data.partner),
    title: textOf(data.title),
    status,
    items,
    expiresAt: textOf(data.expires_at),
  };
}

function itemOf(raw: unknown): VoucherItem | null {
  if (!isRecord(raw)) return null;
  const id = textOf(raw.id);
  const name = textOf(raw.name);
  const quantity = amountOf(raw.quantity) ?? 1;
  if (id === "" || name === "" || quantity === 0) return null;
  return { id, name, specName: textOf(raw.spec_name) || null, image: textOf(raw.image), quantity };
}
