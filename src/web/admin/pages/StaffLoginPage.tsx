import { messages } from "../messages.ts";
import { StaffNotice } from "./StaffNotice.tsx";

/** `/admin/login`: says that the staff login is not open yet. */
export function StaffLoginPage() {
  return <StaffNotice title={messages.titles.login} text={messages.soon} drawing="soon" />;
}
