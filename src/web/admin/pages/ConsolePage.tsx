import { messages } from "../messages.ts";
import { StaffNotice } from "./StaffNotice.tsx";

/** `/admin/customer-service`: says that the staff console is not open yet. */
export function ConsolePage() {
  return <StaffNotice title={messages.titles.console} text={messages.soon} drawing="soon" />;
}
