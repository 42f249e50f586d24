// Works off the runs of tags that wait in a process of its own, as a worker of the product does, and tells the memory it took.
import { ownConditions } from '#domains/members/rule/conditions.server.ts'
import { workRuns } from '#domains/members/tag/runs.server.ts'
import { openDatabase, openPool } from '#kit/server/database.ts'
import { register } from '#kit/server/points.ts'

const pool = openPool(process.env.BENCH_DATABASE_URL ?? '', 2)
const db = openDatabase(pool)
register(db, ownConditions)
const before = process.memoryUsage().rss
await workRuns(db, new AbortController().signal)
process.send?.(process.memoryUsage().rss - before)
await pool.end()
process.disconnect?.()
