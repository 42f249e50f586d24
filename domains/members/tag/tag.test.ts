import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { asSystem, inTransaction } from '#kit/server/transaction.ts'
import { theSystem } from '#kit/server/who.ts'
import { expectNumbers, holdersOf, makeUsers, paid, runAll, runDue } from '../../../tests/tags.ts'
import { previewRule } from '../rule/preview.server.ts'
import { computeTag } from './compute.server.ts'
import { mergeTags } from './merge.server.ts'
import { touchTags } from './moves.server.ts'
import { readNet } from './net.server.ts'
import { computeTouched } from './tag.jobs.server.ts'

const TAG = '/admin/user/tag'
let app: TestApp
let token: string

beforeAll(async () => {
  app = await testApp()
  token = await app.admin()
})
afterAll(() => app.close())

let named = 0
const send = <T = { id: number; changed: number }>(path: string, body: unknown = {}, as = token) =>
  app.request<T>('POST', path, { token: as, body })
const ask = <T>(path: string, query: Record<string, string | number> = {}, as = token) =>
  app.request<T>('GET', path, { token: as, query })

async function saved(path: string, body: unknown): Promise<number> {
  const answer = await send(path, body)
  expect([answer.code, answer.message]).toEqual([200, '操作成功'])
  return answer.data.id
}
const tagNamed = (more: Record<string, unknown> = {}) =>
  saved(`${TAG}/save`, { name: `标签${++named}`, ...more })

const all = (...items: unknown[]) => ({ match: 'all', items })
const payingIn30 = (amount: string) =>
  all({ field: 'payAmount', op: 'ge', value: amount, window: { type: 'lastDays', n: 30 } })
const ruled = (conditions: unknown, more: Record<string, unknown> = {}) =>
  tagNamed({ tagType: 2, runMode: 1, conditions, ...more })

async function compute(tagId: number): Promise<void> {
  expect((await send(`${TAG}/run/${tagId}`)).message).toBe('操作成功')
  expect(await runAll(app)).toBe(1)
}
async function lastRun(tagId: number) {
  const { rows } = await sql<{
    matched: number
    added: number
    removed: number
    status: number
    error: string
  }>`
    select "matched", "added", "removed", "status", "error" from "tagRun" where "tagId" = ${tagId}
    order by "id" desc limit 1`.execute(app.db)
  return rows[0]
}

test('U §18-9: a rule gives and takes, a hand tag stays, and one taken by hand is not given again', async () => {
  const [u1 = 0, u2 = 0, u3 = 0, u4 = 0] = await makeUsers(app, 4)
  const tagId = await ruled({
    match: 'all',
    items: [{ field: 'netAmount', op: 'ge', value: '300.00', window: { type: 'lastDays', n: 30 } }],
  })
  for (const [uid, cents] of [
    [u1, 31_000],
    [u2, 29_999],
    [u4, 50_000],
  ] as const)
    await paid(app, uid, cents)
  // u4 got it by the rule and lost it by hand.
  await compute(tagId)
  expect((await send('/admin/user/unbindTag', { id: u4, tagId })).code).toBe(200)
  expect((await send('/admin/user/tag', { id: u3, tagId })).code).toBe(200)
  await compute(tagId)
  expect(await holdersOf(app, tagId)).toEqual({ [u1]: 2, [u3]: 1, [u4]: -1 })
  await compute(tagId)
  expect(await lastRun(tagId)).toMatchObject({ added: 0, removed: 0, status: 3 })

  await sql`update "userDayStat" set "refundAmount" = 2000 where "uid" = ${u1}`.execute(app.db)
  await compute(tagId)
  expect(await holdersOf(app, tagId)).toEqual({ [u3]: 1, [u4]: -1 })
  const { rows } = await sql`select "action", "source" from "userTagLog"
    where "tagId" = ${tagId} and "uid" = ${u1} order by "id"`.execute(app.db)
  expect(rows).toEqual([
    { action: 1, source: 2 },
    { action: 2, source: 2 },
  ])
  await expectNumbers(app)
})

test('U §18-12: circles, too much depth and unknown fields are refused where the rule stands', async () => {
  const b = await tagNamed({ name: 'B', tagType: 2, conditions: payingIn30('1.00') })
  const a = await tagNamed({
    name: 'A',
    tagType: 2,
    conditions: all({ field: 'hasTag', op: 'in', value: [b] }),
  })
  const edited = await send(`${TAG}/update`, {
    id: b,
    conditions: all({ field: 'hasTag', op: 'in', value: [a] }),
  })
  expect([edited.code, edited.message]).toEqual([422, '标签规则存在循环引用：B→A→B'])
  expect(edited.data).toEqual([{ field: 'conditions', message: '标签规则存在循环引用：B→A→B' }])
  const one = { field: 'age', op: 'ge', value: 18 }
  for (const [conditions, message] of [
    [all(all(all(all(one)))), '条件最多3层30个'],
    [all({ field: 'pwd', op: 'same', value: 'x' }), '条件字段不存在'],
    [all({ field: 'age', op: 'ge', value: 'eighteen' }), '「年龄」的值不正确'],
    [all({ field: 'age', op: 'in', value: [18] }), '「年龄」的值不正确'],
    [all({ field: 'level', op: 'in', value: [999_999] }), '「会员等级」的值不正确'],
    [all({ ...one, window: { type: 'lastDays', n: 3 } }), '「年龄」的值不正确'],
    [all(), '请至少添加一个条件'],
    [null, '请至少添加一个条件'],
  ] as const) {
    const answer = await send(`${TAG}/save`, { name: `坏${++named}`, tagType: 2, conditions })
    expect([answer.code, answer.message], JSON.stringify(conditions)).toEqual([422, message])
    expect(answer.data).toEqual([{ field: 'conditions', message }])
  }
})

test('U §18-12: two who make a circle at the same moment wait for each other', async () => {
  const x = await tagNamed({ tagType: 2, conditions: payingIn30('1.00') })
  const y = await tagNamed({ tagType: 2, conditions: payingIn30('1.00') })
  const uses = (id: number, other: number) =>
    send(`${TAG}/update`, { id, conditions: all({ field: 'hasTag', op: 'in', value: [other] }) })
  const codes = (await Promise.all([uses(x, y), uses(y, x)])).map((one) => one.code)
  expect(codes.toSorted()).toEqual([200, 422])
})

test('U §18-13: of a group 单选 a user has one tag, and the hand wins over the rule that comes at the same time', async () => {
  const tagGroupId = await saved('/admin/tag/group/save', { groupName: '消费力', selectMode: 1 })
  const high = await tagNamed({ tagGroupId, sort: 1 })
  const middle = await ruled(payingIn30('100.00'), { tagGroupId, sort: 2 })
  const uids = await makeUsers(app, 30)
  for (const uid of uids) await paid(app, uid, 20_000)
  await send(`${TAG}/run/${middle}`)
  const [, given] = await Promise.all([
    runAll(app),
    send('/admin/user/tag', { id: uids.join(','), tagId: high }),
  ])
  expect(given.code).toBe(200)
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as "n" from "userTagRel" where "uid" = any(${sql.val(uids)}::int[])
      and "tagId" in (${high}, ${middle}) and "source" <> -1`.execute(app.db)
  expect(rows[0]?.n).toBe(uids.length)
  expect(Object.values(await holdersOf(app, high))).toEqual(uids.map(() => 1))
  // The rule goes on matching, and gives way.
  await compute(middle)
  const left = await holdersOf(app, middle)
  expect(uids.filter((uid) => left[uid] !== undefined)).toEqual([])
  await expectNumbers(app)
})

test('U §4.3: of two rules that exclude each other the smaller sort wins, whichever runs first', async () => {
  const weak = await ruled(payingIn30('7.00'), { sort: 20 })
  const strong = await ruled(payingIn30('7.00'), { sort: 10 })
  await saved('/admin/tag/relation/save', { kind: 1, fromTagId: weak, toIds: String(strong) })
  const [uid = 0] = await makeUsers(app, 1)
  await paid(app, uid, 700)
  await compute(weak)
  expect((await holdersOf(app, weak))[uid]).toBe(2)
  await compute(strong)
  expect([(await holdersOf(app, weak))[uid], (await holdersOf(app, strong))[uid]]).toEqual([undefined, 2])
  await compute(weak)
  expect((await holdersOf(app, weak))[uid]).toBeUndefined()
  await expectNumbers(app)
})

test('U §4.3: what a tag implies comes and goes with it, and what was taken by hand stays away', async () => {
  const [vip, good, nice] = [await tagNamed(), await tagNamed(), await tagNamed()]
  await saved('/admin/tag/relation/save', { kind: 2, fromTagId: vip, toIds: String(good) })
  await saved('/admin/tag/relation/save', { kind: 2, fromTagId: good, toIds: String(nice) })
  const circle = await send('/admin/tag/relation/save', { kind: 2, fromTagId: nice, toIds: String(vip) })
  expect(circle.message).toMatch(/^标签规则存在循环引用：/)
  const both = await send('/admin/tag/relation/save', { kind: 1, fromTagId: vip, toIds: String(nice) })
  expect(both.message).toMatch(/不能既互斥又包含/)
  const [u1 = 0, u2 = 0] = await makeUsers(app, 2)
  await send('/admin/user/tag', { id: `${u1},${u2}`, tagId: vip })
  expect(await holdersOf(app, nice)).toEqual({ [u1]: 5, [u2]: 5 })
  await send('/admin/user/unbindTag', { id: u2, tagId: nice })
  await send('/admin/user/tag', { id: u2, tagId: vip })
  expect(await holdersOf(app, nice)).toEqual({ [u1]: 5, [u2]: -1 })
  await send('/admin/user/unbindTag', { id: u1, tagId: vip })
  expect([await holdersOf(app, good), await holdersOf(app, nice)]).toEqual([{ [u2]: 5 }, { [u2]: -1 }])
  await expectNumbers(app)
})

test('U §14: more than 50 tags, a tag switched off, and one that is used', async () => {
  const [uid = 0] = await makeUsers(app, 1)
  const ids: number[] = []
  for (let n = 0; n < 51; n++) ids.push(await tagNamed())
  expect((await send('/admin/user/tag', { id: uid, tagId: ids.slice(0, 50).join(',') })).code).toBe(200)
  const over = await send('/admin/user/tag', { id: uid, tagId: ids[50] })
  expect([over.code, over.message]).toEqual([422, '每个用户最多50个标签'])
  const off = ids[0] ?? 0
  await send(`${TAG}/update/status/${off}`, { status: 0 })
  expect((await send('/admin/user/tag', { id: uid, tagId: off })).message).toBe('标签已停用')

  const used = ids[1] ?? 0
  await ruled(all({ field: 'hasTag', op: 'in', value: [used] }))
  const refused = await ask(`${TAG}/delete`, { id: used })
  expect([refused.code, refused.message]).toEqual([409, '标签正在被标签规则使用，不能删除'])
  expect((await ask(`${TAG}/delete`, { id: ids[2] ?? 0 })).code).toBe(200)
})

test('U §14: a tag that is being computed is not begun a second time', async () => {
  const tagId = await ruled(payingIn30('5.00'))
  const codes = await Promise.all(Array.from({ length: 5 }, () => send(`${TAG}/run/${tagId}`)))
  expect(codes.map((one) => one.code).toSorted()).toEqual([200, 409, 409, 409, 409])
  expect(codes.find((one) => one.code === 409)?.message).toBe('该标签正在计算中')
  await runAll(app)
})

test('U §4.5: rules that ask for tags run behind those, in one go', async () => {
  const [uid = 0] = await makeUsers(app, 1)
  await paid(app, uid, 90_000)
  const base = await ruled(payingIn30('900.00'), { sort: 9 })
  const above = await ruled(all({ field: 'hasTag', op: 'in', value: [base] }), { sort: 1 })
  await send(`${TAG}/run/${above}`)
  await send(`${TAG}/run/${base}`)
  expect(await runAll(app)).toBe(2)
  expect((await holdersOf(app, above))[uid]).toBe(2)
})

test('U §4.5: tags of 实时 follow for touched users alone, and the full run gives the same', async () => {
  const tagId = await ruled(payingIn30('66.00'), { runMode: 4 })
  await runAll(app)
  const [u1 = 0, u2 = 0] = await makeUsers(app, 2)
  await paid(app, u1, 6600)
  await paid(app, u2, 6600)
  await asSystem(app.db, (tx) => touchTags(tx, [u1]))
  expect(await computeTouched(app.db, new AbortController().signal)).toBe(1)
  const live = await holdersOf(app, tagId)
  expect([live[u1], live[u2]]).toEqual([2, undefined])
  await asSystem(app.db, (tx) => touchTags(tx, [u2]))
  await computeTouched(app.db, new AbortController().signal)
  const before = await holdersOf(app, tagId)
  await compute(tagId)
  expect(await holdersOf(app, tagId)).toEqual(before)
  expect(await lastRun(tagId)).toMatchObject({ added: 0, removed: 0 })
})

test('U §4.5: a run that ends in an error keeps what the last one found', async () => {
  const [uid = 0] = await makeUsers(app, 1)
  await paid(app, uid, 12_300)
  const tagId = await ruled(payingIn30('123.00'))
  await compute(tagId)
  const held = await holdersOf(app, tagId)
  expect(held[uid]).toBe(2)
  await send(`${TAG}/run/${tagId}`)
  await sql`update "tagRun" set "conditions" = '{"match":"all","items":[{"field":"gone","op":"ge","value":1}]}'
    where "tagId" = ${tagId} and "status" = 1`.execute(app.db)
  await runAll(app)
  expect(await lastRun(tagId)).toMatchObject({ status: 4, error: '条件字段不存在' })
  expect(await holdersOf(app, tagId)).toEqual(held)
})

test('U §4.4: a preview is exact, or counted in a part of the users; it says the rule in words', async () => {
  const [uid = 0] = await makeUsers(app, 1, { phone: '13800001234', experience: 987_654 })
  const conditions = all(
    { field: 'experience', op: 'eq', value: 987_654 },
    { field: 'sex', op: 'notIn', value: [1, 2] },
  )
  const { data } = await send<{
    num: number
    sampled: boolean
    text: string
    sample: { uid: number; phone: string }[]
  }>(`${TAG}/rule/preview`, { conditions })
  expect(data).toMatchObject({ num: 1, sampled: false, text: '成长值 = 987654 且 性别 不属于 男、女' })
  expect(data.sample).toMatchObject([{ uid, phone: '13800001234' }])
  // Without the right to phones they are told in part.
  const clerk = await app.person({ permissions: ['admin:user:tag:rule:preview'], dataScope: 1 })
  const masked = await send<typeof data>(`${TAG}/rule/preview`, { conditions }, clerk.token)
  expect(masked.data.sample[0]?.phone).toBe('138****1234')
  // Somebody who only sees their own customers counts none of them.
  const agent = await app.person({ permissions: ['admin:user:tag:rule:preview'], dataScope: 6 })
  expect((await send<typeof data>(`${TAG}/rule/preview`, { conditions }, agent.token)).data.num).toBe(0)

  await makeUsers(app, 5000, { experience: 4242 })
  const found = await previewRule(app.db, theSystem, all({ field: 'experience', op: 'eq', value: 4242 }), {
    exactMs: 0,
  })
  expect(found.sampled).toBe(true)
  expect(Math.abs(found.num - 5000)).toBeLessThanOrEqual(Math.max(3 * found.margin, 300))
})

test('U §4.5: nothing typed reaches the statement as text', async () => {
  const evil = `%'); update "user" set "nickname" = 'x'; --`
  await saved('/admin/user/tag/save', { name: `注入${++named}`, tagType: 1, mark: evil })
  const wrong = await send(`${TAG}/rule/preview`, {
    conditions: all({
      field: 'payAmount',
      op: 'ge',
      value: '1.00',
      window: { type: 'range', from: evil, to: evil },
    }),
  })
  expect(wrong.code).toBe(422)
  const [uid = 0] = await makeUsers(app, 1)
  const { rows } = await sql<{ nickname: string }>`select "nickname" from "user" where "id" = ${uid}`.execute(
    app.db,
  )
  expect(rows[0]?.nickname).toBe('客户1')
})

test('U §4.2: two tags become one with their users, rules and relations', async () => {
  const [u1 = 0, u2 = 0, u3 = 0] = await makeUsers(app, 3)
  const [from, to, implied] = [await tagNamed(), await tagNamed(), await tagNamed()]
  await send('/admin/user/tag', { id: `${u1},${u2}`, tagId: from })
  await send('/admin/user/tag', { id: `${u2},${u3}`, tagId: to })
  await saved('/admin/tag/relation/save', { kind: 2, fromTagId: from, toIds: String(implied) })
  const rule = await ruled(all({ field: 'hasTag', op: 'in', value: [from] }))
  expect((await send(`${TAG}/merge`, { fromId: from, toId: to })).code).toBe(200)
  expect((await send(`${TAG}/merge`, { fromId: from, toId: to })).message).toBe('标签正在合并，不能再次合并')
  await mergeTags(app.db, { fromId: from, toId: to }, new AbortController().signal)
  expect(Object.keys(await holdersOf(app, to)).map(Number)).toEqual([u1, u2, u3])
  const { rows } = await sql<{
    conditions: unknown
  }>`select "conditions" from "userTag" where "id" = ${rule}`.execute(app.db)
  expect(rows[0]?.conditions).toEqual(all({ field: 'hasTag', op: 'in', value: [to] }))
  const { rows: relations } = await sql`select "fromTagId" from "tagRelation" where "isDel" = 0
    and "toIds" @> array[${implied}::int]`.execute(app.db)
  expect(relations).toEqual([{ fromTagId: to }])
  expect((await ask(`${TAG}/info/${from}`)).code).toBe(404)
  await expectNumbers(app)
})

test('U §17: tags are given and told within the data scope', async () => {
  const codes = [
    'admin:user:tag',
    'admin:user:unbindTag',
    'admin:user:list:tag',
    'admin:user:tag:log:list',
    'admin:user:tag:list',
  ]
  const agent = await app.person({ permissions: codes, dataScope: 6 })
  const [own = 0] = await makeUsers(app, 1, { agentId: agent.adminId })
  const [foreign = 0] = await makeUsers(app, 1)
  const tagId = await tagNamed()
  const refused = await send('/admin/user/tag', { id: `${own},${foreign}`, tagId }, agent.token)
  expect([refused.code, refused.message]).toEqual([404, '数据不存在'])
  expect((await send('/admin/user/tag', { id: own, tagId }, agent.token)).code).toBe(200)
  await send('/admin/user/tag', { id: foreign, tagId })
  const list = await ask<{ list: { uid: number }[]; total: number }>(
    '/admin/user/list/tag',
    { tagId },
    agent.token,
  )
  expect(list.data.list.map((row) => row.uid)).toEqual([own])
  expect((await ask<{ total: number }>(`${TAG}/log/list`, { tagId }, agent.token)).data.total).toBe(1)
  const of = await ask<{ uid: number }[]>(`${TAG}/of`, { uids: `${own},${foreign}` }, agent.token)
  expect(of.data.map((row) => row.uid)).toEqual([own])
})

test('U §2.6: erased and merged users are not tagged', async () => {
  const tagId = await tagNamed()
  const [gone = 0] = await makeUsers(app, 1, { lifeStatus: 2 })
  const [moved = 0] = await makeUsers(app, 1, { lifeStatus: 3, mergeToUid: gone })
  expect((await send('/admin/user/tag', { id: gone, tagId })).message).toBe('用户已注销，不能操作')
  expect((await send('/admin/user/tag', { id: moved, tagId })).message).toBe(`用户已合并到${gone}，不能操作`)
})

test('U §13-4: a range computed twice changes nothing the second time', async () => {
  const [uid = 0] = await makeUsers(app, 1)
  await paid(app, uid, 4500)
  const tagId = await ruled(payingIn30('45.00'))
  const rule = payingIn30('45.00')
  const once = () =>
    inTransaction(app.db, theSystem, async (tx) =>
      computeTag(
        tx,
        await readNet(tx),
        {
          id: tagId,
          conditions: {
            match: 'all',
            items: [{ field: 'payAmount', op: 'ge', value: '45.00', window: { type: 'lastDays', n: 30 } }],
          },
          removeMode: 1,
          validDays: 0,
        },
        { asOf: new Date(), within: { kind: 'these', uids: [uid] }, run: null },
      ),
    )
  expect(rule.items).toHaveLength(1)
  expect(await once()).toMatchObject({ matched: 1, added: 1, removed: 0 })
  expect(await once()).toMatchObject({ matched: 1, added: 0, removed: 0 })
})

test('U §4.5: what is due is computed once by its plan, also when it was computed by hand before', async () => {
  const [uid = 0] = await makeUsers(app, 1)
  await paid(app, uid, 7700)
  const daily = await ruled(payingIn30('77.00'), { runMode: 1, runHour: 0 })
  const once = await ruled(payingIn30('77.00'), { runMode: 5 })
  await runAll(app)
  // By its plan it was due before it was made: it waits for the next time.
  await sql`update "userTag" set "status" = 0 where "id" not in (${daily}, ${once})`.execute(app.db)
  expect(await runDue(app, new Date())).toBe(0)
  await sql`update "userTag" set "createTime" = now() - interval '2 days' where "id" in (${daily}, ${once})`.execute(
    app.db,
  )
  await compute(daily)
  expect(await runDue(app, new Date())).toBe(1)
  expect(await runDue(app, new Date())).toBe(0)
  expect((await holdersOf(app, once))[uid]).toBe(2)
})
