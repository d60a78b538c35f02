import { bridgeScript } from "./bridgeScript.ts";
import { callsScript } from "./callsScript.ts";
import { miniProgramScript } from "./miniProgramScript.ts";
import { sheetsScript } from "./sheetsScript.ts";
import { snapshotScript } from "./snapshotScript.ts";
import { storageScript } from "./storageScript.ts";

/** What the script knows of the phone when a page begins. */
export type ScriptPhone = {
  userAgent: string;
  /** What the container adds to the user agent. */
  agentMark: string;
  fontSize: number;
  storage: "normal" | "denied" | "full" | "lost";
  isMiniProgram: boolean;
  isSnapshot: boolean;
  isLate: boolean;
};

/** The script that plays the native side for one page. */
export function clientScript(phone: ScriptPhone): string {
  // Inside a script file nothing ends it early, but two signs are line ends in older engines.
  const data = JSON.stringify(phone).replace(/[\u2028\u2029]/g, "");
  const parts = [storageScript, bridgeScript, callsScript, sheetsScript, miniProgramScript, snapshotScript];
  return `(function () {\n'use strict';\nvar PHONE = ${data};\n${parts.join("\n")}\n})();\n`;
}
