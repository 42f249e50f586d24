// A worker process that is going to be killed: runs the imports and exports of taskDefinitions.ts.
import { openDatabase, openPool } from '#kit/server/database.ts'
import { folderStorage } from '#kit/server/storage.ts'
import { runFileTasks } from '#kit/server/tasks/run.ts'
import { declareTestTasks } from './taskDefinitions.ts'

const [url = '', folder = ''] = process.argv.slice(2)
const stopping = new AbortController()
process.on('SIGTERM', () => stopping.abort())
declareTestTasks({ slow: true })
const pool = openPool(url, 4)
await runFileTasks({ db: openDatabase(pool), files: folderStorage(folder), signal: stopping.signal })
await pool.end()
