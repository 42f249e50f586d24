import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ADMIN_PASSWORD } from '../../app/testing.ts'
import { startTestCluster } from '../../tests/cluster.ts'
import { testDatabase } from '../../tests/database.ts'
import { fillShop } from './shop.ts'

/** Environment of the browser tests: the address of the product with data, and of one without any. */
export const FULL_URL = 'TS_E2E_FULL'
export const EMPTY_URL = 'TS_E2E_EMPTY'
const PORTS = { [FULL_URL]: 18_500, [EMPTY_URL]: 18_501 }

interface Product {
  base: string
  stop(): Promise<void>
}

async function startProduct(port: number, workers: number): Promise<Product> {
  const database = await testDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'ts-e2e-'))
  const child = spawn(process.execPath, ['scripts/serve.ts'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      TS_DATABASE_URL: database.url,
      TS_DATA_DIR: dataDir,
      TS_PORT: String(port),
      TS_HOST: '127.0.0.1',
      TS_SECRET_KEY: '5a'.repeat(32),
      TS_LOGIN_CAPTCHA: 'off',
      TS_ADMIN_PASSWORD: ADMIN_PASSWORD,
      TS_LOG_LEVEL: 'error',
      TS_WORKERS: String(workers),
    },
  })
  const base = `http://127.0.0.1:${port}`
  await untilReady(base, child)
  return {
    base,
    async stop() {
      await new Promise((resolve) => {
        child.once('exit', resolve)
        child.kill('SIGTERM')
      })
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function untilReady(base: string, child: ChildProcess): Promise<void> {
  for (let wait = 0; wait < 600; wait++) {
    if (child.exitCode !== null) throw new Error(`The product ended with ${child.exitCode}`)
    const ok = await fetch(`${base}/healthz`).then(
      (answer) => answer.ok,
      () => false,
    )
    if (ok) return
    await new Promise((resolve) => {
      setTimeout(resolve, 100)
    })
  }
  throw new Error(`${base} does not answer`)
}

/** One database cluster and two products for all browser tests: one with a small shop in it, one as it was installed. */
export default async function setup(): Promise<() => Promise<void>> {
  const stopCluster = await startTestCluster()
  const products: Product[] = []
  try {
    for (const [name, port] of Object.entries(PORTS)) {
      const product = await startProduct(port, name === FULL_URL ? 1 : 0)
      products.push(product)
      process.env[name] = product.base
    }
    await fillShop(process.env[FULL_URL] ?? '')
  } catch (error) {
    await Promise.all(products.map((product) => product.stop()))
    await stopCluster()
    throw error
  }
  return async () => {
    await Promise.all(products.map((product) => product.stop()))
    await stopCluster()
  }
}
