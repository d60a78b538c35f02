import { messages } from "../messages.ts";
import { StaffFrame } from "./StaffFrame.tsx";
import { StaffNotice } from "./StaffNotice.tsx";

/** `/admin/customer-service`: says that chats are not open yet. */
export function ConsolePage() {
  return (
    <StaffFrame>
      <StaffNotice title={messages.titles.console} text={messages.soon} drawing="soon" />
    </StaffFrame>
  );
}
