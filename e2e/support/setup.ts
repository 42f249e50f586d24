import { startTestCluster } from '../../tests/cluster.ts'
import { signIn } from './api.ts'
import { query } from './database.ts'
import { ENV } from './env.ts'
import { FIRST_PORT, type Product, startProduct } from './product.ts'
import { fillShop } from './shop.ts'

const PRODUCTS = [
  { name: ENV.full, workers: 1 },
  { name: ENV.empty, workers: 0 },
]

/** One database cluster and two products for all browser tests: with a small shop, and as installed. */
export default async function setup(): Promise<() => Promise<void>> {
  const stopCluster = await startTestCluster()
  const products: Product[] = []
  const stop = async () => {
    await Promise.all(products.map((product) => product.stop()))
    await stopCluster()
  }
  try {
    for (const [index, { name, workers }] of PRODUCTS.entries()) {
      const product = await startProduct(FIRST_PORT + index, workers)
      products.push(product)
      process.env[name] = product.base
      if (name === ENV.empty) continue
      process.env[ENV.fullToken] = (await signIn(product.base)).token
      process.env[ENV.fullDatabase] = product.database
      await query(
        'create schema "e2e"; create table "e2e"."counter" ("purpose" text primary key, "value" integer)',
      )
      await fillShop(product.base)
    }
  } catch (error) {
    await stop()
    throw error
  }
  return stop
}
