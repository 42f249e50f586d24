import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import {
  backupBeforeMigration,
  measureProcess,
  recordBackups,
  saveLogNow,
} from '#domains/monitor/monitor.door.ts'
import { type Clock, runClock } from '#kit/server/clock.ts'
import { fillDemo } from '#kit/server/demo.ts'
import { buildHttp } from '#kit/server/http.ts'
import { type Live, startLive } from '#kit/server/live.ts'
import { liveRoutes } from '#kit/server/liveSocket.ts'
import { watchLoop } from '#kit/server/loopDelay.ts'
import { type DataDirLock, lockDataDir } from '#kit/server/postgres/lock.ts'
import { type Postgres, startPostgres } from '#kit/server/postgres/supervisor.ts'
import { collectWhenQuiet } from '#kit/server/quietMemory.ts'
import type { Replica } from '#kit/server/replica.ts'
import { FIRST_PASSWORD_FILE } from '#kit/server/room.ts'
import { loadSecrets } from '#kit/server/secrets.ts'
import { readSettings, type Settings, SettingsError } from '#kit/server/settings.ts'
import { blameTasks } from '#kit/server/tasks/lease.ts'
import { serveDescription } from './description.ts'
import { startFakes } from './fakes/fakes.ts'
import { declareGauges, serveHealth } from './health.ts'
import { type House, openHouse, openReplicaOf, prepareDatabase } from './house.ts'
import { serveOpenDoc } from './openDoc.ts'
import { servePages } from './pages.ts'
import { startWorkers, type Workers } from './workers.ts'

const BAD_SETTINGS = 78
/** readyz says 503 this long before new connections are refused, so that a proxy has seen it. Platform §14.5. */
const NOTICE_MS = 3000
const RUNNING_CALLS_MS = 20_000
const SAVE_MS = 10_000
const CLOSE_MS = 2000
const LOOK_MS = 250

const say = (text: string): void => console.log(text)

/** Everything that is open, in the order it was opened; closed backwards. */
interface Running {
  settings: Settings
  lock: DataDirLock
  postgres: Postgres | null
  house: House
  live: Live
  replica: Replica | null
  app: FastifyInstance
  workers: Workers
  clock: Clock | null
}

/** Builds the HTTP server of a house with all rooms, pages, health and sockets; does not listen yet. */
export async function buildApp(
  house: House,
  isStopping: () => boolean,
  replica: Replica | null = null,
): Promise<FastifyInstance> {
  const { db, context, rooms } = house
  const app = await buildHttp({
    db,
    settings: context.settings,
    fallbackKey: context.fallbackKey,
    served: rooms.flatMap((room) => room.served),
  })
  serveHealth(app, house, isStopping, replica)
  serveDescription(app, house)
  await serveOpenDoc(app, house)
  liveRoutes(app, db)
  for (const room of rooms) await room.routes?.(app, context)
  await servePages(app, context)
  return app
}

/** Starts the product: settings, data directory, database, schema, seeds, workers, port. */
export async function main(): Promise<void> {
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

let stopping = false

async function start(settings: Settings): Promise<Running> {
  await mkdir(settings.dataDir, { recursive: true })
  const lock = await lockDataDir(settings.dataDir)
  let postgres: Postgres | null = null
  try {
    const secrets = await loadSecrets(settings.dataDir, settings)
    const log = { info: say, warn: console.warn, error: console.error }
    if (settings.databaseUrl === undefined)
      postgres = await startPostgres({
        dataDir: settings.dataDir,
        log,
        onExit: (error) => console.error(error.message),
      })
    const url = settings.databaseUrl ?? postgres?.url ?? ''
    const house = openHouse(url, settings, secrets)
    const first = await prepareDatabase(house, secrets, async () => {
      say('结构变更前正在备份……')
      await backupBeforeMigration(house.db)
    })
    await recordBackups(house.db)
    if (settings.demo) await demonstrate(house)
    declareGauges(house)
    watchLoop()
    collectWhenQuiet()
    measureProcess()
    const live = await startLive(url, house.db)
    const replica = openReplicaOf(house)
    const app = await buildApp(house, () => stopping, replica)
    const address = await listen(app, settings)
    const workers = startWorkers(url, settings, (worker) => blameTasks(house.db, worker))
    const clock = settings.workers > 0 ? runClock(house.db, workers) : null
    await welcome(settings, address, first)
    return { settings, lock, postgres, house, live, replica, app, workers, clock }
  } catch (error) {
    await postgres?.stop()
    await lock.release()
    throw error
  }
}

const REFUSED = {
  used: 'TS_DEMO：此系统已有自己的数据，未填充演示数据',
  broken: 'TS_DEMO：演示数据未填充完整，请清空数据目录后重新启动',
} as const

/** Fills an empty installation with the demonstration; one with anything of its own stays as it is. */
async function demonstrate({ db, rooms }: House): Promise<void> {
  const outcome = await fillDemo(
    db,
    rooms.flatMap((room) => room.served),
    () => say('正在填充演示数据……'),
  )
  if (outcome === 'used' || outcome === 'broken') console.warn(REFUSED[outcome])
}

async function listen(app: FastifyInstance, { port, host }: Settings): Promise<string> {
  try {
    return await app.listen({ port, host })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
      throw new Error(`端口 ${port} 已被占用，请停止占用它的程序或设置 TS_PORT`)
    throw error
  }
}

/** Prints the address and, at the first start, the administrator's password; once. Platform §14.1. */
async function welcome(
  settings: Settings,
  address: string,
  first: { account: string; password: string | null } | null,
): Promise<void> {
  const shown = settings.siteUrl ?? address.replace('0.0.0.0', 'localhost').replace('[::]', 'localhost')
  if (first?.password) {
    const file = join(settings.dataDir, FIRST_PASSWORD_FILE)
    await writeFile(file, `${first.account}\n${first.password}\n`, { mode: 0o600 })
    say(
      `\n  管理员账号：${first.account}\n  初始密码：${first.password}\n  （只显示一次，另存于 ${file}，首次修改密码后删除）\n`,
    )
  }
  say(`通商已启动：${shown}`)
}

/**
 * The first signal stops in order, after the start when it comes during it; the second SIGINT or SIGTERM no longer waits
 * for calls, workers and the saving of the log. The database is stopped either way. SIGHUP, and the end of whoever
 * started this process, never hurry: they say that nobody is left who could stop it, and the start script passes on by
 * SIGHUP what this process may have been told already.
 */
function stopOnSignal(started: Promise<Running>): void {
  const hurry = new AbortController()
  const stop = (): void => {
    if (stopping) return
    stopping = true
    started
      .then((running) => shutDown(running, hurry.signal))
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

/** Ends in the order of platform §14.5; what was under way is taken up by lease at the next start. */
async function shutDown(running: Running, hurry: AbortSignal): Promise<void> {
  const { settings, lock, postgres, house, live, replica, app, workers, clock } = running
  const hurried = new Promise<void>((resolve) => {
    if (hurry.aborted) resolve()
    hurry.addEventListener('abort', () => resolve())
  })
  /** Waits for something, but no longer than its time or the second signal. */
  const within = (ms: number, work: Promise<unknown>): Promise<unknown> =>
    Promise.race([work.catch((error: unknown) => console.error(error)), wait(ms), hurried])
  say('正在停止……')
  const workersGone = workers.stop(hurry)
  const clockGone = clock?.stop() ?? Promise.resolve()
  // Behind no proxy nobody looks at readyz, and a developer need not wait.
  if (settings.trustProxy.length > 0) await within(NOTICE_MS, hurried)
  await within(RUNNING_CALLS_MS, app.close())
  await workersGone
  await within(RUNNING_CALLS_MS, clockGone)
  if (!hurry.aborted) await within(SAVE_MS, saveLogNow(house.db))
  await within(CLOSE_MS, live.stop())
  if (replica !== null) await within(CLOSE_MS, replica.close())
  await within(CLOSE_MS, house.pool.end())
  await postgres?.stop()
  await lock.release()
  say('已停止')
}

const wait = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
