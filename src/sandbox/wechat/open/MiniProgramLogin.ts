import { randomBytes } from "node:crypto";
import { OpenError } from "./OpenError.ts";

const CODE_TTL_MS = 300_000;

/** Codes of `wx.login` in the mini-program: each for one use within five minutes. */
export class MiniProgramLogin {
  readonly #codes = new Map<string, { openid: string; createdAt: number; isUsed: boolean }>();

  /** Issues a code for a user of the mini-program. */
  issueCode(openid: string): string {
    const code = `0${randomBytes(15).toString("hex")}`;
    this.#codes.set(code, { openid, createdAt: Date.now(), isUsed: false });
    return code;
  }

  /** Exchanges a code, which cannot be used again. Throws OpenError. */
  exchange(text: string): object {
    const code = this.#codes.get(text);
    if (code === undefined) throw new OpenError(40029, "invalid code");
    if (code.isUsed) throw new OpenError(40163, "code been used");
    if (Date.now() - code.createdAt > CODE_TTL_MS) throw new OpenError(40029, "invalid code");
    code.isUsed = true;
    return { session_key: randomBytes(16).toString("base64"), openid: code.openid };
  }
}
