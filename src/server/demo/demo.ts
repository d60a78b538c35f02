import { readFileSync } from "node:fs";
import path from "node:path";
import { readCsv } from "../modules/catalogue/catalogue-file.rules.ts";
import {
  type Columns,
  numberCell,
  optionalNumberCell,
  parseSheet,
  textCell,
} from "../modules/catalogue/catalogue-sheet.rules.ts";
import { projectRoot } from "../platform/project-root.ts";
import type { Sheet } from "../platform/spreadsheets/WorkbookReader.ts";
import type { DemoCustomer } from "./demo-customer.ts";
import { type DemoPast, demoPast } from "./demo-past.ts";
import { type DemoAdmin, demoAdmins, demoCustomers } from "./demo-people.ts";
import { type DemoVoucher, demoVouchers } from "./demo-vouchers.ts";
import { type DemoMemberCard, demoMemberCards } from "./seed-member-cards.ts";

/** A menu category; the icon is a path on this site. */
export interface DemoCategory {
  id: string;
  name: string;
  icon: string;
}

/** What was sold of a variant before the demo begins. */
export interface DemoSales {
  dishId: string;
  /** Units sold by the chain so far. */
  sold: number;
  /** Units left in each restaurant, counted by hand; null means unlimited. */
  left: number | null;
}

/** Why a restaurant takes no orders: for a time that is counted from seeding, or as its settings say. */
export interface DemoPause {
  restaurantId: string;
  minutes: number | null;
  reason: string;
}

/** Contents of a demo: the files of the chain's catalogue, and what the files cannot say. */
export interface Demo {
  categories: DemoCategory[];
  restaurants: Sheet;
  menu: Sheet;
  staff: Sheet;
  sales: DemoSales[];
  pauses: DemoPause[];
  admins: DemoAdmin[];
  customers: DemoCustomer[];
  cards: DemoMemberCard[];
  vouchers: DemoVoucher[];
  pasts: DemoPast[];
}

const categoryColumns: Columns<DemoCategory> = {
  id: ["分类编号", textCell],
  name: ["分类名称", textCell],
  icon: ["图标", textCell],
};

const salesColumns: Columns<DemoSales> = {
  dishId: ["规格编号", textCell],
  sold: ["销量", numberCell],
  left: ["余量", optionalNumberCell],
};

const pauses: DemoPause[] = [
  { restaurantId: "SH010", minutes: 90, reason: "厨房设备检修，稍后恢复接单" },
  { restaurantId: "HZ004", minutes: 45, reason: "订单较多，厨房正在赶制" },
  { restaurantId: "SZ004", minutes: null, reason: "新店筹备中，暂不接单" },
];

/** Reads this version's demo from the files beside this one. Throws for a file that is not as it should be. */
export function readDemo(): Demo {
  return {
    categories: readRows("categories.csv", categoryColumns),
    restaurants: readSheet("restaurants.csv"),
    menu: readSheet("menu.csv"),
    staff: readSheet("staff.csv"),
    sales: readRows("sales.csv", salesColumns),
    pauses,
    admins: demoAdmins,
    customers: demoCustomers,
    cards: demoMemberCards,
    vouchers: demoVouchers,
    pasts: [demoPast],
  };
}

function readSheet(name: string): Sheet {
  return readCsv(readFileSync(path.join(projectRoot(), "src/server/demo", name)), name);
}

function readRows<Row extends object>(name: string, columns: Columns<Row>): Row[] {
  const { rows, problems } = parseSheet(readSheet(name), columns);
  if (problems.length > 0) throw new Error(`${name} is not as it should be: ${JSON.stringify(problems)}`);
  return rows.map(({ values }) => values);
}
