import { startTestCluster } from '../../tests/cluster.ts'
import { ENV } from '../support/env.ts'
import { FIRST_PORT, startProduct } from '../support/product.ts'

/** One product, filled as a demonstration. */
export default async function setup(): Promise<() => Promise<void>> {
  const stopCluster = await startTestCluster()
  try {
    const product = await startProduct(FIRST_PORT, 0, { TS_DEMO: '1' })
    process.env[ENV.demo] = product.base
    return async () => {
      await product.stop()
      await stopCluster()
    }
  } catch (error) {
    await stopCluster()
    throw error
  }
}
