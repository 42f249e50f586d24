// A worker process that is going to be killed: runs the imports and exports of taskDefinitions.ts.
import { openDatabase, openPool } from '#kit/server/database.ts'
import { register } from '#kit/server/points.ts'
import { folderStorage } from '#kit/server/storage.ts'
import { runFileTasks } from '#kit/server/tasks/run.ts'
import { testTasks } from './taskDefinitions.ts'

const [url = '', folder = ''] = process.argv.slice(2)
const stopping = new AbortController()
process.on('SIGTERM', () => stopping.abort())
const pool = openPool(url, 4)
const db = openDatabase(pool)
register(db, testTasks({ slow: true }))
await runFileTasks({ db, files: folderStorage(folder), signal: stopping.signal })
await pool.end()
