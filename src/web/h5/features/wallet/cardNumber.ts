const minLength = 12;
const maxLength = 19;

/** Returns the digits of an input, up to the maximum of a card. */
export function extractDigits(text: string): string {
  return text.normalize("NFKC").replace(/\D/g, "").slice(0, maxLength);
}

/** Formats digits in groups of four, as printed on the card. */
export function formatCardNumber(digits: string): string {
  return digits.replace(/(\d{4})(?=\d)/g, "$1 ");
}

/** Returns whether the number of digits is valid for a card. */
export function isCardNumber(digits: string): boolean {
  return digits.length >= minLength && digits.length <= maxLength;
}

/** Returns the caret position in the grouped text after a number of digits. */
export function caretPosition(count: number): number {
  return count === 0 ? 0 : count + Math.floor((count - 1) / 4);
}
