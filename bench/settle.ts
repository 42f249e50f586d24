import { setTimeout as pause } from 'node:timers/promises'
import { openPool } from '#kit/server/database.ts'

const PATIENCE_MS = 600_000

/**
 * Waits until events are delivered and jobs are done, then vacuums and writes a checkpoint: what the part before has left would
 * otherwise be done beside what is measured, and tables would be read as no house finds them that vacuums by itself.
 */
export async function settle(databaseUrl: string): Promise<void> {
  const pool = openPool(databaseUrl, 1)
  const until = performance.now() + PATIENCE_MS
  try {
    await pool.query('set statement_timeout = 0')
    for (;;) {
      const { rows } =
        await pool.query(`select exists (select from "outboxDelivery" where "status" = 0 and "nextTime" <= now())
        or exists (select from "job" where "status" = 1 or "status" = 0 and "nextTime" <= now()) as "busy"`)
      if (rows[0]?.busy !== true) break
      if (performance.now() > until) throw new Error('events and jobs were not done in ten minutes')
      await pause(200)
    }
    await pool.query('vacuum (analyze)')
    await pool.query('checkpoint')
  } finally {
    await pool.end()
  }
}
