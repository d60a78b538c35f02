/**
 * Whether values that the device refuses are held in memory. Server rendering switches it off: it serves many customers
 * at once, and nothing of one may be left for another.
 */
export const memoryPolicy = { isAllowed: true };
