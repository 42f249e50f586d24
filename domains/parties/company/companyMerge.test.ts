import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { openAccount, postAccount } from '#domains/accounts/accounts.door.ts'
import { asSystem } from '#kit/server/transaction.ts'
import { companyForm, openCompany } from '../../../tests/companies.ts'
import { openPartners, type Partners } from '../../../tests/partners.ts'

const ORG = '/admin/system/org'

let app: TestApp
let token: string
let partners: Partners
let made = 0
beforeAll(async () => {
  app = await testApp()
  token = await app.admin()
  partners = await openPartners(app)
})
afterAll(() => app.close())

type Result = { moved: { label: string; n: number }[]; refusal: string }

const post = (path: string, body: unknown = {}, as = token) =>
  app.request<Result>('POST', path, { token: as, body })
const preview = (ids: number[], intoId: number, as = token) =>
  app.request<Result>('GET', `${ORG}/merge/preview`, { token: as, query: { ids: ids.join(','), intoId } })
const merge = (ids: number[], intoId: number, as = token) =>
  post(`${ORG}/merge`, { ids: ids.join(','), intoId, reason: '重复建档' }, as)
const companyOf = (id: number) =>
  app.db.selectFrom('company').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** A company in force with a sold-to party, its partners, and a main account. */
async function whole(more: Record<string, unknown> = {}, area: Record<string, unknown> = {}) {
  const id = await openCompany(app, token, more)
  const sold = await partners.approved(id, area)
  const user = await post('/admin/org/user/save', {
    ...{ orgId: id, account: `merge${++made}`, realName: '用户', phone: `137${20_000_000 + made}` },
    ...{ orgRole: [1], shoudaIds: String(sold.shoudaId), isAdmin: 1 },
  })
  if (user.code !== 200) throw new Error(user.body)
  return { id, ...sold }
}

test('all a double has moves to the company that is kept, which also answers to its code', async () => {
  const kept = await whole()
  const double = await whole({}, { division: '01' })
  const child = await openCompany(app, token, { pid: double.id })
  const customer = await app.db
    .selectFrom('customer')
    .select('id')
    .where('companyId', '=', double.id)
    .executeTakeFirstOrThrow()
  await post('/admin/customer/follow/save', { customerId: customer.id, followWay: 1, content: '来电' })
  await app.db
    .insertInto('licence')
    .values({
      ...{ ownerType: 1, ownerId: double.id, companyId: double.id, licenceType: '109', licenceNo: 'L1' },
      ...{ holder: '甲', startDate: '2026-01-01' },
    })
    .execute()
  const before = await companyOf(double.id)

  const told = await preview([double.id], kept.id)
  expect(told.data.refusal).toBe('')
  const moved = Object.fromEntries(told.data.moved.map((one) => [one.label, one.n]))
  expect(moved).toMatchObject({ 售达方: 1, 付款方: 1, 送达方: 1, 开票方: 1, 组织用户: 1, 下级单位: 1 })
  expect(moved).toMatchObject({ 证照: 2, 跟进记录: 1 })
  // Told, not done.
  expect((await companyOf(double.id)).isDel).toBe(0)
  expect(
    await app.db.selectFrom('payer').select('companyId').where('id', '=', double.payerId).executeTakeFirst(),
  ).toEqual({
    companyId: double.id,
  })

  const done = await merge([double.id], kept.id)
  expect([done.code, done.data.moved]).toEqual([200, told.data.moved])
  for (const [table, id] of [
    ['shouda', double.shoudaId],
    ['payer', double.payerId],
    ['shipTo', double.shipToId],
    ['invoiceTo', double.invoiceToId],
  ] as const)
    expect(
      await app.db
        .selectFrom(table)
        .select(['companyId', 'isDefault'])
        .where('id', '=', id)
        .executeTakeFirst(),
    ).toEqual({ companyId: kept.id, isDefault: 0 })
  const users = await app.db
    .selectFrom('orgUser')
    .select('isAdmin')
    .where('orgId', '=', kept.id)
    .orderBy('id')
    .execute()
  expect(users.map((one) => one.isAdmin)).toEqual([1, 0])
  expect(await companyOf(child)).toMatchObject({ pid: kept.id, path: `/${kept.id}/` })
  expect(
    await app.db
      .selectFrom('licence')
      .select(['ownerId', 'companyId'])
      .where('licenceNo', '=', 'L1')
      .executeTakeFirst(),
  ).toEqual({ ownerId: kept.id, companyId: kept.id })
  const living = await app.db
    .selectFrom('customer')
    .select(['id', 'lastContent'])
    .where('companyId', 'in', [kept.id, double.id])
    .where('isDel', '=', 0)
    .execute()
  expect(living.map((one) => one.lastContent)).toEqual(['来电'])
  const follows = await app.db
    .selectFrom('customerFollow')
    .select('id')
    .where('customerId', '=', living[0]?.id ?? 0)
    .execute()
  expect(follows).toHaveLength(1)

  expect(await companyOf(double.id)).toMatchObject({
    isDel: 1,
    status: 0,
    closeReason: expect.stringContaining('重复建档'),
  })
  expect((await companyOf(kept.id)).aliasCodes).toBe(before.orgCode)
  const found = await app.request<{ list: { id: number }[] }>('GET', `${ORG}/list`, {
    token,
    query: { keywords: before.orgCode },
  })
  expect(found.data.list.map((row) => row.id)).toEqual([kept.id])
  const again = await post(`${ORG}/save`, companyForm({ orgCode: before.orgCode }))
  expect([again.code, again.message]).toEqual([
    422,
    `单位编码是“${(await companyOf(kept.id)).orgName}”的曾用编码`,
  ])
  // Its credit code is free again, SAP hears that it is gone, and the log of both says what happened.
  expect((await post(`${ORG}/save`, companyForm({ creditCode: before.creditCode }))).code).toBe(200)
  const queued = await app.db
    .selectFrom('sapOutbox')
    .select('action')
    .where('bizType', '=', 'company')
    .where('bizId', '=', double.id)
    .orderBy('id')
    .execute()
  expect(queued.map((one) => one.action)).toEqual(['create', 'cancel'])
  const log = await app.db.selectFrom('operLog').select('bizId').where('title', '=', '合并往来单位').execute()
  expect(log.length).toBeGreaterThan(0)
})

test('partners that moved are found by the name of the company that was kept', async () => {
  const kept = await whole({ orgName: '莆田妈祖食品有限公司' })
  const double = await whole({ orgName: '湄洲渔业商行' }, { division: '02' })
  const find = async (keywords: string) =>
    (
      await app.request<{ list: { id: number }[] }>('GET', `${ORG}/payer/list`, {
        token,
        query: { keywords },
      })
    ).data.list
      .map((row) => row.id)
      .sort()
  expect(await find('湄洲渔业')).toEqual([double.payerId])
  await merge([double.id], kept.id)
  expect(await find('湄洲渔业')).toEqual([])
  expect(await find('妈祖')).toEqual([kept.payerId, double.payerId])
  await post(`${ORG}/update`, { id: kept.id, orgName: '莆田湄岛食品有限公司' })
  await post(`${ORG}/examine/${kept.id}`, { id: kept.id, auditStatus: 1 })
  expect(await find('湄岛')).toEqual([kept.payerId, double.payerId])
})

test('a merge that would break something is refused with the reason, and nothing is moved', async () => {
  const kept = await whole()
  const waiting = await openCompany(app, token, {}, { approve: false })
  const draft = await openCompany(app, token, {}, { approve: false })
  await post(`${ORG}/submit/${waiting}`)
  const below = await openCompany(app, token, { pid: kept.id })
  const same = await whole()
  const refusals: [number[], number, string][] = [
    [[waiting], kept.id, '待审核，请先审核或撤回'],
    [[kept.id], draft, '保留单位须已审核通过且未停用'],
    [[kept.id], below, '的下级，请先调整上级单位'],
    [[same.id], kept.id, '两个单位在销售范围'],
  ]
  for (const [ids, into, text] of refusals) {
    expect((await preview(ids, into)).data.refusal).toContain(text)
    const refused = await merge(ids, into)
    expect([refused.code, refused.message]).toEqual([409, expect.stringContaining(text)])
  }
  const itself = await merge([kept.id], kept.id)
  expect([itself.code, itself.message]).toEqual([422, '保留单位不能同时被合并'])
  // Of several, the last one refused undoes the others.
  const fine = await openCompany(app, token)
  expect((await merge([fine, waiting], kept.id)).code).toBe(409)
  expect((await companyOf(fine)).isDel).toBe(0)
  expect((await merge([fine, draft], kept.id)).code).toBe(200)
})

test('money left on the account of a double is moved first, unless it is the only account', async () => {
  const [kept, double] = [await openCompany(app, token), await openCompany(app, token)]
  const pay = (companyId: number, pm: 0 | 1, id: number) =>
    asSystem(app.db, async (tx) => {
      const holder = { accountType: 2, companyId } as const
      await openAccount(tx, holder)
      await postAccount(tx, {
        ...{ holder, pm, transactionType: 1, amount: 5000, linkId: 'T', title: '试' },
        source: { type: 'test', id },
      })
    })
  await pay(double, 1, 1)
  expect((await preview([double], kept)).data).toEqual({ moved: [{ label: '账户', n: 1 }], refusal: '' })
  await pay(kept, 1, 2)
  expect((await preview([double], kept)).data.refusal).toContain('账户仍有余额，请先转出')
  await pay(double, 0, 3)
  expect((await merge([double], kept)).code).toBe(200)
})

test('what uses a partner of a company above cannot leave it behind', async () => {
  const top = await openCompany(app, token)
  const below = await openCompany(app, token, { pid: top })
  const other = await openCompany(app, token)
  const payerId = await partners.payer(top)
  const [shipToId, invoiceToId] = [await partners.shipTo(below), await partners.invoiceTo(below)]
  await partners.shouda(below, {
    links: [
      { role: 1, partnerId: payerId, isDefault: 1 },
      { role: 2, partnerId: shipToId, isDefault: 1 },
      { role: 3, partnerId: invoiceToId, isDefault: 1 },
    ],
  })
  const refused = await merge([below], other)
  expect([refused.code, refused.message]).toEqual([
    409,
    expect.stringContaining('合并后不属于其单位或上级单位'),
  ])
  expect((await merge([below], top)).code).toBe(200)
})

test('roles and own scopes follow; who does not see both merges neither', async () => {
  const person = await app.person({
    permissions: ['admin:system:org:merge', 'admin:system:org:list'],
    dataScope: 5,
  })
  await app.db.updateTable('admin').set({ isAgent: 1 }).where('id', '=', person.adminId).execute()
  const mine = await openCompany(app, token, { agentId: person.adminId })
  const foreign = await openCompany(app, token)
  expect((await merge([mine], foreign, person.token)).code).toBe(422)
  const few = await app.person({ permissions: ['admin:system:org:list'], dataScope: 1 })
  expect((await merge([mine], foreign, few.token)).code).toBe(403)
  expect((await preview([mine], foreign, few.token)).code).toBe(403)
  await sql`update "role" set "dataScope" = 7, "scopeIds" = ${JSON.stringify({ companyIds: [mine] })}::jsonb
    where "id" in (select unnest("roles") from "admin" where "id" = ${few.adminId})`.execute(app.db)
  expect((await merge([mine], foreign)).code).toBe(200)
  const list = await app.request<{ list: { id: number }[] }>('GET', `${ORG}/list`, { token: few.token })
  expect(list.data.list.map((row) => row.id)).toEqual([foreign])
})

test('two merges of the same two companies at once: one is done; nobody writes for a company that is gone', async () => {
  const [a, b] = [await openCompany(app, token), await openCompany(app, token)]
  const answers = await Promise.all([merge([a], b), merge([b], a)])
  expect(answers.map((one) => one.code).sort()).toEqual([200, 404])
  const [c, d] = [await openCompany(app, token), await openCompany(app, token)]
  const payers = Array.from({ length: 12 }, (_, index) =>
    post(`${ORG}/payer/save`, { companyId: c, payerName: `并发${index}`, settleType: 1 }),
  )
  const [merged, ...saved] = await Promise.all([merge([c], d), ...payers])
  expect(merged.code).toBe(200)
  expect(new Set(saved.map((one) => one.code)).isSubsetOf(new Set([200, 404]))).toBe(true)
  const left = await app.db
    .selectFrom('payer')
    .select('id')
    .where('companyId', '=', c)
    .where('isDel', '=', 0)
    .execute()
  expect(left).toEqual([])
})

test('the report names companies that are alike and in what, within the scope of the person', async () => {
  type Groups = {
    total: number
    list: { kinds: string[]; count: number; companies: { id: number; contactPhone: string }[] }[]
  }
  const report = (query: Record<string, string | number>, as = token) =>
    app.request<Groups>('GET', `${ORG}/duplicates/list`, { token: as, query })
  const first = await openCompany(app, token, { orgName: '泉州清源茶业有限公司', address: '清源山9号' })
  const second = await openCompany(app, token, { orgName: '泉州清源茶业股份有限公司', address: '清源山9号' })
  const found = await report({ keywords: '清源茶业' })
  expect(found.data.total).toBe(1)
  expect(found.data.list[0]).toMatchObject({ kinds: ['address', 'name'], count: 2 })
  expect(found.data.list[0]?.companies.map((row) => row.id)).toEqual([first, second])
  expect((await report({ keywords: '清源茶业', kind: 'phone' })).data.total).toBe(0)
  const person = await app.person({ permissions: ['admin:system:org:duplicates:list'], dataScope: 5 })
  expect((await report({}, person.token)).data.total).toBe(0)
  const masked = await app.person({ permissions: ['admin:system:org:duplicates:list'], dataScope: 1 })
  const seen = await report({ keywords: '清源茶业' }, masked.token)
  expect(seen.data.list[0]?.companies[0]?.contactPhone).toMatch(/^1\d\d\*{4}\d{4}$/)
  // What is kept for one is not sent to the other.
  expect((await report({ keywords: '清源茶业' })).data).toEqual(found.data)
  expect((await report({ keywords: '清源茶业' }, masked.token)).data).toEqual(seen.data)
  const behind = await report({ keywords: '清源茶业', page: 2 })
  expect(behind.data).toMatchObject({ total: 1, list: [] })
  await merge([second], first)
  expect((await report({ keywords: '清源茶业' })).data.total).toBe(0)
})
