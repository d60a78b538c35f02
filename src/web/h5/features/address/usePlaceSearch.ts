import { useState } from "react";
import type { Poi } from "#contract/address/schema.ts";
import { ApiError } from "#web/lib/api/ApiError.ts";
import { addressMessages } from "./messages.ts";

const messages = addressMessages;

export type SearchPlaces = (city: string, keyword: string) => Promise<Poi[]>;

export type PlaceSearchState =
  | { state: "idle" }
  | { state: "searching" }
  | { state: "done"; pois: Poi[] }
  | { state: "failed"; text: string };

interface QueryErrors {
  city?: string | undefined;
  keyword?: string | undefined;
}

/** State of a place search; drops responses to older searches. */
export function usePlaceSearch(search: SearchPlaces) {
  const [found, setFound] = useState<PlaceSearchState>({ state: "idle" });
  const [problems, setProblems] = useState<QueryErrors>({});

  const run = async (city: string, keyword: string) => {
    const errors = validateQuery(city, keyword);
    setProblems(errors);
    if (errors.city !== undefined || errors.keyword !== undefined || found.state === "searching") return;
    setFound({ state: "searching" });
    try {
      const pois = await search(city.trim(), keyword.trim());
      setFound({ state: "done", pois });
    } catch (error) {
      setFound({ state: "failed", text: formatSearchError(error) });
    }
  };

  return { found, problems, run, clearProblems: () => setProblems({}) };
}

/**
 * Returns the server's message (or 地点搜索失败) for a refusal; suggests a retry when the server is unreachable or
 * fails.
 */
export function formatSearchError(error: unknown): string {
  const hasResponse = error instanceof ApiError && error.status > 0 && error.code !== "bad_reply";
  if (!hasResponse) return messages.searchRetry;
  return error.message === "" ? messages.searchFailed : error.message;
}

function validateQuery(city: string, keyword: string): QueryErrors {
  return {
    city: city.trim() === "" ? messages.cityRequired : undefined,
    keyword: keyword.trim() === "" ? messages.keywordRequired : undefined,
  };
}
