import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { startTestCluster } from '../../tests/cluster.ts'
import { signIn } from './api.ts'
import { query } from './database.ts'
import { ENV } from './env.ts'
import { servePages } from './pageServer.ts'
import { FIRST_PORT, type Product, startProduct } from './product.ts'
import { fillShop } from './shop.ts'

/** The ports of the product with a small shop and of the one as installed, and, beside them, of the pages of tests. */
const [FULL_PORT, EMPTY_PORT, PAGES_PORT] = [FIRST_PORT, FIRST_PORT + 1, FIRST_PORT + 2]

const runFile = promisify(execFile)

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
  const start = async (port: number, workers: number): Promise<Product> => {
    const product = await startProduct(port, workers)
    products.push(product)
    return product
  }
  try {
    stopPages = await servePages(PAGES_PORT)
    process.env[ENV.pages] = `http://127.0.0.1:${PAGES_PORT}`
    // At once: each of them mostly reads its modules, on one processor.
    const begun = [tellPaths(), start(EMPTY_PORT, 0).then(useEmpty), start(FULL_PORT, 1).then(useFull)]
    // What goes on starting after another has failed has to be there to be stopped.
    await Promise.allSettled(begun)
    await Promise.all(begun)
  } catch (error) {
    await stop()
    throw error
  }
  return stop
}

async function tellPaths(): Promise<void> {
  const { stdout } = await runFile(process.execPath, ['scripts/page-paths.ts'])
  process.env[ENV.pagePaths] = stdout
}

async function useEmpty({ base }: Product): Promise<void> {
  process.env[ENV.empty] = base
}

/** Fills the product that tests find data in. */
async function useFull({ base, database }: Product): Promise<void> {
  process.env[ENV.full] = base
  process.env[ENV.fullToken] = (await signIn(base)).token
  process.env[ENV.fullDatabase] = database
  await query(
    'create schema "e2e"; create table "e2e"."counter" ("purpose" text primary key, "value" integer)',
  )
  await fillShop(base)
}
