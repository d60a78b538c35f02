import Type from "typebox";
import { Fen, Moment, type Shape, strict } from "../shape.ts";

const Card = Type.Object({
  number: Type.String(),
  balance: Fen,
  ledger: Type.Array(
    Type.Object({ id: Type.String(), type: Type.String(), delta: Fen, balance_after: Fen, at: Moment }),
  ),
});

export const cardSchemas = {
  show: { data: Type.Union([Card, Type.Null()]) },
  bind: {
    body: strict({
      number: Type.String({ pattern: "^\\d{12,19}$" }),
      pin: Type.String({ pattern: "^\\d{6}$" }),
    }),
    data: Card,
  },
} as const satisfies Record<string, Shape>;
