import { isRecord } from "#web/lib/api/parseResponse.ts";
import { toCount, toText } from "../../app/parse.ts";

const statuses = ["issued", "redeemed", "expired", "void"] as const;

/** A dish covered by a voucher. */
export interface VoucherItem {
  readonly id: string;
  readonly name: string;
  readonly specName: string | null;
  readonly image: string;
  readonly quantity: number;
}

/** A meal prepaid at a partner's. */
export interface Voucher {
  readonly id: string;
  readonly partner: string;
  readonly title: string;
  readonly status: (typeof statuses)[number];
  readonly items: readonly VoucherItem[];
  /** Expiry (ISO); empty when unknown. */
  readonly expiresAt: string;
}

/** Parses the response of the voucher endpoint; null when it is invalid, or has no dishes. */
export function parseVoucher(data: unknown): Voucher | null {
  if (!isRecord(data) || !Array.isArray(data.items)) return null;
  const id = toText(data.third_party_order_id);
  const status = statuses.find((known) => known === data.status);
  const items = data.items.map(parseItem).filter((item) => item !== null);
  if (id === "" || status === undefined || items.length === 0) return null;
  return {
    id,
    partner: toText(data.partner),
    title: toText(data.title),
    status,
    items,
    expiresAt: toText(data.expires_at),
  };
}

function parseItem(raw: unknown): VoucherItem | null {
  if (!isRecord(raw)) return null;
  const id = toText(raw.id);
  const name = toText(raw.name);
  const quantity = toCount(raw.quantity) ?? 1;
  if (id === "" || name === "" || quantity === 0) return null;
  return { id, name, specName: toText(raw.spec_name) || null, image: toText(raw.image), quantity };
}
