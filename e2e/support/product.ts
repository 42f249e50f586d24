// The product as a process of its own, for browsers.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ADMIN_PASSWORD } from '../../tests/adminPassword.ts'
import { testDatabase } from '../../tests/database.ts'
import { call, signIn } from './api.ts'

/** The first of the ports that products of the browser tests listen on. */
export const FIRST_PORT = Number(process.env.TS_E2E_PORT ?? 18_500)

export interface Product {
  base: string
  database: string
  stop(): Promise<void>
}

/**
 * Starts the product in a process of its own on a copy of the prepared database, eased for tests; `env`: settings of its own.
 * Answers its address. Throws when the port is taken or the process ends.
 */
export async function startProduct(
  port: number,
  workers: number,
  env: Readonly<Record<string, string>> = {},
): Promise<Product> {
  const base = `http://127.0.0.1:${port}`
  // Another one left there would be tested in place of this one.
  if (await answers(base)) throw new Error(`${base} is taken`)
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
      // Started with the first task, and not again and again.
      TS_WORKER_IDLE: '3600',
      // Stand-ins of services outside listen on this machine.
      TS_OUTSIDE_PRIVATE: '1',
      ...env,
    },
  })
  await untilReady(base, child)
  await easeSecurity(base)
  return {
    base,
    database: database.url,
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

const answers = (base: string): Promise<boolean> =>
  fetch(`${base}/healthz`).then(
    (answer) => answer.ok,
    () => false,
  )

async function untilReady(base: string, child: ChildProcess): Promise<void> {
  // A demonstration is filled before the first answer.
  for (let wait = 0; wait < 1800; wait++) {
    if (child.exitCode !== null) throw new Error(`The product ended with ${child.exitCode}`)
    if (await answers(base)) return
    await new Promise((resolve) => {
      setTimeout(resolve, 100)
    })
  }
  throw new Error(`${base} does not answer`)
}

/** Tests make many people and sign them in often: no first change of passwords, any number of sessions. */
async function easeSecurity(base: string): Promise<void> {
  const { token } = await signIn(base)
  for (const [key, value] of [
    ['pwd_first_change', '0'],
    ['session_max_per_admin', '0'],
  ]) {
    const { code, message } = await call(base, token, 'POST', '/admin/system/config/saveuniq', { key, value })
    if (code !== 200) throw new Error(`${key}: ${message}`)
  }
}
