import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/testing.ts'
import { monthKey, moveMonth } from '#kit/shared/time.ts'
import { registerNow } from '../../../../tests/registering.ts'
import { waitsFor } from '../../../../tests/waitsFor.ts'
import type { PurchaseFigure } from '../figures.rules.ts'
import { declareFigures } from '../figures.server.ts'
import { bought, makeCompany } from '../testing.ts'
import { evaluationJob } from './evaluation.server.ts'

let app: TestApp
let maker: Person
let judge: Person

const LAST = monthKey(new Date(), -1)
const EVALUATE = '/admin/system/org/evaluate'
const LEVEL = '/admin/system/org/level'
const CODES = [
  ...['list', 'info', 'save', 'update', 'delete', 'update:status', 'set', 'log:list'].map(
    (one) => `admin:system:org:level:${one}`,
  ),
  ...['list', 'info', 'save', 'update', 'delete'].map((one) => `admin:system:org:evaluate:rule:${one}`),
  ...['list', 'info', 'generate', 'recalc', 'submitAll'].map(
    (one) => `admin:system:org:evaluate:month:${one}`,
  ),
  ...['list', 'info', 'save', 'update', 'adjust', 'submit', 'withdraw'].map(
    (one) => `admin:system:org:evaluate:${one}`,
  ),
]

/** What orders tell, by month. */
const figures = new Map<string, PurchaseFigure[]>()

beforeAll(async () => {
  app = await testApp()
  maker = await app.person({ permissions: CODES })
  judge = await app.person({
    permissions: ['admin:system:org:evaluate:examine', 'admin:system:org:evaluate:info'],
  })
  registerNow(
    app.db,
    declareFigures(async (_db, { month, shoudaIds }) =>
      (figures.get(month) ?? []).filter((one) => shoudaIds.includes(one.shoudaId)),
    ),
  )
})
afterAll(() => app.close())

const post = <T = { id: number }>(path: string, body: unknown = {}, by = maker) =>
  app.request<T>('POST', path, { token: by.token, body })
const get = <T>(path: string, query = {}, by = maker) =>
  app.request<T>('GET', path, { token: by.token, query })

const level = (grade: number, levelName: string, minScore: number, more = {}) =>
  post(`${LEVEL}/save`, { grade, levelName, channelId: 1202, minScore, ...more })

const half = (to: number, low: number, high: number) => [
  { from: null, to, score: low },
  { from: to, to: null, score: high },
]

/** Scores 80, 90, 95 and 85 for the company of the worked example. */
const RULE = {
  channelId: 1202,
  effectiveMonth: '2024-01',
  lines: [
    { ruleName: '采购额', dimension: 1, weight: 40, bands: half(100_000, 20, 80) },
    { ruleName: '订单数', dimension: 2, weight: 20, bands: half(2, 30, 90) },
    { ruleName: '回款', dimension: 4, weight: 25, bands: half(90, 40, 95) },
    { ruleName: '人工', dimension: 8, weight: 15, bands: [] },
  ],
}

test('a level needs a score above those of lower grades; grades and names are used once', async () => {
  expect((await level(1, '银牌', 70)).code).toBe(200)
  const refused = await level(2, '金牌', 70)
  expect([refused.code, refused.message]).toEqual([422, '级别越高最低得分须越高'])
  const gold = await level(2, '金牌', 85, { keepMonths: 3, discount: 95, equities: ['1', '3'] })
  expect(gold.code).toBe(200)
  expect((await level(2, '白金', 90)).message).toBe('级别已存在')
  expect((await level(3, '金牌', 95)).message).toBe('等级名称已存在')
  expect((await level(3, '钻石', 95, { equities: ['99'] })).message).toBe('等级权益不存在')
  expect((await level(4, '满分', 100)).message).toBe('最低得分不能大于99.99')
  const levels = [() => level(5, '甲', 96), () => level(6, '乙', 96)]
  const both = await waitsFor(app, "hashtext('orgLevel'), 1202", ...levels)
  expect(both.map((one) => one.code).sort()).toEqual([200, 422])
})

test('a level with companies cannot be deleted; a person moves companies with a reason, and the log tells it', async () => {
  const { data: made } = await level(9, '试用', 99)
  const { companyId } = await makeCompany(app, '手工单位')
  const set = (body: object, by = maker) => post(LEVEL, { ids: String(companyId), ...body }, by)
  expect((await set({ orgLevelId: made.id, reason: '' })).message).toBe('请输入调整原因')
  expect((await set({ orgLevelId: made.id, reason: '试用' }, judge)).code).toBe(403)
  expect((await set({ orgLevelId: made.id, star: 3, reason: '试用' })).data).toEqual({ changed: 1 })
  expect((await set({ orgLevelId: made.id, star: 3, reason: '试用' })).data).toEqual({ changed: 0 })
  const refused = await post(`${LEVEL}/delete/${made.id}`)
  expect([refused.code, refused.message]).toEqual([409, '该等级下有单位，不能删除'])

  const log = await app.request('POST', `${LEVEL}/log/list`, {
    token: maker.token,
    query: { page: 1, limit: 10 },
    body: { keywords: '手工', changeType: 3 },
  })
  expect(log.data.list).toEqual([
    expect.objectContaining({
      companyId,
      orgName: '手工单位',
      beforeLevelName: '',
      afterLevelName: '试用',
      beforeStar: null,
      afterStar: 3,
      changeType: 3,
      remark: '试用',
      operatorName: maker.account,
    }),
  ])
  const { data: list } = await get<{ list: object[] }>(`${LEVEL}/list`, { keywords: '试用' })
  expect(list.list).toEqual([expect.objectContaining({ companyCount: 1 })])

  const other = await makeCompany(app, '别的渠道', { channelIds: [1203] })
  const wrong = await post(LEVEL, { ids: String(other.companyId), orgLevelId: made.id, reason: '误' })
  expect(wrong.message).toBe('别的渠道不在该等级的渠道')
})

test('a version of the rules weighs 100, leaves no gap, and counts from next month', async () => {
  const save = (body: object) => post(`${EVALUATE}/rule/save`, body)
  const light = await save({ ...RULE, lines: RULE.lines.slice(1) })
  expect([light.code, light.message]).toEqual([422, '权重合计须为100'])
  const gap = RULE.lines.map((line, index) =>
    index === 2
      ? {
          ...line,
          bands: [
            { from: 0, to: 50, score: 1 },
            { from: 60, to: 100, score: 2 },
          ],
        }
      : line,
  )
  expect((await save({ ...RULE, lines: gap })).message).toBe('分段存在重叠或空档')
  const [first] = await waitsFor(app, "hashtext('evaluationRule'), 1202", () => save(RULE))
  expect(first?.code).toBe(200)
  expect((await save({ ...RULE, effectiveMonth: LAST })).message).toBe('新版本从下月起生效')
  const next = await save({ ...RULE, effectiveMonth: monthKey(new Date(), 1) })
  expect(next.code).toBe(200)
  expect((await save({ ...RULE, effectiveMonth: monthKey(new Date(), 1) })).message).toBe(
    '该渠道此月份已有评定规则',
  )
  expect((await post(`${EVALUATE}/rule/delete/${next.data.id}`)).code).toBe(200)
})

const scoreOf = async (month: string, companyId: number) => {
  const row = await app.db
    .selectFrom('orgEvaluation')
    .selectAll()
    .where('month', '=', month)
    .where('companyId', '=', companyId)
    .executeTakeFirstOrThrow()
  return row
}

const standing = (companyId: number) =>
  app.db
    .selectFrom('company')
    .leftJoin('orgLevel', 'orgLevel.id', 'company.orgLevelId')
    .select(['orgLevel.levelName', 'company.star'])
    .where('company.id', '=', companyId)
    .executeTakeFirstOrThrow()

/** Computes a month, gives the company a manual score and passes it. */
async function passMonth(month: string, companyId: number, manualScore: number): Promise<number> {
  const run = await post<{ id: number; count: number }>(`${EVALUATE}/month/generate`, {
    month,
    channelId: 1202,
  })
  expect(run.code).toBe(200)
  const { id } = await scoreOf(month, companyId)
  expect((await post(`${EVALUATE}/adjust/${id}`, { manualScore, adjust: 0 })).code).toBe(200)
  expect((await post(`${EVALUATE}/submit/${id}`)).code).toBe(200)
  const passed = await post(`${EVALUATE}/examine/${id}`, { auditStatus: 1, opinion: '' }, judge)
  expect(passed.code).toBe(200)
  return run.data.id
}

test('C9-24: a run computes 86.50, passing gives four stars and 金牌; the level is lost after three months below', async () => {
  const { companyId, shoudaId, payerId } = await makeCompany(app, '金牌单位')
  const first = moveMonth(LAST, -3)
  const good = [
    bought({ shoudaId, payerId, orderSn: 'DD1', gross: 70_000_00, due: 10_000_00, paidInTime: 9600_00 }),
    bought({ shoudaId, payerId, orderSn: 'DD2', gross: 60_000_00, refund: 1000_00 }),
  ]
  figures.set(first, good)
  const monthId = await passMonth(first, companyId, 85)
  const row = await scoreOf(first, companyId)
  expect(row.scores.map((line) => [line.dimension, line.figure, line.score])).toEqual([
    [1, 129_000, 80],
    [2, 2, 90],
    [4, 96, 95],
    [8, 85, 85],
  ])
  expect([row.score, row.star, row.auditStatus]).toEqual([86.5, 4, 1])
  expect(row.evaluationNo).toMatch(/^PJ\d{14}$/)
  expect(await standing(companyId)).toEqual({ levelName: '金牌', star: 4 })

  const { data: log } = await app.request('POST', `${LEVEL}/log/list`, {
    token: maker.token,
    query: { page: 1, limit: 10 },
    body: { companyId: String(companyId) },
  })
  expect(log.list).toEqual([
    expect.objectContaining({
      afterLevelName: '金牌',
      afterStar: 4,
      changeType: 1,
      score: '86.50',
      evaluateMonth: first,
      evaluationNo: row.evaluationNo,
    }),
  ])
  const { data: run } = await get<{ passedCount: number; rows: object[] }>(
    `${EVALUATE}/month/info/${monthId}`,
  )
  expect(run.passedCount).toBe(1)
  // Scores and figures have the form of amounts on the wire; what was sent comes back the same.
  expect(run).toMatchObject({ avgScore: expect.stringMatching(/^\d+\.\d\d$/) })
  const { data: verdict } = await get<object>(`${EVALUATE}/info/${row.id}`)
  expect(verdict).toMatchObject({ score: '86.50', manualScore: '85.00', adjust: '0.00' })
  expect(verdict).toMatchObject({
    scores: expect.arrayContaining([expect.objectContaining({ figure: '129000.00', score: '80.00' })]),
  })
  expect(run.rows).toContainEqual(expect.objectContaining({ companyName: '金牌单位', score: '86.50' }))

  // Two months below 85 keep the level, the third one takes it; the star follows at once.
  for (const [back, levelName] of [
    [2, '金牌'],
    [1, '金牌'],
    [0, '银牌'],
  ] as const) {
    const month = moveMonth(LAST, -back)
    figures.set(
      month,
      good.map((one) => ({ ...one, due: 0, paidInTime: 0 })),
    )
    await passMonth(month, companyId, 40)
    expect((await scoreOf(month, companyId)).score).toBe(74.67)
    expect(await standing(companyId)).toEqual({ levelName, star: 3 })
  }
  const all = await app.db
    .selectFrom('orgLevelLog')
    .select(['beforeLevelName', 'afterLevelName', 'beforeStar', 'afterStar', 'changeType'])
    .where('companyId', '=', companyId)
    .orderBy('id')
    .execute()
  expect(all).toEqual([
    { beforeLevelName: '', afterLevelName: '金牌', beforeStar: null, afterStar: 4, changeType: 1 },
    { beforeLevelName: '金牌', afterLevelName: '金牌', beforeStar: 4, afterStar: 3, changeType: 2 },
    { beforeLevelName: '金牌', afterLevelName: '银牌', beforeStar: 3, afterStar: 3, changeType: 2 },
  ])
})

test('a verdict on an earlier month does not undo a later one', async () => {
  const { companyId } = await makeCompany(app, '补评单位')
  const early = moveMonth(LAST, -1)
  const runOf = async (month: string) =>
    (
      await app.db
        .selectFrom('evaluationMonth')
        .select('id')
        .where('month', '=', month)
        .executeTakeFirstOrThrow()
    ).id
  for (const month of [LAST, early]) {
    expect((await post(`${EVALUATE}/month/recalc/${await runOf(month)}`)).code).toBe(200)
    const { id } = await scoreOf(month, companyId)
    await post(`${EVALUATE}/adjust/${id}`, { manualScore: month === LAST ? 90 : 10, adjust: 0 })
    await post(`${EVALUATE}/submit/${id}`)
    expect((await post(`${EVALUATE}/examine/${id}`, { auditStatus: 1, opinion: '' }, judge)).code).toBe(200)
    if (month === LAST) expect((await standing(companyId)).star).toBe(1)
  }
  const logs = await app.db
    .selectFrom('orgLevelLog')
    .select('evaluateMonth')
    .where('companyId', '=', companyId)
    .execute()
  expect(logs).toEqual([{ evaluateMonth: LAST }])
})

test('an adjustment needs a reason and shows in the score; what was handed in is not changed', async () => {
  const { companyId } = await makeCompany(app, '调整单位')
  const runId = (
    await app.db
      .selectFrom('evaluationMonth')
      .select('id')
      .where('month', '=', LAST)
      .executeTakeFirstOrThrow()
  ).id
  await post(`${EVALUATE}/month/recalc/${runId}`)
  const { id, score } = await scoreOf(LAST, companyId)
  const adjust = (body: object) => post(`${EVALUATE}/adjust/${id}`, body)
  expect((await adjust({ adjust: 5 })).message).toBe('请输入调整原因')
  expect((await adjust({ adjust: 10.5, adjustReason: '支持' })).message).toBe('调整应在-10到10之间')
  expect((await adjust({ adjust: 5.5, adjustReason: '支持' })).code).toBe(200)
  expect((await scoreOf(LAST, companyId)).score).toBe(score + 5.5)
  const open = await post<{ count: number }>(`${EVALUATE}/month/submitAll/${runId}`)
  expect(open.data.count).toBeGreaterThan(0)
  const late = await adjust({ adjust: 1, adjustReason: '再调' })
  expect([late.code, late.message]).toEqual([409, '当前状态为待审核，不能编辑'])
  await post(`${EVALUATE}/month/recalc/${runId}`)
  expect((await scoreOf(LAST, companyId)).score).toBe(score + 5.5)
  const { data } = await get<{ list: { status: number }[] }>(`${EVALUATE}/month/list`, { status: '2' })
  expect(data.list.every((row) => row.status === 2)).toBe(true)
  expect(data.list.length).toBeGreaterThan(0)
  for (const status of [0, 1, 3]) {
    const { data: others } = await get<{ list: { status: number }[] }>(`${EVALUATE}/month/list`, { status })
    expect(others.list.every((row) => row.status === status)).toBe(true)
  }
})

test('the job makes each run once; two at the same time make it once; a month must be over', async () => {
  await post(`${EVALUATE}/rule/save`, {
    ...RULE,
    channelId: 1203,
    lines: [
      { ruleName: '人工', dimension: 8, weight: 60, bands: [] },
      { ruleName: '资质', dimension: 6, weight: 40, bands: half(50, 0, 100) },
    ],
  })
  const { companyId } = await makeCompany(app, '渠道单位', { channelIds: [1203] })
  const signal = new AbortController().signal
  const [one, two] = await Promise.all([
    evaluationJob.run(app.db, {}, signal),
    evaluationJob.run(app.db, {}, signal),
  ])
  expect(one + two).toBeGreaterThan(0)
  expect(await evaluationJob.run(app.db, {}, signal)).toBe(0)
  const rows = await app.db
    .selectFrom('orgEvaluation')
    .selectAll()
    .where('companyId', '=', companyId)
    .execute()
  expect(rows.map((row) => [row.channelId, row.month, row.score])).toEqual([[1203, LAST, 0]])
  const early = await post(`${EVALUATE}/month/generate`, { month: monthKey(new Date()), channelId: 1203 })
  expect(early.message).toBe('该月份尚未结束，不能生成测评')
  const again = await post(`${EVALUATE}/month/generate`, { month: LAST, channelId: 1203 })
  expect([again.code, again.message]).toEqual([409, '该月份已生成测评，请在测评中重新计算'])
  const used = await app.db
    .selectFrom('evaluationRule')
    .select('id')
    .where('channelId', '=', 1203)
    .executeTakeFirstOrThrow()
  expect((await post(`${EVALUATE}/rule/delete/${used.id}`)).message).toBe(
    `该版本已用于${LAST}的测评，不能删除，请新增版本`,
  )
})

test('killed between two channels, the next run makes what is missing and no more', async () => {
  const month = '2024-05'
  const runs = () =>
    app.db.selectFrom('evaluationMonth').select('channelId').where('month', '=', month).execute()
  let asked = 0
  const killed = Object.assign(new AbortController().signal, {
    throwIfAborted() {
      asked += 1
      if (asked > 1) throw new Error('killed')
    },
  })
  await expect(evaluationJob.run(app.db, { month }, killed)).rejects.toThrow('killed')
  expect(await runs()).toHaveLength(1)
  const never = new AbortController().signal
  expect(await evaluationJob.run(app.db, { month }, never)).toBeGreaterThan(0)
  expect((await runs()).map((row) => row.channelId).sort()).toEqual([1202, 1203])
  expect(await evaluationJob.run(app.db, { month }, never)).toBe(0)
})

test('who sees only some companies sees, counts and hands in their evaluations of a run only', async () => {
  const agent = await app.person({ permissions: CODES, dataScope: 5 })
  const own = await makeCompany(app, '本人单位', { agentId: agent.adminId })
  const { data: run } = await post(`${EVALUATE}/month/generate`, { month: '2024-06', channelId: 1202 })
  type Run = { id: number; companyCount: number; submittedCount: number; status: number }
  const { data: seen } = await get<Run & { rows: { companyId: number }[] }>(
    `${EVALUATE}/month/info/${run.id}`,
    {},
    agent,
  )
  expect([seen.companyCount, seen.rows.map((row) => row.companyId)]).toEqual([1, [own.companyId]])
  const { data: sent } = await post<{ count: number }>(`${EVALUATE}/month/submitAll/${run.id}`, {}, agent)
  expect(sent.count).toBe(1)
  const { data: listed } = await get<{ list: Run[] }>(`${EVALUATE}/month/list`, { month: '2024-06' })
  expect(listed.list).toMatchObject([{ submittedCount: 1, status: 2 }])
  expect(listed.list[0]?.companyCount).toBeGreaterThan(1)
  const named = await get<{ list: { companyId: number }[] }>(`${EVALUATE}/list`, { keywords: '本人单位' })
  expect(named.data.list.map((row) => row.companyId)).toEqual([own.companyId])
})

test('who sees only their own companies sees only their evaluations', async () => {
  const agent = await app.person({ permissions: CODES, dataScope: 5 })
  const { data } = await get<{ list: object[] }>(`${EVALUATE}/list`, { page: 1, limit: 20 }, agent)
  expect(data.list).toEqual([])
  const row = await app.db.selectFrom('orgEvaluation').select('id').executeTakeFirstOrThrow()
  const hidden = await get(`${EVALUATE}/info/${row.id}`, {}, agent)
  expect([hidden.code, hidden.message]).toEqual([404, '数据不存在'])
})
