// A real server that is killed in the middle of many completions. Workflow §3.9.
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readPostmaster } from '#kit/server/postgres/postmaster.ts'
import { findPostgres } from '#kit/server/postgres/supervisor.ts'
import { lineJson, task } from './processJson.ts'
import { ask, killServer, type ServerProcess, startServer } from './server.ts'

const PORT = 18356
const PASSWORD = 'Ts-first-2026'
const STEPS = 5
const INSTANCES = 100
const HANDS = 8
/** Of the completions of a hundred instances, each time before the server is killed. */
const KILLED_AFTER = 20
const MINUTE = 60_000

let root: string
let dataDir: string
let server: ServerProcess
let client: pg.Client
let token: string

const start = () => startServer(PORT, dataDir, { TS_WORKERS: '0', TS_ADMIN_PASSWORD: PASSWORD })
const postmaster = async () => (await readPostmaster(join(dataDir, 'pg')))?.pid

async function rowsOf<T extends pg.QueryResultRow>(text: string): Promise<T[]> {
  return (await client.query<T>(text)).rows
}

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'ts-flow-'))
  // The database runs as somebody else when the tests run as root.
  await chmod(root, 0o711)
  dataDir = join(root, 'data')
  server = await start()
  client = new pg.Client(await findPostgres(dataDir))
  client.on('error', () => undefined)
  await client.connect()
  await client.query('update "admin" set "pwdReset" = 0')
  const body = { account: 'admin', pwd: PASSWORD, key: '', code: '' }
  token = (await ask<{ token: string }>(server, 'POST', '/admin/login', { body })).data.token
  const steps = Array.from({ length: STEPS }, (_, at) => task(`t${at + 1}`, '1'))
  const text = lineJson('crash', steps)
  const deployed = await ask(server, 'POST', '/admin/workflow/definition/deploy', { token, body: { text } })
  expect(deployed.message).toBe('操作成功')
  for (let n = 0; n < INSTANCES; n++) {
    const input = { processName: 'crash', submit: 0 }
    expect((await ask(server, 'POST', '/admin/workflow/instance/start', { token, body: input })).code).toBe(
      200,
    )
  }
}, 2 * MINUTE)

afterAll(async () => {
  await client?.end().catch(() => undefined)
  if (server !== undefined) await killServer(server)
  const left = await postmaster()
  if (left !== undefined) process.kill(left, 'SIGQUIT')
  await vi.waitFor(async () => expect(await postmaster()).toBeUndefined(), { timeout: 20_000, interval: 100 })
  await rm(root, { recursive: true, force: true })
}, MINUTE)

/**
 * Completes whatever is open with several hands, until nothing is or the server is gone; answers what was confirmed. `killAfter`:
 * the server is killed when so many are, however long this machine takes for them.
 */
async function work(killAfter = Number.POSITIVE_INFINITY): Promise<number[]> {
  const open = await rowsOf<{ id: number }>(
    `select "id" from "processTask" where "state" = 'open' order by "id"`,
  )
  const left = open.map((row) => row.id)
  const confirmed: number[] = []
  const hand = async (): Promise<void> => {
    for (let id = left.pop(); id !== undefined; id = left.pop()) {
      const answer = await ask(server, 'POST', `/admin/workflow/task/agree/${id}`, { token }).catch(
        () => null,
      )
      if (answer === null) return
      if (answer.code !== 200) continue
      confirmed.push(id)
      if (confirmed.length === killAfter) await killServer(server)
    }
  }
  await Promise.all(Array.from({ length: HANDS }, hand))
  return confirmed
}

/** Every instance stands where its finished tasks say, with nothing missing, nothing twice. */
async function checkAll(): Promise<{ done: number; running: number }> {
  const instances = await rowsOf<{
    id: number
    state: string
    open: string[]
    done: string[]
    tokens: string[]
    ways: number
    voted: number
  }>(`
    select i."id", i."state",
      array(select t."node" from "processTask" t where t."instanceId" = i."id" and t."state" = 'open') as "open",
      array(select t."node" from "processTask" t where t."instanceId" = i."id" and t."state" = 'done' order by t."createTime", t."id") as "done",
      array(select k."node" from "processToken" k where k."instanceId" = i."id") as "tokens",
      (select count(*)::int from "processLog" l where l."instanceId" = i."id" and l."kind" = 'take') as "ways",
      (select count(*)::int from "processLog" l where l."instanceId" = i."id" and l."kind" = 'taskDone') as "voted"
    from "processInstance" i`)
  expect(instances).toHaveLength(INSTANCES)
  for (const { state, open, done, tokens, ways, voted } of instances) {
    const steps = done.map((_, at) => `t${at + 1}`)
    expect(done).toEqual(steps)
    expect(voted).toBe(done.length)
    expect(ways).toBe(done.length + 1)
    const next = done.length < STEPS ? [`t${done.length + 1}`] : []
    expect({ state, open, tokens }).toEqual({
      state: next.length === 0 ? 'approved' : 'running',
      open: next,
      tokens: next,
    })
  }
  const actors = await rowsOf(`select 1 from "processTaskActor" a join "processTask" t on t."id" = a."taskId"
    where (a."open" = 1) <> (t."state" = 'open') or a."open" = 1 and a."claimedBy" is distinct from t."claimedBy"`)
  expect(actors).toEqual([])
  return {
    done: instances.reduce((sum, one) => sum + one.done.length, 0),
    running: instances.filter((one) => one.state === 'running').length,
  }
}

test(
  'a server killed during many completions loses none that it confirmed and leaves none half done',
  async () => {
    const confirmed = new Set<number>()
    for (let crash = 0; crash < 3; crash++) {
      for (const id of await work(KILLED_AFTER)) confirmed.add(id)
      server = await start()
      const { done } = await checkAll()
      // One whose answer was lost may be done all the same; one that was confirmed is.
      expect(done).toBeGreaterThanOrEqual(confirmed.size)
      const kept = await rowsOf<{ id: number }>(`select "id" from "processTask" where "state" = 'done'`)
      const ids = new Set(kept.map((row) => row.id))
      expect([...confirmed].filter((id) => !ids.has(id))).toEqual([])
    }
    expect(confirmed.size).toBeGreaterThanOrEqual(3 * KILLED_AFTER)
    for (let round = 0; round < STEPS; round++) await work()
    expect(await checkAll()).toEqual({ done: INSTANCES * STEPS, running: 0 })
  },
  4 * MINUTE,
)
