import { makeAutoObservable, observableRef } from "mobx";
import type { MenuCard } from "../features/menu/groupMenu.ts";
import { storeOf } from "../RootStore.ts";

/** The dish whose sheet is open, for whoever sends it on; null while none is. */
export class ShownDishStore {
  dish: MenuCard | null = null;

  constructor() {
    makeAutoObservable(this, { dish: observableRef }, { autoBind: true });
  }

  show(dish: MenuCard): void {
    this.dish = dish;
  }

  hide(): void {
    this.dish = null;
  }
}

export const shownDishStore = storeOf(() => new ShownDishStore());
