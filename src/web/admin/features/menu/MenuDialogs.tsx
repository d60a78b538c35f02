import type { ChainDish } from "#contract/staff/menu-admin/dish.schema.ts";
import { BulkChangeDialog } from "./BulkChangeDialog.tsx";
import { CategoriesDialog } from "./CategoriesDialog.tsx";
import { DishDialog } from "./DishDialog.tsx";
import { OffersDialog } from "./OffersDialog.tsx";
import { PriceHistoryDialog } from "./PriceHistoryDialog.tsx";
import { PublishDialog } from "./PublishDialog.tsx";

/** Dialog that is open; without a dish the form for a new one, without ids all unpublished changes. */
export type MenuDialog =
  | { kind: "dish"; dish: ChainDish | null }
  | { kind: "offers" | "prices"; dish: ChainDish }
  | { kind: "bulk"; ids: readonly string[] }
  | { kind: "publish"; ids: readonly string[] | null }
  | { kind: "categories" };

interface MenuDialogsProps {
  dialog: MenuDialog | null;
  onClose: () => void;
  /** Called after the chosen dishes were changed. */
  onDone: () => void;
}

/** Shows the open dialog of the menu page. */
export function MenuDialogs({ dialog, onClose, onDone }: MenuDialogsProps) {
  switch (dialog?.kind) {
    case "dish":
      return <DishDialog dish={dialog.dish} onClose={onClose} />;
    case "offers":
      return <OffersDialog dish={dialog.dish} onClose={onClose} />;
    case "prices":
      return <PriceHistoryDialog dish={dialog.dish} onClose={onClose} />;
    case "bulk":
      return <BulkChangeDialog ids={dialog.ids} onDone={onDone} onClose={onClose} />;
    case "publish":
      return <PublishDialog ids={dialog.ids} onDone={onDone} onClose={onClose} />;
    case "categories":
      return <CategoriesDialog onClose={onClose} />;
    default:
      return null;
  }
}
