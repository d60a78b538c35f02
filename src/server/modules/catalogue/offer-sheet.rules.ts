import {
  booleanCell,
  type CellFormat,
  type Columns,
  numberCell,
  optionalPriceCell,
  textCell,
} from "./catalogue-sheet.rules.ts";

/** Row of the sheet: how a restaurant sells a variant where it differs from the chain. */
export interface OfferSheetRow {
  restaurant_id: string;
  dish_id: string;
  /** Name of the variant, for people; an import does not read it. */
  dish_name: string;
  /** Null for the chain's price. */
  price: number | null;
  is_offered: boolean;
  /** Portions a day; null without a limit of the day, undefined for what stays as it is. */
  daily_stock: number | null | undefined;
}

const noLimit = "不限";

/** Portions a day. Without a limit the cell is empty, which an import leaves as it is: restaurants set their own. */
const portionsCell: CellFormat<number | null | undefined> = {
  format: (portions) => (portions === null || portions === undefined ? "" : String(portions)),
  parse: (text) => {
    const typed = text.trim();
    if (typed === "") return undefined;
    return typed === noLimit ? null : numberCell.parse(typed);
  },
};

export const offerColumns: Columns<OfferSheetRow> = {
  restaurant_id: ["门店编号", textCell],
  dish_id: ["规格编号", textCell],
  dish_name: ["名称", textCell],
  price: ["门店价格", optionalPriceCell],
  is_offered: ["供应", booleanCell],
  daily_stock: ["每天份数", portionsCell],
};

/** Headers by which the sheet is recognised. */
export const offerHeaders = ["门店编号", "规格编号"];
