import { writeFile } from 'node:fs/promises'
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
import { collectWhenQuiet } from '#kit/server/quietMemory.ts'
import type { Replica } from '#kit/server/replica.ts'
import { FIRST_PASSWORD_FILE } from '#kit/server/room.ts'
import type { Settings } from '#kit/server/settings.ts'
import { blameTasks } from '#kit/server/tasks/lease.ts'
import { serveDescription } from './description.ts'
import { declareGauges, serveHealth } from './health.ts'
import { type House, openHouse, openReplicaOf, prepareDatabase } from './house.ts'
import { serveOpenDoc } from './openDoc.ts'
import { servePages } from './pages.ts'
import type { Opened, Running } from './server.ts'
import { startWorkers, type Workers } from './workers.ts'

/** readyz says 503 this long before new connections are refused, so that a proxy has seen it. Platform §14.5. */
const NOTICE_MS = 3000
const RUNNING_CALLS_MS = 20_000
const SAVE_MS = 10_000
const CLOSE_MS = 2000

const say = (text: string): void => console.log(text)

/** Everything that is open, in the order it was opened; closed backwards. */
interface Open extends Pick<Opened, 'settings' | 'lock' | 'postgres'> {
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

/** Starts everything that stands on an open database: schema, seeds, HTTP, workers, clock; then it answers. */
export async function startProgram({ settings, secrets, url, ...opened }: Opened): Promise<Running> {
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
  const open = { ...opened, settings, house, live, replica, app, workers, clock }
  return {
    stop(hurry) {
      stopping = true
      return shutDown(open, hurry)
    },
  }
}

let stopping = false

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

/** Ends in the order of platform §14.5; what was under way is taken up by lease at the next start. */
async function shutDown(open: Open, hurry: AbortSignal): Promise<void> {
  const { settings, lock, postgres, house, live, replica, app, workers, clock } = open
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
