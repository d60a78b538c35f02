/** Hides or shows the content below the orders on the home page; index.html has the style. */
export function setAwaitingOrders(isAwaiting: boolean): void {
  document.documentElement.classList.toggle("awaits-orders", isAwaiting);
}
