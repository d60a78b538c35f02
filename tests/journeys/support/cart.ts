/** A dish of the demo as the cart stores it, with a price in fen. */
export interface Line {
  id: string;
  name: string;
  priceFen: number;
  quantity: number;
  specName?: string;
  stock?: number | null;
}

/** Always on sale at SH001, with unlimited stock. */
export const shrimpRice: Line = { id: "10205", name: "滑蛋虾仁饭", priceFen: 3300, quantity: 1 };
/** Always on sale at SH001. */
export const friedShrimp: Line = { id: "10403", name: "黄金炸虾（三只）", priceFen: 2600, quantity: 1 };

/** Returns the content of `takeawayCart` for these lines. */
export function createCart(lines: readonly Line[], restaurantId = "SH001") {
  const items = lines.map((line) => ({
    specName: null,
    originalPriceFen: line.priceFen,
    image: "",
    stock: null,
    ...line,
  }));
  const totalAmount = lines.reduce((sum, { priceFen, quantity }) => sum + priceFen * quantity, 0);
  return { version: 1, restaurantId, items, totalAmount };
}
