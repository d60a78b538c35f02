/** CSS variable with the height reserved for the orders. */
const heightVariable = "--orders";

/** Hides or shows the content below the orders on the home page; HomePage.module.css has the style. */
export function setAwaitingOrders(isAwaiting: boolean): void {
  document.documentElement.classList.toggle("awaits-orders", isAwaiting);
}

/** Reserves the height of the orders (a CSS length), so that nothing moves when they appear; none if null. */
export function reserveOrdersHeight(height: string | null): void {
  const { style } = document.documentElement;
  if (height === null) style.removeProperty(heightVariable);
  else style.setProperty(heightVariable, height);
}
