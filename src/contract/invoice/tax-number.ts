/** Characters of a unified social credit code, in the order of their values (GB 32100-2015): no I, O, S, V, Z. */
const creditCodeCharacters = "0123456789ABCDEFGHJKLMNPQRTUWXY";
/** Weights of its first 17 characters: the powers of 3 modulo 31. */
const creditCodeWeights = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28];
/** Weights of the first 8 characters of an organisation code (GB 11714-1997). */
const organisationCodeWeights = [3, 7, 9, 10, 5, 8, 4, 2];

/** Returns a typed tax number without spaces and hyphens, in capitals. */
export function normalizeTaxNumber(typed: string): string {
  return typed.replace(/[\s-]/g, "").toUpperCase();
}

/**
 * Returns what is wrong with a normalized tax number, null for nothing. Right are unified social credit codes of 18
 * characters, and those of 15 from before them: six digits of the region and an organisation code. Both end with a
 * check digit.
 */
export function findTaxNumberProblem(taxNumber: string): "length" | "characters" | "check_digit" | null {
  if (taxNumber.length === 18) return findCreditCodeProblem(taxNumber);
  return taxNumber.length === 15 ? findFormerNumberProblem(taxNumber) : "length";
}

function findCreditCodeProblem(code: string): ReturnType<typeof findTaxNumberProblem> {
  const values = Array.from(code, (character) => creditCodeCharacters.indexOf(character));
  if (values.includes(-1) || !/^.{2}\d{6}/.test(code)) return "characters";
  const sum = creditCodeWeights.reduce((total, weight, at) => total + weight * (values[at] ?? 0), 0);
  return (31 - (sum % 31)) % 31 === values[17] ? null : "check_digit";
}

function findFormerNumberProblem(taxNumber: string): ReturnType<typeof findTaxNumberProblem> {
  if (!/^\d{6}[\dA-Z]{8}[\dX]$/.test(taxNumber)) return "characters";
  const code = taxNumber.slice(6);
  const sum = organisationCodeWeights.reduce(
    (total, weight, at) => total + weight * Number.parseInt(code.charAt(at), 36),
    0,
  );
  return "0123456789X".charAt((11 - (sum % 11)) % 11) === code.charAt(8) ? null : "check_digit";
}
