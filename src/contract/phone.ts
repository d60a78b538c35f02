/** A mainland mobile number in its one form of eleven digits, or null. Accepts blanks, +86, 0086 and full-width digits. */
export function parsePhone(text: string): string | null {
  const digits = text.normalize("NFKC").replace(/[\s-]/g, "");
  const phone = digits.replace(/^(\+86|0086)/, "");
  return /^1[3-9]\d{9}$/.test(phone) ? phone : null;
}

/** A number as strangers may see it: `138****5678`. */
export function maskPhone(phone: string): string {
  return phone.replace(/^(\d{3})\d{4}(\d{4})$/, "$1****$2");
}
