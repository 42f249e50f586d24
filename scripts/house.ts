// What the commands that work on the database share.
import { parseArgs } from 'node:util'
import { type House, openHouse } from '#app/house.ts'
import { lockDataDir } from '#kit/server/postgres/lock.ts'
import { findPostgres, startPostgres } from '#kit/server/postgres/supervisor.ts'
import { loadSecrets } from '#kit/server/secrets.ts'
import { readSettings, type Settings, SettingsError } from '#kit/server/settings.ts'

const CONNECTIONS = 4
const BAD_SETTINGS = 78

const log = { info() {}, warn: console.warn, error: console.error }

/** Runs a command and turns what it throws into a message and an exit code; nothing else may hold the process up. */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = error instanceof SettingsError ? BAD_SETTINGS : 1
  }
}

/** Works on the product's database, also while the server runs; its own one is started for the time when it does not. */
export function withHouse(work: (house: House) => Promise<void>): Promise<void> {
  return runCommand(async () => {
    const settings = readSettings(process.env)
    await withDatabase(settings, async (url) => {
      const house = openHouse(url, settings, await loadSecrets(settings.dataDir, settings), CONNECTIONS)
      try {
        await work(house)
      } finally {
        await house.pool.end()
      }
    })
  })
}

async function withDatabase(settings: Settings, work: (url: string) => Promise<void>): Promise<void> {
  const { dataDir, databaseUrl } = settings
  const running = databaseUrl ?? (await findPostgres(dataDir))
  if (running !== undefined) return work(running)
  const lock = await lockDataDir(dataDir)
  try {
    const postgres = await startPostgres({ dataDir, log })
    try {
      await work(postgres.url)
    } finally {
      await postgres.stop()
    }
  } finally {
    await lock.release()
  }
}

/** The options of a command, all of them texts: `--file x`. Throws with the usage when one is unknown. */
export function optionsOf<const N extends string>(usage: string, ...names: N[]): Partial<Record<N, string>> {
  try {
    const options = Object.fromEntries(names.map((name) => [name, { type: 'string' } as const]))
    const { values } = parseArgs({ options, args: process.argv.slice(2) })
    const given: Partial<Record<N, string>> = {}
    for (const name of names) {
      const value = values[name]
      if (typeof value === 'string') given[name] = value
    }
    return given
  } catch {
    throw new Error(`用法：${usage}`)
  }
}
