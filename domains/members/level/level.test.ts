import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { onTouch } from '#kit/server/changes.ts'
import { recalcLevels } from './level.jobs.server.ts'

const LEVEL = '/admin/system/user/level'

let app: TestApp
let token: string
let made = 0
beforeAll(async () => {
  app = await testApp()
  token = await app.admin()
})
afterAll(() => app.close())

interface Saved {
  id: number
  up: number
  down: number
  warning: string
}
const post = <T = Saved>(path: string, body: unknown = {}) => app.request<T>('POST', path, { token, body })
const get = <T>(path: string, query = {}) => app.request<T>('GET', path, { token, query })

const form = (more: Record<string, unknown> = {}) => ({
  ...{ levelType: 1, name: `等级${++made}`, grade: made, experience: made * 1000, icon: '/x.png' },
  ...more,
})
async function save(more: Record<string, unknown> = {}): Promise<number> {
  const answer = await post(`${LEVEL}/save`, form(more))
  if (answer.code !== 200) throw new Error(answer.body)
  return answer.data.id
}
async function user(experience: number, level: number | null): Promise<number> {
  const { id } = await app.db
    .insertInto('user')
    .values({ userNo: `L${++made}`, nickname: `用户${made}`, experience, level })
    .returning('id')
    .executeTakeFirstOrThrow()
  onTouch(app.db, 'user')
  return id
}
const levelOfUser = async (id: number) =>
  (await app.db.selectFrom('user').select('level').where('id', '=', id).executeTakeFirstOrThrow()).level

const refusalOf = async (more: Record<string, unknown>) => {
  const { code, message, data } = await app.request<unknown>('POST', `${LEVEL}/save`, {
    token,
    body: form(more),
  })
  const [first] = Array.isArray(data) ? data : []
  return [code, message, first?.field]
}

test('U §14: names, grades, thresholds and discounts of levels', async () => {
  await save({ name: '普通', grade: 1, experience: 0 })
  await save({ name: '银', grade: 3, experience: 2000, discount: '95.00' })
  expect(await refusalOf({ name: '银', grade: 9, experience: 9000 })).toEqual([422, '等级名称已存在', 'name'])
  expect(await refusalOf({ grade: 3, experience: 9000 })).toEqual([422, '该等级已存在', 'grade'])
  expect(await refusalOf({ grade: 2, experience: 2000 })).toEqual([
    422,
    '等级越高，所需经验必须越高',
    'experience',
  ])
  for (const discount of ['0.99', '100', '95.123', 'x'])
    expect(await refusalOf({ grade: 9, experience: 9000, discount })).toEqual([
      422,
      '折扣值应在1到99.99之间',
      'discount',
    ])
  expect(await refusalOf({ grade: 9, experience: null })).toEqual([422, '请输入达到经验', 'experience'])
  expect(await refusalOf({ grade: 9, experience: 9000, keepExperience: 9001 })).toEqual([
    422,
    '保级经验不能大于达到经验',
    'keepExperience',
  ])
  const equity = { equityCode: 8, name: '优先发货', icon: '/x.png', value: '10' }
  expect(await refusalOf({ grade: 9, experience: 9000, equities: [equity] })).toEqual([
    422,
    '优先级应在1到9之间',
    'equities.0.value',
  ])
  expect(
    await refusalOf({ grade: 9, experience: 9000, equities: [{ ...equity, equityCode: 3, value: '5' }] }),
  ).toEqual([422, '福袋尚未启用，请留空', 'equities.0.value'])
  // The same name and grade of another type are others.
  expect((await post(`${LEVEL}/save`, form({ levelType: 3, name: '银', grade: 3 }))).code).toBe(200)
})

test('U §3.11: the list is an array by grade, with members, their share and benefits', async () => {
  const silver = await get<{ id: number; name: string; grade: number; userNum: number; equityNum: number }[]>(
    `${LEVEL}/list`,
    { levelType: 1 },
  )
  expect(silver.data.map((one) => one.grade)).toEqual(
    [...silver.data.map((one) => one.grade)].sort((a, b) => a - b),
  )
  const of = silver.data.find((one) => one.name === '银')
  await user(2500, of?.id ?? 0)
  const again = await get<{ name: string; userNum: number; userRate: number }[]>(`${LEVEL}/list`)
  expect(again.data.find((one) => one.name === '银')).toMatchObject({ userNum: 1, userRate: 100 })
  const customer = await get<{ name: string; levelType: number }[]>(`${LEVEL}/queryCustomerLevel`)
  expect(customer.data.map((one) => one.levelType)).toEqual([3])
  expect((await get<unknown[]>(`${LEVEL}/queryPayLevel`)).data).toEqual([])
})

test('U §3.2: the benefits of a level, with what they name', async () => {
  const equities = [
    { equityCode: 9, name: '免费退货', icon: '/x.png', value: '2', sort: 1 },
    { equityCode: 10, name: '生日电话', icon: '/x.png', value: '生日当天致电', sort: 5 },
  ]
  const id = await save({ name: '白金', grade: 30, experience: 30_000, discount: '90.00', equities })
  const { data } = await get<{ level: object; equities: { name: string }[] }>(
    `/admin/level/equity/info/${id}`,
  )
  expect(data.level).toEqual({ id, name: '白金', levelType: 1, grade: 30, discount: 90, icon: '/x.png' })
  expect(data.equities.map((one) => one.name)).toEqual(['生日电话', '免费退货'])
  expect((await get(`/admin/level/equity/info/999999`)).code).toBe(404)
})

test('U §3.5: a paid level has plans that hold together; stored ones are changed by their number', async () => {
  const plan = { planName: '月卡', unit: 2, num: 1, price: '30.00' }
  const paid = (plans: readonly object[]) => ({ levelType: 2, experience: null, agreementId: null, plans })
  const wrong = async (...plans: object[]) => (await refusalOf(paid(plans))).slice(1)
  const agreement = await wrong()
  // Rooms above keep agreements.
  expect(agreement).toEqual(['请选择会员协议', 'agreementId'])
  const { id: agreementId } = await app.db
    .insertInto('termsService')
    .values({
      termName: '会员协议',
      protocolCode: 'member',
      channelIds: [1201],
      summary: '协议',
      content: '协议',
      status: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const own = (plans: readonly object[]) => ({ ...paid(plans), agreementId })
  const refused = async (...plans: object[]) => (await refusalOf(own(plans))).slice(1)
  expect(await refused()).toEqual(['套餐至少1行', 'plans'])
  expect(await refused({ ...plan, otPrice: '29.99' })).toEqual(['划线价不能小于售价', 'plans.0.otPrice'])
  expect(await refused({ ...plan, firstPrice: '30.00' })).toEqual([
    '首开价必须小于售价',
    'plans.0.firstPrice',
  ])
  expect(await refused({ ...plan, num: 121 })).toEqual(['数量应在1到120之间', 'plans.0.num'])
  const two = [
    { ...plan, isRecommend: 1 },
    { ...plan, planName: '年卡', num: 12, price: '300.00', isRecommend: 1 },
  ]
  expect(await refused(...two)).toEqual(['只能推荐一个套餐', 'plans.1.isRecommend'])
  const id = await save({
    ...own([plan, { ...plan, planName: '年卡', num: 12, price: '300.00' }]),
    grade: 1,
    name: '黑卡',
  })
  const info = await get<{ plans: { id: number; planName: string }[] }>(`${LEVEL}/info/${id}`)
  expect(info.data.plans.map((one) => one.planName)).toEqual(['月卡', '年卡'])
  const [month] = info.data.plans
  const kept = await post(`${LEVEL}/update/${id}`, { plans: [{ ...plan, id: month?.id, price: '35.00' }] })
  expect(kept.code).toBe(200)
  const after = await get<{ plans: { id: number; price: string }[] }>(`${LEVEL}/info/${id}`)
  expect(after.data.plans).toMatchObject([{ id: month?.id, price: '35.00' }])
  expect(after.data.plans).toHaveLength(1)
})

test('U §3.1: a changed threshold tells who would move, writes nothing as a preview, and lowers nobody unless asked', async () => {
  const low = await save({ name: '试一', grade: 40, experience: 40_000 })
  const high = await save({ name: '试二', grade: 41, experience: 50_000 })
  const holder = await user(50_500, high)
  const near = await user(49_500, low)
  const preview = await post(`${LEVEL}/update/${high}`, { experience: 49_000, preview: 1 })
  expect(preview.data).toMatchObject({ up: 1, down: 0 })
  const stored = await get<{ experience: number }>(`${LEVEL}/info/${high}`)
  expect(stored.data.experience).toBe(50_000)
  expect((await post(`${LEVEL}/update/${high}`, { experience: 51_000 })).data).toMatchObject({
    up: 0,
    down: 1,
  })
  await recalcLevels(app.db, { fall: false, levelId: null })
  expect(await levelOfUser(holder)).toBe(high)
  await post(`${LEVEL}/update/${high}`, { experience: 49_000 })
  await recalcLevels(app.db, { fall: false, levelId: null })
  expect(await levelOfUser(near)).toBe(high)
  await post(`${LEVEL}/update/${high}`, { experience: 60_000, allowFall: 1 })
  await recalcLevels(app.db, { fall: true, levelId: null })
  expect([await levelOfUser(holder), await levelOfUser(near)]).toEqual([low, low])
  const log = await get<{ list: { uid: number; changeType: number }[] }>(`${LEVEL}/log/list`, { uid: holder })
  expect(log.data.list[0]).toMatchObject({ uid: holder, changeType: 5 })
})

test('U §14: a level that somebody has is hidden, not deleted, and its members are looked at again', async () => {
  const id = await save({ name: '待隐藏', grade: 50, experience: 70_000 })
  const uid = await user(70_000, id)
  const refused = await post(`${LEVEL}/delete/${id}`)
  expect([refused.code, refused.message]).toEqual([409, '该等级下有1名会员，不能删除'])
  expect((await post(`${LEVEL}/use`, { id, isShow: 0 })).code).toBe(200)
  await recalcLevels(app.db, { fall: true, levelId: id })
  expect(await levelOfUser(uid)).not.toBe(id)
  expect((await post(`${LEVEL}/delete/${id}`)).code).toBe(200)
  expect((await get(`${LEVEL}/info/${id}`)).code).toBe(404)
})

test('U §3.7: the levels of one user at once, within the scope of who asks', async () => {
  const uid = await user(100, null)
  const whole = await get<{ experience: number; levels: unknown[] }>(`${LEVEL}/user/info/${uid}`)
  expect(whole.data).toMatchObject({ experience: 100, growthMode: 1 })
  expect(whole.data.levels).toHaveLength(3)
  const own = await app.person({ permissions: ['admin:system:user:level:user:info'], dataScope: 6 })
  const foreign = await app.request('GET', `${LEVEL}/user/info/${uid}`, { token: own.token })
  expect(foreign.code).toBe(404)
})
