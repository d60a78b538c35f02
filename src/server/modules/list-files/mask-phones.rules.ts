import { maskPhone } from "#contract/phone.ts";

/** A mainland number among other characters, also with +86 or 0086, full-width digits, and blanks or hyphens between. */
const phonePattern =
  /(?<![\d０-９])(?:(?:[+＋]|[0０]{2})?[8８][6６][\s-]?)?[1１][3-9３-９](?:[\s-]?[\d０-９]){9}(?![\d０-９])/g;

/** Masks the mainland numbers in a text: `138****5678`. */
export const maskPhones = (text: string): string =>
  text.replace(phonePattern, (found) => maskPhone(found.normalize("NFKC").replace(/\D/g, "").slice(-11)));
