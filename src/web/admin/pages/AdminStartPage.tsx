import { Navigate } from "react-router-dom";

/** `/admin`: leads to the console. */
export function AdminStartPage() {
  return <Navigate to="/admin/customer-service" replace />;
}
