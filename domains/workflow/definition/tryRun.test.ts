import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/testing.ts'
import { named, oneTask } from './drawing.ts'
import { breather } from './tryRun.server.ts'

const P = '/admin/workflow/definition'

interface Tried {
  state: string
  open: { node: string; name: string; mode: string; actors: { kind: string; id: string; name: string }[] }[]
  way: { kind: string; id: string }[]
  variables: Record<string, unknown>
  problems: { code: string }[]
  refused: { step: number; reason: string; message: string } | null
}

let app: TestApp
let token: string
let clerk: Person
let boss: Person

beforeAll(async () => {
  app = await testApp()
  token = await app.admin()
  clerk = await app.person()
  boss = await app.person()
})
afterAll(() => app.close())
afterEach(() => vi.restoreAllMocks())

/** The clock of plays goes on by so much with each look at it. */
function hurry(ms: number): void {
  let time = 0
  vi.spyOn(performance, 'now').mockImplementation(() => {
    time += ms
    return time
  })
}

/** start → so many decisions one after the other → a task → end. */
function long(steps: number) {
  const decisions = Array.from({ length: steps }, (_, at) => `decide${at}`)
  return named('long', ['start', ...decisions, 'a', 'end'].join(' > '), {
    a: { assignee: `user:${boss.adminId}` },
  })
}

const request = (last: string) =>
  named(
    'request',
    `start > apply > decide; decide >[amount >= 1000] boss > ${last}; decide > ${last} > end`,
    {
      apply: { assignee: 'applicant' },
      boss: { assignee: `user:${boss.adminId}` },
      post: { assignee: 'applicant' },
      auto: { clazz: 'tried.post', var: 'voucher' },
    },
  )

async function play(process: unknown, more: Record<string, unknown> = {}) {
  return app.request<Tried>('POST', `${P}/tryRun`, {
    token,
    body: { text: JSON.stringify(process), starter: clerk.adminId, ...more },
  })
}

test('a play stands aside again and again, and is given up when it takes too long', async () => {
  let time = 0
  let aside = 0
  const breathe = breather(
    () => time,
    async () => {
      aside += 1
    },
  )
  for (; time < 100; time += 5) await breathe()
  expect(aside).toBeGreaterThanOrEqual(8)
  time = 10_100
  await expect(breathe()).rejects.toThrow('试运行时间过长')
})

test('a try lets others have their turn while it is played, and is given up when it takes too long', async () => {
  const STEPS = 300
  // How often the process stands aside during a try, with so much time passing at each look at the clock.
  const turnsOf = async (ms: number) => {
    hurry(ms)
    const aside = vi.spyOn(globalThis, 'setImmediate')
    const tried = await play(long(STEPS))
    const turns = aside.mock.calls.length
    vi.restoreAllMocks()
    expect(tried.code, tried.message).toBe(200)
    expect(tried.data.open.map((one) => one.node)).toEqual(['a'])
    return turns
  }
  // 5 ms a step: it stands aside at every second one.
  expect((await turnsOf(5)) - (await turnsOf(0))).toBeGreaterThan(STEPS / 4)
  hurry(100)
  const given = await play(long(STEPS))
  expect(given.data.refused).toEqual({
    step: -1,
    reason: '',
    message: '试运行时间过长，请拆分为子流程或减少步骤',
  })
})

test('the way a request takes, and whom it then waits for', async () => {
  const process = request('post')
  const large = await play(process, { variables: { amount: 5000 } })
  expect(large.code, large.message).toBe(200)
  expect(large.data).toMatchObject({ state: 'running', refused: null, variables: { amount: 5000 } })
  expect(large.data.open).toEqual([
    {
      node: 'boss',
      name: 'boss',
      mode: 'ANY',
      actors: [{ kind: 'user', id: String(boss.adminId), name: boss.account }],
    },
  ])
  expect(large.data.way.filter((one) => one.kind === 'node').map((one) => one.id)).toEqual([
    'start',
    'apply',
    'decide',
    'boss',
  ])
  const done = await play(process, {
    variables: { amount: 5000 },
    steps: [
      { node: 'boss', action: 'agree' },
      { node: 'post', action: 'agree', by: clerk.adminId },
    ],
  })
  expect(done.data).toMatchObject({ state: 'approved', open: [], refused: null })
  const small = await play(process, { variables: { amount: 1 } })
  expect(small.data.open.map((one) => one.node)).toEqual(['post'])
  const rejected = await play(process, {
    variables: { amount: 5000 },
    steps: [{ node: 'boss', action: 'reject' }],
  })
  expect(rejected.data.state).toBe('rejected')
})

test('what the engine would refuse is told with its step', async () => {
  const process = request('post')
  const steps = [{ node: 'boss', action: 'agree', by: clerk.adminId }]
  const stranger = await play(process, { variables: { amount: 5000 }, steps })
  expect(stranger.data.refused).toEqual({ step: 0, reason: 'FORBIDDEN', message: '您无权处理该任务' })
  const elsewhere = await play(process, {
    variables: { amount: 5000 },
    steps: [{ node: 'x', action: 'agree' }],
  })
  expect(elsewhere.data.refused).toMatchObject({ step: 0, reason: 'TASK_NOT_FOUND' })
  const noVariable = await play(process)
  expect(noVariable.data.refused).toMatchObject({ step: -1, reason: 'EXPR_ERROR' })
  const nobody = await play(oneTask('nobody', 'user:99999'))
  expect(nobody.data.refused).toMatchObject({
    step: -1,
    reason: 'NO_ACTOR',
    message: '任务「审核」没有找到参与者',
  })
})

test('a definition with errors is not played', async () => {
  const broken = await app.request<{ reason: string; problems: { code: string }[] }>('POST', `${P}/tryRun`, {
    token,
    body: { text: JSON.stringify(request('auto')) },
  })
  expect([broken.code, broken.data.reason]).toEqual([422, 'INVALID_MODEL'])
  expect(broken.data.problems.map((one) => one.code)).toContain('HANDLER_MISSING')
})

test('nothing of a try is kept', async () => {
  const kept = await sql<{ n: number }>`select (select count(*) from "processInstance")
    + (select count(*) from "processTask") + (select count(*) from "processDefinition") as "n"`.execute(
    app.db,
  )
  expect(kept.rows).toEqual([{ n: 0 }])
})
