/** How the chain calls and describes itself. */
export interface Brand {
  name: string;
  /** Said where the chain introduces itself: on share cards and in search results. */
  slogan: string;
}

/** What holds until the head office sets something else; index.html is written with it. */
export const initialBrand: Brand = { name: "食单", slogan: "附近门店现做，外卖、自取、堂食一键下单" };
