// The head of the page, checked before it is used.

import type { Head } from "./format";

export class HeadError extends Error {}

export function readHead(text: string): Head {
  let head: Partial<Head>;
  try {
    head = JSON.parse(text) as Partial<Head>;
  } catch (problem) {
    throw new HeadError(`The head of the page is not JSON: ${(problem as Error).message}`);
  }
  if (typeof head !== "object" || head === null || head.format === undefined) {
    throw new HeadError("The page has no data: it is the empty template. Make a page with rheon report RESULT.h5.");
  }
  return checked(head);
}

/** Number of the result that others are measured against; null: there is none. */
export function referenceOf({ comparison }: Head): number | null {
  return comparison?.reference.result ?? null;
}

export function checked(head: Partial<Head>): Head {
  if (head.format !== 1) {
    throw new HeadError(`The page has data of format ${String(head.format)}, and reads format 1. Make it again.`);
  }
  const results = head.results;
  if (!Array.isArray(results)) throw new HeadError("The head of the page names no results.");
  results.forEach((result, k) => {
    if (!Array.isArray(result.channels) || result.channels[0]?.name !== "t") {
      throw new HeadError(`Result ${k} ("${String(result.label)}") does not start with the channel t.`);
    }
  });
  if (head.kind === "reproduction" && !head.reproduction) {
    throw new HeadError("The page is of the kind reproduction, but has none.");
  }
  return head as Head;
}
