/** Hides what stands below the orders on the first screen, or shows it again; index.html has the style. */
export function setAwaitingOrders(isAwaiting: boolean): void {
  document.documentElement.classList.toggle("awaits-orders", isAwaiting);
}
