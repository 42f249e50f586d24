import { drainMetrics } from '#kit/server/metrics.ts'

/** How many statements are run while something is done. */
export async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  drainMetrics()
  await work()
  const measured = Object.values(drainMetrics().histograms.db_query_duration_seconds ?? {})
  return measured.reduce((sum, { count }) => sum + count, 0)
}
