// A worker that computes tags and is going to be killed.

import { ownConditions } from '#domains/members/rule/conditions.server.ts'
import { workRuns } from '#domains/members/tag/runs.server.ts'
import { openDatabase, openPool } from '#kit/server/database.ts'
import { register } from '#kit/server/points.ts'

const [url = ''] = process.argv.slice(2)
const stopping = new AbortController()
process.on('SIGTERM', () => stopping.abort())
const pool = openPool(url, 4)
const db = openDatabase(pool)
register(db, ownConditions)
await workRuns(db, stopping.signal).catch((error: unknown) => {
  if (!stopping.signal.aborted) throw error
})
await pool.end()
