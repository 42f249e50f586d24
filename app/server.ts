import { mkdir } from 'node:fs/promises'
import { setFlagsFromString } from 'node:v8'
import { type DataDirLock, lockDataDir } from '#kit/server/postgres/lock.ts'
import { type Postgres, startPostgres } from '#kit/server/postgres/supervisor.ts'
import { loadSecrets, type Secrets } from '#kit/server/secrets.ts'
import { readSettings, type Settings, SettingsError } from '#kit/server/settings.ts'
import { ROWS_ARE_YOUNG } from './v8.ts'

const BAD_SETTINGS = 78
const LOOK_MS = 250

/** What is open before the program itself. */
export interface Opened {
  settings: Settings
  lock: DataDirLock
  secrets: Secrets
  postgres: Postgres | null
  /** of the database */
  url: string
}

/** The product while it runs. */
export interface Running {
  /** Ends everything in the order of platform §14.5; `hurry`: at once. */
  stop(hurry: AbortSignal): Promise<void>
}

/** Starts the product: settings, data directory, database, schema, seeds, workers, port. */
export async function main(): Promise<void> {
  // NODE_OPTIONS takes no such flag.
  setFlagsFromString(ROWS_ARE_YOUNG)
  const settings = settingsOrExit()
  const started = (async () => {
    if (settings.fake.length > 0) await startStandIns(settings)
    return start(settingsOrExit())
  })()
  stopOnSignal(started)
  try {
    await started
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}

/** Their addresses go the way of everybody else's, through the environment: the workers read them there. */
async function startStandIns({ fake }: Settings): Promise<void> {
  const { startFakes } = await import('./fakes/fakes.ts')
  const { bases } = await startFakes(fake)
  Object.assign(process.env, bases, { TS_OUTSIDE_PRIVATE: '1' })
  for (const [name, base] of Object.entries(bases)) console.warn(`TS_FAKE：${name}=${base}`)
}

function settingsOrExit(): Settings {
  try {
    return readSettings(process.env)
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    console.error(error.message)
    process.exit(BAD_SETTINGS)
  }
}

/** The database starts in its own process while this one reads the 1,500 modules of the program. */
async function start(settings: Settings): Promise<Running> {
  await mkdir(settings.dataDir, { recursive: true })
  const lock = await lockDataDir(settings.dataDir)
  let postgres: Postgres | null = null
  try {
    const secrets = await loadSecrets(settings.dataDir, settings)
    const program = import('./program.ts')
    // Told of when it is waited for.
    program.catch(() => undefined)
    if (settings.databaseUrl === undefined)
      postgres = await startPostgres({
        dataDir: settings.dataDir,
        log: { info: console.log, warn: console.warn, error: console.error },
        onExit: (error) => console.error(error.message),
      })
    const url = settings.databaseUrl ?? postgres?.url ?? ''
    const { startProgram } = await program
    return await startProgram({ settings, lock, secrets, postgres, url })
  } catch (error) {
    await postgres?.stop()
    await lock.release()
    throw error
  }
}

/**
 * The first signal stops in order, after the start when it comes during it; the second SIGINT or SIGTERM no longer waits
 * for calls, workers and the saving of the log. The database is stopped either way. SIGHUP, and the end of whoever
 * started this process, never hurry: they say that nobody is left who could stop it, and the start script passes on by
 * SIGHUP what this process may have been told already.
 */
function stopOnSignal(started: Promise<Running>): void {
  const hurry = new AbortController()
  let stopping = false
  const stop = (): void => {
    if (stopping) return
    stopping = true
    started
      .then((running) => running.stop(hurry.signal))
      .then(
        () => process.exit(hurry.signal.aborted ? 1 : 0),
        (error: unknown) => {
          console.error(error)
          process.exit(1)
        },
      )
  }
  // Only these are counted: of one Ctrl-C the SIGHUP of the start script may be heard before the SIGINT.
  let asked = 0
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      asked += 1
      if (asked > 1) hurry.abort()
      stop()
    })
  process.on('SIGHUP', stop)
  const starter = Number(process.env.TS_STARTER ?? 0)
  // Of another ancestor's making, as under `npm test` or `npm run dev`, it does not speak of this process.
  if (starter === 0 || process.ppid !== starter) return
  const looking = setInterval(() => {
    if (process.ppid === starter) return
    clearInterval(looking)
    stop()
  }, LOOK_MS)
  looking.unref()
}
