/** Days whose orders are listed at once; without days those of the last week are. */
export const orderListDaysMax = 31;
export const orderListDays = 7;
