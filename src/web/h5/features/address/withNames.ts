import type { AddressForm } from "#contract/address/schema.ts";
import { lacksNames, regionText, withRegionNames } from "#contract/region.ts";
import { logFailure } from "#web/shared/log.ts";

/**
 * The form with the names of province, city and district that its place lacks but its national code gives. The lists are
 * loaded only then; when they do not arrive, the form stays as it is.
 */
export async function withNames(form: AddressForm): Promise<AddressForm> {
  if (!lacksNames(form.poi_info)) return form;
  try {
    const { areaList } = await import("@vant/area-data");
    const place = withRegionNames(areaList, form.poi_info);
    return { ...form, poi_info: place, location: regionText(place) };
  } catch (error) {
    logFailure("loading the names of regions failed", error);
    return form;
  }
}
