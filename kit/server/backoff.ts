const LONGEST_S = 600

/** Seconds until the next try after so many failures: 2, 4, 8 … at most 10 minutes. */
export function backoffSeconds(failures: number): number {
  return Math.min(2 ** failures, LONGEST_S)
}

/** The text of an error for a column that a person may read in the monitoring pages. */
export function errorText(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, 1000)
}
