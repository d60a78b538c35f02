import { bridgeScript } from "./bridgeScript.ts";
import { callsScript } from "./callsScript.ts";
import { miniProgramScript } from "./miniProgramScript.ts";
import { sheetsScript } from "./sheetsScript.ts";
import { snapshotScript } from "./snapshotScript.ts";
import { storageScript } from "./storageScript.ts";

/** Phone settings passed to the script when a page starts. */
export type ScriptPhone = {
  userAgent: string;
  /** Suffix that the container adds to the user agent. */
  agentMark: string;
  fontSize: number;
  storage: "normal" | "denied" | "full" | "lost";
  isMiniProgram: boolean;
  isSnapshot: boolean;
  isLate: boolean;
};

/** Builds the script that simulates the native API for one page. */
export function clientScript(phone: ScriptPhone): string {
  // Nothing in a script file can end it early, but older engines treat U+2028 and U+2029 as line ends.
  const data = JSON.stringify(phone).replace(/[\u2028\u2029]/g, "");
  const parts = [storageScript, bridgeScript, callsScript, sheetsScript, miniProgramScript, snapshotScript];
  return `(function () {\n'use strict';\nvar PHONE = ${data};\n${parts.join("\n")}\n})();\n`;
}
