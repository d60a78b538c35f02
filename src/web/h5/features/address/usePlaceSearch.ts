import { useState } from "react";
import type { Poi } from "#contract/address/schema.ts";
import { ApiError } from "#web/shared/api/ApiError.ts";
import { messages } from "../../messages.ts";

const words = messages.address;

export type PlaceSearch = (city: string, keyword: string) => Promise<Poi[]>;

export type Found =
  | { state: "idle" }
  | { state: "searching" }
  | { state: "done"; pois: Poi[] }
  | { state: "failed"; text: string };

interface Problems {
  city?: string | undefined;
  keyword?: string | undefined;
}

/** The state of a place search; the answer to an older question is dropped. */
export function usePlaceSearch(search: PlaceSearch) {
  const [found, setFound] = useState<Found>({ state: "idle" });
  const [problems, setProblems] = useState<Problems>({});

  const run = async (city: string, keyword: string) => {
    const missing = problemsOf(city, keyword);
    setProblems(missing);
    if (missing.city !== undefined || missing.keyword !== undefined || found.state === "searching") return;
    setFound({ state: "searching" });
    try {
      const pois = await search(city.trim(), keyword.trim());
      setFound({ state: "done", pois });
    } catch (error) {
      setFound({ state: "failed", text: searchFailure(error) });
    }
  };

  return { found, problems, run, clearProblems: () => setProblems({}) };
}

/** The server's sentence (or 地点搜索失败) when it refused; a retry is proposed when it was not reached or is broken. */
export function searchFailure(error: unknown): string {
  const hasAnswer = error instanceof ApiError && error.status > 0 && error.failure !== "bad_reply";
  if (!hasAnswer) return words.searchRetry;
  return error.message === "" ? words.searchFailed : error.message;
}

function problemsOf(city: string, keyword: string): Problems {
  return {
    city: city.trim() === "" ? words.cityRequired : undefined,
    keyword: keyword.trim() === "" ? words.keywordRequired : undefined,
  };
}
