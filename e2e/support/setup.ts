import { execFileSync } from 'node:child_process'
import { startTestCluster } from '../../tests/cluster.ts'
import { signIn } from './api.ts'
import { query } from './database.ts'
import { ENV } from './env.ts'
import { servePages } from './pageServer.ts'
import { FIRST_PORT, type Product, startProduct } from './product.ts'
import { fillShop } from './shop.ts'

const PRODUCTS = [
  { name: ENV.full, workers: 1 },
  { name: ENV.empty, workers: 0 },
]

/** Beside the products. */
const PAGES_PORT = FIRST_PORT + PRODUCTS.length

/** One database cluster and two products for all browser tests, with a small shop and as installed; and the pages of tests. */
export default async function setup(): Promise<() => Promise<void>> {
  const stopCluster = await startTestCluster()
  const products: Product[] = []
  let stopPages = async () => {}
  const stop = async () => {
    await stopPages()
    await Promise.all(products.map((product) => product.stop()))
    await stopCluster()
  }
  try {
    stopPages = await servePages(PAGES_PORT)
    process.env[ENV.pages] = `http://127.0.0.1:${PAGES_PORT}`
    process.env[ENV.pagePaths] = execFileSync(process.execPath, ['e2e/support/pagePaths.ts'], {
      encoding: 'utf8',
    })
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
