import type { LegalTextName } from "#contract/legal/texts.ts";
import { aboutSample } from "./samples/about.ts";
import { agreementSample } from "./samples/agreement.ts";
import { inviteRulesSample } from "./samples/invite-rules.ts";
import { personalDataSample } from "./samples/personal-data.ts";
import { pointsRulesSample } from "./samples/points-rules.ts";
import { privacySample } from "./samples/privacy.ts";
import { thirdPartiesSample } from "./samples/third-parties.ts";

/** Texts that hold until the chain saves its own; placeholders stand for the figures of the settings. */
export const sampleTexts: Readonly<Record<LegalTextName, string>> = {
  agreement: agreementSample,
  privacy: privacySample,
  "third-parties": thirdPartiesSample,
  "personal-data": personalDataSample,
  "points-rules": pointsRulesSample,
  "invite-rules": inviteRulesSample,
  about: aboutSample,
};
