import { makeAutoObservable, observableRef } from "mobx";
import { defineStore } from "../../app/RootStore.ts";
import type { RestaurantDetail } from "../restaurant/RestaurantDetail.ts";
import type { MenuCard } from "./groupMenu.ts";

/** Content of the page for its share card: the restaurant, and the dish whose sheet is open. */
export class ActiveDishStore {
  /** Null while no sheet is open. */
  dish: MenuCard | null = null;
  /** Restaurant whose menu is open; null without one, or before it is known. */
  restaurant: RestaurantDetail | null = null;

  constructor() {
    makeAutoObservable(this, { dish: observableRef, restaurant: observableRef }, { autoBind: true });
  }

  show(dish: MenuCard): void {
    this.dish = dish;
  }

  hide(): void {
    this.dish = null;
  }

  setRestaurant(restaurant: RestaurantDetail | null): void {
    this.restaurant = restaurant;
  }
}

export const activeDishStore = defineStore(() => new ActiveDishStore());
