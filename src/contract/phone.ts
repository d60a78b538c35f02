/**
 * Normalises a mainland mobile number to eleven digits; null if invalid. Accepts blanks, +86, 0086 and
 * full-width digits.
 */
export function parsePhone(text: string): string | null {
  const digits = text.normalize("NFKC").replace(/[\s-]/g, "");
  const phone = digits.replace(/^(\+86|0086)/, "");
  return /^1[3-9]\d{9}$/.test(phone) ? phone : null;
}

/** Masks a phone number for others: `138****5678`. */
export function maskPhone(phone: string): string {
  return phone.replace(/^(\d{3})\d{4}(\d{4})$/, "$1****$2");
}
