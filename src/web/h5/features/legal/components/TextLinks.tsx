import { Fragment, useState } from "react";
import { consentTextNames, type LegalTextName, legalTextTitles } from "#contract/legal/texts.ts";
import { BottomSheet } from "#web/ui/BottomSheet/BottomSheet.tsx";
import { legalMessages as messages } from "../legalMessages.ts";
import { LegalTextView } from "./LegalTextView.tsx";
import styles from "./TextLinks.module.css";

/**
 * Links to the agreement and the privacy policy. A tap opens the text above the page, so that what is typed or ticked
 * there stays; another tab and a long press get the text's own page.
 */
export function TextLinks() {
  const [name, setName] = useState<LegalTextName>("agreement");
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      {consentTextNames.map((one, index) => (
        <Fragment key={one}>
          {index > 0 && messages.box.and}
          <a
            className={styles.link}
            href={`/legal/${one}`}
            onClick={(event) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
              event.preventDefault();
              // The link may stand in the label of a box.
              event.stopPropagation();
              setName(one);
              setIsOpen(true);
            }}
          >
            {messages.titleMark(legalTextTitles[one])}
          </a>
        </Fragment>
      ))}
      <BottomSheet isTall open={isOpen} title={legalTextTitles[name]} onClose={() => setIsOpen(false)}>
        <LegalTextView name={name} />
      </BottomSheet>
    </>
  );
}
