import { startTestCluster } from './cluster.ts'

/** Run once before all tests by vitest and by Playwright alike; both call the answered function at the end. */
export default startTestCluster
