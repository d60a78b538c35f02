import { eq, inArray } from "drizzle-orm";
import { generateVoucherNumber } from "../modules/voucher/voucher-number.rules.ts";
import type { QueryRunner } from "../platform/database/Database.ts";
import { addMs } from "../platform/time/clock.ts";
import { users } from "../schema/accounts.ts";
import { vouchers } from "../schema/orders.ts";
import { cards } from "../schema/payments.ts";
import { catalogueSections } from "./catalogue-sections.ts";
import { createSection, type DemoSection } from "./DemoSection.ts";
import type { Demo } from "./demo.ts";
import type { DemoPast } from "./demo-past.ts";
import type { DemoVoucher } from "./demo-vouchers.ts";
import { seedCustomer } from "./seed-customer.ts";
import { seedMemberCard } from "./seed-member-cards.ts";
import { seedPast } from "./seed-past.ts";

const dayMs = 86_400_000;
const issuer = "demo";

/** Lists the sections of a demo, each after the sections that it depends on. */
export function listSections(demo: Demo): DemoSection[] {
  return [
    ...catalogueSections(demo),
    customerSection(demo),
    cardSection(demo),
    voucherSection(demo),
    pastSection(demo),
  ];
}

function pastSection(demo: Demo): DemoSection {
  return createSection({
    name: "past",
    items: demo.pasts,
    keyOf: ({ customer }) => customer.phone,
    // People may have registered any of the phone numbers or issued any of the cards: then there is no such past.
    listExisting: async (tx) => {
      const people = (past: DemoPast) => [past, ...past.friends];
      const phones = demo.pasts.flatMap(people).map(({ customer }) => customer.phone);
      const numbers = demo.pasts.flatMap(people).map(({ card }) => card.number);
      const taken = new Set([...(await listPhones(tx, phones)), ...(await listCardNumbers(tx, numbers))]);
      return demo.pasts
        .filter((past) =>
          people(past).some(({ customer, card }) => taken.has(customer.phone) || taken.has(card.number)),
        )
        .map(({ customer }) => customer.phone);
    },
    addAll: async (seeding, added) => {
      for (const past of added) await seedPast(seeding, past);
    },
  });
}

function customerSection(demo: Demo): DemoSection {
  return createSection({
    name: "customer",
    items: demo.customers,
    keyOf: ({ phone }) => phone,
    listExisting: (tx) =>
      listPhones(
        tx,
        demo.customers.map(({ phone }) => phone),
      ),
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
    listExisting: (tx) =>
      listCardNumbers(
        tx,
        demo.cards.map(({ number }) => number),
      ),
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

async function listPhones(tx: QueryRunner, phones: string[]): Promise<string[]> {
  const rows = await tx.select({ phone: users.phone }).from(users).where(inArray(users.phone, phones));
  return rows.flatMap(({ phone }) => phone ?? []);
}

async function listCardNumbers(tx: QueryRunner, numbers: string[]): Promise<string[]> {
  const rows = await tx.select({ number: cards.number }).from(cards).where(inArray(cards.number, numbers));
  return rows.map(({ number }) => number);
}
