// The first file of a worker process.
import { watchServer } from './watchServer.ts'

const server = Number(process.env.TS_WORKER_SERVER)
if (server > 0) watchServer(server)
await import('./worker.ts')
