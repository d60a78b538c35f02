import { eq, inArray } from "drizzle-orm";
import { generateVoucherNumber } from "../modules/voucher/voucher-number.rules.ts";
import { addMs } from "../platform/time/clock.ts";
import { users } from "../schema/accounts.ts";
import { vouchers } from "../schema/orders.ts";
import { cards } from "../schema/payments.ts";
import { catalogueSections } from "./catalogue-sections.ts";
import { createSection, type DemoSection } from "./DemoSection.ts";
import type { Demo } from "./demo.ts";
import type { DemoVoucher } from "./demo-vouchers.ts";
import { seedCustomer } from "./seed-customer.ts";
import { seedMemberCard } from "./seed-member-cards.ts";

const dayMs = 86_400_000;
const issuer = "demo";

/** Lists the sections of a demo, each after the sections that it depends on. */
export function listSections(demo: Demo): DemoSection[] {
  return [...catalogueSections(demo), customerSection(demo), cardSection(demo), voucherSection(demo)];
}

function customerSection(demo: Demo): DemoSection {
  return createSection({
    name: "customer",
    items: demo.customers,
    keyOf: ({ phone }) => phone,
    listExisting: async (tx) => {
      const phones = demo.customers.map(({ phone }) => phone);
      const rows = await tx.select({ key: users.phone }).from(users).where(inArray(users.phone, phones));
      return rows.map(({ key }) => String(key));
    },
    addAll: async ({ tx, now }, added) => {
      for (const customer of added) await seedCustomer(tx, customer, now);
    },
  });
}

function cardSection(demo: Demo): DemoSection {
  return createSection({
    name: "card",
    items: demo.cards,
    keyOf: ({ number }) => number,
    listExisting: async (tx) => {
      const numbers = demo.cards.map(({ number }) => number);
      const rows = await tx.select({ key: cards.number }).from(cards).where(inArray(cards.number, numbers));
      return rows.map(({ key }) => key);
    },
    addAll: async ({ tx, now }, added) => {
      for (const card of added) await seedMemberCard(tx, card, now);
    },
  });
}

function voucherSection(demo: Demo): DemoSection {
  return createSection({
    name: "voucher",
    items: demo.vouchers,
    keyOf: voucherKey,
    listExisting: async (tx) =>
      (await tx.select().from(vouchers).where(eq(vouchers.issuedBy, issuer))).map(voucherKey),
    addAll: async ({ tx, now }, added) => {
      const rows = added.map(({ days, ...voucher }) => ({
        id: generateVoucherNumber(),
        ...voucher,
        status: "issued" as const,
        issuedBy: issuer,
        createdAt: addMs(now, -10 * dayMs),
        expiresAt: addMs(now, days * dayMs),
      }));
      await tx.insert(vouchers).values(rows);
    },
  });
}

function voucherKey({ partner, title }: Pick<DemoVoucher, "partner" | "title">): string {
  return `${partner} ${title}`;
}
