import type { OfferRowChange } from "../menu/dish-offer.repository.ts";
import type { CatalogueProblem } from "./catalogue-sheet.rules.ts";
import type { ChangedRow } from "./changed-row.rules.ts";

/** Numbers of what a file adds, changes and leaves. */
export interface ImportCounts {
  added: number;
  changed: number;
  unchanged: number;
}

/** What an import collects. */
export interface ImportContext {
  /** Id of the admin, or "operator:<name>". */
  actor: string;
  /** When the import began. */
  now: Date;
  restaurants: ImportCounts;
  dishes: ImportCounts;
  /** Prices, availability and portions a day of single restaurants; never "added". */
  offers: ImportCounts;
  staff: ImportCounts;
  /** The first rows that add or change something. */
  changes: ChangedRow[];
  /** What is written to `store_dishes` at the end. */
  changedOffers: OfferRowChange[];
  /** Names of categories that the file adds. */
  newCategories: string[];
  /** Ids of the dishes that have unpublished changes by this import. */
  draftIds: string[];
  problems: CatalogueProblem[];
  /** Called after each row or dish. */
  onProgress: () => void;
}
