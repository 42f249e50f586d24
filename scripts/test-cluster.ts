// The database that all steps of npm test share, with the template prepared once; it ends with the process that started it.
import { startTestCluster } from '../tests/cluster.ts'
import { ADMIN_URL } from '../tests/database.ts'

const stop = await startTestCluster()
process.send?.(process.env[ADMIN_URL])
process.once('disconnect', () => void stop().finally(() => process.exit(0)))
