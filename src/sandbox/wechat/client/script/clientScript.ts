import { bridgeScript } from "./bridgeScript.ts";
import { callsScript } from "./callsScript.ts";
import { sheetsScript } from "./sheetsScript.ts";
import { snapshotScript } from "./snapshotScript.ts";

/** What the script knows of the phone when a page begins. */
export type ScriptPhone = { userAgent: string; fontSize: number; isSnapshot: boolean };

/** The script that plays the native side for one page. */
export function clientScript(phone: ScriptPhone): string {
  // Inside a script file nothing ends it early, but two signs are line ends in older engines.
  const data = JSON.stringify(phone).replace(/[\u2028\u2029]/g, "");
  return `(function () {\n'use strict';\nvar PHONE = ${data};\n${bridgeScript}\n${callsScript}\n${sheetsScript}\n${snapshotScript}\n})();\n`;
}
