import { Skeleton } from "antd";
import { observer } from "mobx-react-lite";
import type { ReactNode } from "react";
import type { ChainCategory } from "#contract/staff/menu-admin/schema.ts";
import { toErrorMessage } from "#web/lib/api/ApiError.ts";
import { useAdminStore } from "../../app/AdminStores.ts";
import { ErrorState } from "../../ui/ListStates.tsx";
import { logErrors } from "../../ui/logErrors.ts";
import { menuStore } from "./MenuStore.ts";
import { menuMessages } from "./menuMessages.ts";

interface CategoriesStateProps {
  children: (categories: readonly ChainCategory[]) => ReactNode;
}

/** Shows its children once the categories are loaded, and a retry button if they cannot be. */
export const CategoriesState = observer(function CategoriesState({ children }: CategoriesStateProps) {
  const store = useAdminStore(menuStore);
  const { value, status, error } = store.categories;
  if (value !== undefined) return children(value);
  if (status !== "failed") return <Skeleton active />;
  const retry = () => void logErrors("loading categories failed", store.loadCategories());
  return <ErrorState text={toErrorMessage(error, menuMessages.categories.failed)} onRetry={retry} />;
});
