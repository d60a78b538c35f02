/** Formats an amount with sign: `1250` fen gives `¥12.50`. */
export function formatYuan(fen: number): string {
  return `¥${formatYuanDecimal(fen)}`;
}

/** Formats an amount in yuan with two decimals and no sign: `1250` fen gives `12.50`. */
export function formatYuanDecimal(fen: number): string {
  return (fen / 100).toFixed(2);
}
