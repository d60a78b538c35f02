import pg from "pg";
import { describe, expect, test } from "vitest";
import { isConnectionLost, isDatabaseUnavailable } from "./database-errors.ts";

const withCode = (code: string) => Object.assign(new Error("connect failed"), { code });
const ofDatabase = (code: string) => Object.assign(new pg.DatabaseError("no", 2, "error"), { code });
const wrapped = (cause: Error) => new Error("Failed query: select 1", { cause });

describe("a database that cannot be reached is recognised", () => {
  test.each([
    "EAI_AGAIN",
    "ECONNREFUSED",
    "ECONNRESET",
    "EHOSTUNREACH",
    "ENETUNREACH",
    "ENOTFOUND",
    "ETIMEDOUT",
  ])("by the system's %s", (code) => {
    expect(isConnectionLost(wrapped(withCode(code)))).toBe(true);
    expect(isDatabaseUnavailable(wrapped(withCode(code)))).toBe(true);
  });

  test.each(["08006", "25006", "57P01", "57P03"])("by its SQLSTATE %s", (code) => {
    expect(isConnectionLost(wrapped(ofDatabase(code)))).toBe(true);
    expect(isDatabaseUnavailable(wrapped(ofDatabase(code)))).toBe(true);
  });

  test.each([
    "Connection terminated unexpectedly",
    "Connection terminated due to connection timeout",
    "Client has encountered a connection error and is not queryable",
  ])("by the driver's %j", (message) => {
    expect(isConnectionLost(wrapped(new Error(message)))).toBe(true);
    expect(isDatabaseUnavailable(wrapped(new Error(message)))).toBe(true);
  });
});

test.each(["53300", "55P03", "57014"])("a busy database has the SQLSTATE %s and is not lost", (code) => {
  expect(isDatabaseUnavailable(ofDatabase(code))).toBe(true);
  expect(isConnectionLost(ofDatabase(code))).toBe(false);
});

test.each([ofDatabase("23505"), ofDatabase("42P01"), withCode("40001"), withCode("EACCES"), new Error("no")])(
  "%o is a fault",
  (error) => {
    expect(isDatabaseUnavailable(error)).toBe(false);
    expect(isConnectionLost(error)).toBe(false);
  },
);
