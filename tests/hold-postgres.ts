// A server that is going to be killed: holds the directory, starts the database and tells the address.
import { lockDataDir } from '#kit/server/postgres/lock.ts'
import { startPostgres } from '#kit/server/postgres/supervisor.ts'

const dataDir = process.argv[2] ?? ''
await lockDataDir(dataDir)
const { url, adopted } = await startPostgres({ dataDir, log: console })
console.log(JSON.stringify({ url, adopted }))
setInterval(() => undefined, 60_000)
