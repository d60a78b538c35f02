const minLength = 12;
const maxLength = 19;

/** The digits of what was typed or pasted, as many as a card has. */
export function extractDigits(text: string): string {
  return text.normalize("NFKC").replace(/\D/g, "").slice(0, maxLength);
}

/** Digits in groups of four, as they stand on the card. */
export function formatCardNumber(digits: string): string {
  return digits.replace(/(\d{4})(?=\d)/g, "$1 ");
}

/** Whether so many digits can be a card's number. */
export function isCardNumber(digits: string): boolean {
  return digits.length >= minLength && digits.length <= maxLength;
}

/** Where the caret belongs in the grouped text when so many digits are before it. */
export function caretPosition(count: number): number {
  return count === 0 ? 0 : count + Math.floor((count - 1) / 4);
}
