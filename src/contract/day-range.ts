import Type from "typebox";

/** Day in Asia/Shanghai, "YYYY-MM-DD". */
export const LocalDate = Type.String({ pattern: "^20\\d{2}-\\d{2}-\\d{2}$" });

/** First and last day of a list, in Asia/Shanghai. */
export const dayRangeQuery = { from: Type.Optional(LocalDate), until: Type.Optional(LocalDate) };
