import { makeAutoObservable, observableRef } from "mobx";
import { defineStore } from "../../app/RootStore.ts";
import type { MenuCard } from "./groupMenu.ts";

/** Content of the page for its share card: the restaurant, and the dish whose sheet is open. */
export class ActiveDishStore {
  /** Null while no sheet is open. */
  dish: MenuCard | null = null;
  /** Restaurant whose menu is open; empty without one, or before it is known. */
  restaurantName = "";

  constructor() {
    makeAutoObservable(this, { dish: observableRef }, { autoBind: true });
  }

  show(dish: MenuCard): void {
    this.dish = dish;
  }

  hide(): void {
    this.dish = null;
  }

  setRestaurantName(name: string): void {
    this.restaurantName = name;
  }
}

export const activeDishStore = defineStore(() => new ActiveDishStore());
