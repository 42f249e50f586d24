import { writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { openAccount, postAccount } from '#domains/accounts/accounts.door.ts'
import { getPartyTerms, setPartyContract } from '#domains/parties/parties.door.ts'
import { sapRoom } from '#domains/sap/sap.server.ts'
import { openSheet } from '#kit/server/spreadsheet/spreadsheet.ts'
import { asSystem } from '#kit/server/transaction.ts'
import { ended, startWorker } from '../../../tests/importing.ts'
import { ORG, openPartners, type Partners } from '../../../tests/partners.ts'

let app: TestApp
let parties: Partners

let sap: Server

beforeAll(async () => {
  sap = createServer((request, response) => {
    request.resume()
    response.end(JSON.stringify({ code: 200, sapDocNo: '10002345' }))
  })
  await new Promise<void>((resolve) => sap.listen(0, '127.0.0.1', resolve))
  const address = sap.address()
  app = await testApp({ TS_SAP_BASE: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}` })
  parties = await openPartners(app)
})
afterAll(async () => {
  sap.close()
  await app.close()
})

/** Lets the queue to SAP be delivered; the stand-in gives every record the same number, so only one may keep it. */
async function sapDelivers() {
  const job = sapRoom.jobs?.find((one) => one.name === 'sap.outbox')
  await job?.run(app.db, {}, new AbortController().signal)
}

const post = (path: string, body: Record<string, unknown> = {}, token = parties.token) =>
  app.request('POST', `${ORG}${path}`, { token, body })
const get = <T = Record<string, unknown>>(path: string, query = {}, token = parties.token) =>
  app.request<T>('GET', `${ORG}${path}`, { token, query })

const outbox = async (bizType: string, bizId: number) =>
  app.db
    .selectFrom('sapOutbox')
    .select(['id', 'action', 'payload'])
    .where('bizType', '=', bizType)
    .where('bizId', '=', bizId)
    .orderBy('id')
    .execute()

test('C9-21: a sold-to party needs its default partners; approved it goes to SAP, whose answer numbers it', async () => {
  const companyId = await parties.company()
  const id = await parties.shouda(companyId)
  const refused = await post(`/shouda/submit/${id}`)
  expect([refused.code, refused.message]).toEqual([422, '请设置一个默认付款方'])
  const payerId = await parties.payer(companyId)
  const links = [{ role: 1, partnerId: payerId, isDefault: 1 }]
  await parties.ok('/shouda/update', { id, links })
  expect((await post(`/shouda/submit/${id}`)).message).toBe('请设置一个默认开票方')
  const invoiceToId = await parties.invoiceTo(companyId)
  links.push({ role: 3, partnerId: invoiceToId, isDefault: 1 })
  await parties.ok('/shouda/update', { id, links })
  expect((await post(`/shouda/submit/${id}`)).message).toBe('请至少新增一个送达方')
  const shipToId = await parties.shipTo(companyId)
  links.push({ role: 2, partnerId: shipToId, isDefault: 0 })
  await parties.ok('/shouda/update', { id, links })
  await parties.ok(`/shouda/submit/${id}`, {})
  expect(await outbox('shouda', id)).toEqual([])
  await parties.ok(`/shouda/examine/${id}`, { auditStatus: 1 })
  const sent = await outbox('shouda', id)
  expect(sent.map((row) => row.action)).toEqual(['create'])
  const before = await get(`/shouda/info/${id}`)
  expect(before.data).toMatchObject({
    auditStatus: 1,
    shoudaNum: '',
    defaultPayerId: payerId,
    isMayPushSap: 1,
  })
  await sapDelivers()
  expect((await get(`/shouda/info/${id}`)).data.shoudaNum).toBe('0010002345')
})

test('the number of a partner is typed only with its permission, and kept with leading zeros', async () => {
  const companyId = await parties.company()
  const maker = await app.person({
    permissions: ['admin:system:org:payer:save', 'admin:system:org:payer:update'],
  })
  const body = { companyId, payerName: '编号测试', settleType: 1, payerCode: '7788' }
  expect((await post('/payer/save', body, maker.token)).code).toBe(403)
  const saved = await post('/payer/save', body)
  expect(saved.code).toBe(200)
  expect((await get(`/payer/info/${saved.data.id}`)).data.payerCode).toBe('0000007788')
  const again = await post('/payer/save', { ...body, payerCode: '0000007788' })
  expect([again.code, again.message]).toEqual([422, '付款方编码已存在'])
  const kept = await post(
    '/payer/update',
    { id: saved.data.id, payerCode: '0000007788', payerName: '改名' },
    maker.token,
  )
  expect(kept.code).toBe(200)
})

test('of two payers created with one code at the same moment one is refused', async () => {
  const companyId = await parties.company()
  const body = { companyId, settleType: 1, payerCode: '9911' }
  const answers = await Promise.all(
    ['甲', '乙'].map((payerName) => post('/payer/save', { ...body, payerName })),
  )
  expect(answers.map((one) => one.code).sort()).toEqual([200, 422])
})

test('a payer has an account from its first save, and is not disabled while money is in it', async () => {
  const companyId = await parties.company()
  const payerId = await parties.payer(companyId)
  await asSystem(app.db, (tx) =>
    postAccount(tx, {
      holder: { accountType: 3, payerId },
      pm: 1,
      transactionType: 5,
      amount: 100,
      source: { type: 'test', id: payerId },
      linkId: 'T1',
      title: '测试',
    }),
  )
  const refused = await post(`/payer/update/status/${payerId}`, { status: 0 })
  expect([refused.code, refused.message]).toEqual([409, '该付款方仍有余额或未清款项，不能停用'])
  const removed = await post(`/payer/delete/${payerId}`)
  expect([removed.code, removed.message]).toEqual([409, '该付款方仍有余额或未清款项，不能删除'])
  const other = await parties.payer(companyId)
  expect((await post(`/payer/update/status/${other}`, { status: 0 })).code).toBe(200)
})

test('what is owed on one account of a company is not made up for by what lies on another', async () => {
  const companyId = await parties.company()
  const payerId = await parties.payer(companyId)
  await asSystem(app.db, (tx) => openAccount(tx, { accountType: 2, companyId }))
  await sql`update "account" set "creditLimit" = 1000, "balance" = case when "payerId" = ${payerId} then -700 else 500 end
    where "payerId" = ${payerId} or "systemOrgId" = ${companyId}`.execute(app.db)
  // The record is asked by its id, the list tells it with its rows.
  expect((await get(`/info/${companyId}`)).data.usedCredit).toBe('7.00')
  const { data } = await get<{ list: Record<string, unknown>[] }>('/list', { limit: 100 })
  expect(data.list.find((row) => row.id === companyId)?.usedCredit).toBe('7.00')
})

test('partners belong to the company or to one above it', async () => {
  const parent = await parties.company()
  const child = await parties.company({ pid: parent })
  const strange = await parties.company()
  const above = await parties.payer(parent)
  const foreign = await parties.payer(strange, { payerName: '外人' })
  const refused = await post(
    '/shouda/save',
    parties.form(child, { links: [{ role: 1, partnerId: foreign, isDefault: 1 }] }),
  )
  expect([refused.code, refused.message]).toEqual([422, '付款方“外人”不属于该单位或其上级单位'])
  const saved = await post(
    '/shouda/save',
    parties.form(child, { links: [{ role: 1, partnerId: above, isDefault: 1 }] }),
  )
  expect(saved.code).toBe(200)
  const usable = await get<{ list: { id: number }[] }>('/payer/list', { usableBy: child })
  expect(usable.data.list.map((row) => row.id)).toEqual([above])
  const moved = await post('/payer/update', { id: above, companyId: strange })
  expect([moved.code, moved.message]).toEqual([409, '该付款方已被售达方使用，不能更换所属单位'])
  const used = await post(`/payer/delete/${above}`)
  expect([used.code, used.message]).toEqual([409, '该付款方已被售达方使用，不能删除'])
})

test('one sales area, one default of each role, a reason for a block', async () => {
  const companyId = await parties.company()
  const [one, two] = [await parties.payer(companyId), await parties.payer(companyId)]
  await parties.shouda(companyId, { shoudaName: '首个' })
  const area = await post('/shouda/save', parties.form(companyId))
  expect([area.code, area.message]).toEqual([422, '该单位在此销售范围已有售达方“首个”'])
  const twice = await post(
    '/shouda/save',
    parties.form(companyId, {
      division: '01',
      links: [
        { role: 1, partnerId: one, isDefault: 1 },
        { role: 1, partnerId: two, isDefault: 1 },
      ],
    }),
  )
  expect([twice.code, twice.message]).toEqual([422, '只能设置一个默认付款方'])
  const blocked = await post('/shouda/save', parties.form(companyId, { division: '01', orderBlock: 1 }))
  expect([blocked.code, blocked.message]).toEqual([422, '请输入冻结原因'])
})

test('of an approved sold-to party sales area, blocks and defaults wait for a new decision', async () => {
  const companyId = await parties.company()
  const { shoudaId: id, payerId, shipToId, invoiceToId } = await parties.approved(companyId)
  const next = await parties.payer(companyId)
  const links = [
    { role: 1, partnerId: payerId, isDefault: 0 },
    { role: 1, partnerId: next, isDefault: 1 },
    { role: 2, partnerId: shipToId, isDefault: 1 },
    { role: 3, partnerId: invoiceToId, isDefault: 1 },
  ]
  await parties.ok('/shouda/update', { id, links, priceGroup: 'A1' })
  const waiting = await get<Record<string, unknown>>(`/shouda/info/${id}`)
  expect(waiting.data).toMatchObject({
    auditStatus: 0,
    priceGroup: 'A1',
    defaultPayerId: payerId,
    pending: { defaultPayerId: next },
  })
  const inForce = await get<{ partnerId: number; isDefault: number; role: number }[]>(
    `/shouda/partners/${id}`,
  )
  const defaults = inForce.data.filter((one) => one.isDefault === 1 && one.role === 1)
  expect(defaults.map((one) => one.partnerId)).toEqual([payerId])
  const t = new Date()
  await getPartyTerms(app.db, { companyId, shoudaId: id, payerId, shipToId, t })
  await parties.ok(`/shouda/examine/${id}`, { auditStatus: 1 })
  const after = await get(`/shouda/info/${id}`)
  expect(after.data).toMatchObject({ auditStatus: 1, defaultPayerId: next, pending: null })
  const ship = await parties.shipTo(companyId)
  await parties.ok('/shouda/update', {
    id,
    links: [
      { role: 1, partnerId: next, isDefault: 1 },
      { role: 2, partnerId: shipToId, isDefault: 1 },
      { role: 2, partnerId: ship, isDefault: 0 },
      { role: 3, partnerId: invoiceToId, isDefault: 1 },
    ],
  })
  const again = await get(`/shouda/info/${id}`)
  expect(again.data.auditStatus).toBe(1)
  const list = await get<{ list: { id: number; shipToCount: number }[] }>('/shouda/list', { companyId })
  expect(list.data.list.map((row) => row.shipToCount)).toEqual([2])
})

test('a sold-to party toggles, with a reason when it is disabled; a draft does not', async () => {
  const companyId = await parties.company()
  const { shoudaId: id } = await parties.approved(companyId)
  const bare = await post(`/shouda/update/status/${id}`)
  expect([bare.code, bare.message]).toEqual([422, '请输入停用原因'])
  expect((await post(`/shouda/update/status/${id}`, { reason: '合作结束' })).code).toBe(200)
  expect((await get(`/shouda/info/${id}`)).data).toMatchObject({ status: 0, closeReason: '合作结束' })
  expect((await post(`/shouda/update/status/${id}`)).code).toBe(200)
  expect((await get(`/shouda/info/${id}`)).data).toMatchObject({ status: 1, closeReason: '' })
  const draft = await parties.shouda(companyId, { division: '77' })
  const refused = await post(`/shouda/update/status/${draft}`, { reason: '无' })
  expect([refused.code, refused.message]).toEqual([409, '当前状态为未提交，不能停用'])
})

test('an invoice-to names what its type needs, and its tax number is asked about', async () => {
  const companyId = await parties.company({ creditCode: '91350100M000100Y43' })
  const body = { companyId, invoiceTitle: '抬头', taxNo: '91350100M000100Y43', invoiceType: 2 }
  const refused = await post('/invoice/save', body)
  expect(refused.code).toBe(422)
  expect(refused.message).toBe('请输入开户行')
  expect(refused.body).toContain('请输入收票地址')
  const paper = {
    invoiceType: 3,
    receivePhone: '13800000003',
    receiverName: '张三',
    receiverAddress: '路3号',
  }
  expect((await post('/invoice/save', { ...body, ...paper })).code).toBe(200)
  const other = { ...body, invoiceType: 4, receiveEmail: 'a@b.cn', taxNo: '110101199001011' }
  const asked = await post('/invoice/save', other)
  expect([asked.code, asked.message, asked.data]).toEqual([
    409,
    '税号与单位信用代码不一致，确认保存吗？',
    { reason: 'confirm' },
  ])
  expect((await post('/invoice/save', { ...other, confirmed: 1 })).code).toBe(200)
})

test('a company has one default of a kind, whoever sets it at the same moment', async () => {
  const companyId = await parties.company()
  const ids = [await parties.payer(companyId), await parties.payer(companyId), await parties.payer(companyId)]
  const answers = await Promise.all(ids.map((id) => post(`/payer/setDefault/${id}`)))
  expect(answers.map((one) => one.code)).toEqual([200, 200, 200])
  const list = await get<{ list: { isDefault: number }[] }>('/payer/list', { companyId })
  expect(list.data.list.filter((row) => row.isDefault === 1)).toHaveLength(1)
})

test('lists find partners by the name of their company, its channel and its agent', async () => {
  const agent = await app.person()
  const companyId = await parties.company({ orgName: '远洋食品商行', agentId: agent.adminId })
  const id = await parties.payer(companyId)
  for (const query of [{ keywords: '洋食' }, { agentId: agent.adminId }]) {
    const found = await get<{ list: { id: number; agentId: number }[] }>('/payer/list', query)
    expect(found.data.list.map((row) => [row.id, row.agentId])).toEqual([[id, agent.adminId]])
  }
  const channel = await get<{ list: { id: number }[] }>('/payer/list', {
    companyChannel: 1203,
    agentId: agent.adminId,
  })
  expect(channel.data.list).toEqual([])
})

test('phones and bank accounts are masked for who may not see them, and an edit keeps them', async () => {
  const companyId = await parties.company()
  const id = await parties.payer(companyId, { bankAccount: '6222021234567890' })
  const clerk = await app.person({
    permissions: ['admin:system:org:payer:info', 'admin:system:org:payer:update'],
  })
  const seen = await get(`/payer/info/${id}`, {}, clerk.token)
  expect(seen.data.bankAccount).toBe('****7890')
  const edited = await post('/payer/update', { id, payerName: '改名', bankAccount: '****7890' }, clerk.token)
  expect(edited.message).toBe('操作成功')
  expect((await get(`/payer/info/${id}`)).data.bankAccount).toBe('6222021234567890')
})

test('C9-22: no order for a disabled company, its sold-to party or a strange payer', async () => {
  const companyId = await parties.company()
  const approved = await parties.approved(companyId)
  const strange = await parties.payer(companyId)
  const t = new Date()
  const terms = await getPartyTerms(app.db, { companyId, ...approved, t })
  expect(terms).toMatchObject({ settleType: 1, orgLevelRate: 10_000, payer: { contractStatus: null } })
  const wrong = getPartyTerms(app.db, { companyId, ...approved, payerId: strange, t })
  await expect(wrong).rejects.toMatchObject({ code: 422, message: '付款方不属于该客户' })
  await app.db.updateTable('company').set({ status: 0 }).where('id', '=', companyId).execute()
  const closed = getPartyTerms(app.db, { companyId, ...approved, t })
  await expect(closed).rejects.toMatchObject({ code: 422, message: '单位已停用' })
  const list = await get<{ list: { companyStatus: number }[] }>('/shouda/list', { companyId })
  expect(list.data.list[0]?.companyStatus).toBe(0)
  const more = await post('/payer/save', { companyId, payerName: '新', settleType: 1 })
  expect([more.code, more.message]).toEqual([409, '单位已停用'])
})

test('an approved contract gives the contract fields of a payer; without one the typed dates count', async () => {
  const companyId = await parties.company()
  const id = await parties.payer(companyId, { contractStart: '2020-01-01', contractEnd: '2020-12-31' })
  expect((await get(`/payer/info/${id}`)).data.contractStatus).toBe(3)
  const backwards = await post('/payer/update', { id, contractEnd: '2019-01-01' })
  expect(backwards.message).toBe('合同结束不能早于合同开始')
  const contract = { contractNo: 'HT1', start: '2021-01-01', end: null, status: 1 as const }
  await asSystem(app.db, (tx) => setPartyContract(tx, 3, id, contract))
  await parties.ok('/payer/update', { id, contractNo: '改', payerName: '改名' })
  expect((await get(`/payer/info/${id}`)).data).toMatchObject({
    contractNo: 'HT1',
    contractStatus: 1,
    contractGiven: 1,
    payerName: '改名',
  })
  await asSystem(app.db, (tx) => setPartyContract(tx, 3, id, null))
  expect((await get(`/payer/info/${id}`)).data).toMatchObject({ contractGiven: 0, contractStatus: 1 })
})

test('C9-27: an agent sees the partners of own companies only, in lists, by id and in exports', async () => {
  const rights = ['list', 'info', 'export', 'update', 'save'].map((one) => `admin:system:org:shouda:${one}`)
  const agent = await app.person({ permissions: [...rights, 'file:export:list'], dataScope: 5 })
  const own = await parties.company({ agentId: agent.adminId })
  const other = await parties.company()
  const mine = await parties.shouda(own, { shoudaName: '我的售达方' })
  const theirs = await parties.shouda(other, { shoudaName: '别人的售达方' })
  const list = await get<{ list: { id: number }[] }>('/shouda/list', {}, agent.token)
  expect(list.data.list.map((row) => row.id)).toEqual([mine])
  const info = await get(`/shouda/info/${theirs}`, {}, agent.token)
  expect([info.code, info.message]).toEqual([404, '数据不存在'])
  const saved = await post('/shouda/save', parties.form(other, { division: '55' }), agent.token)
  expect([saved.code, saved.message]).toEqual([422, '所属单位不存在或无权使用'])
  const started = await app.request<{ taskId: number }>('POST', `${ORG}/shouda/export`, {
    token: agent.token,
    body: { columns: 'shoudaName' },
  })
  const stop = startWorker(app)
  expect(await ended(app, started.data.taskId)).toMatchObject({ status: 2, total: 1 })
  await stop()
  const { resultFile } = await app.db
    .selectFrom('fileTask')
    .select('resultFile')
    .where('id', '=', started.data.taskId)
    .executeTakeFirstOrThrow()
  const file = await app.request('GET', '/common/download', {
    token: agent.token,
    query: { fileName: resultFile },
  })
  const path = join(app.dataDir, 'shouda.xlsx')
  await writeFile(path, file.bytes)
  const sheet = await openSheet(path, { fileName: 'shouda.xlsx' })
  const rows: string[][] = []
  for await (const { cells } of sheet.rows()) rows.push(cells)
  await sheet.close()
  expect(rows).toEqual([['售达方名称'], ['我的售达方']])
})

test('nobody is bound to a sold-to party for group buying until the room of consumers says so', async () => {
  const companyId = await parties.company()
  const shoudaId = await parties.shouda(companyId)
  const found = await get<{ total: number }>('/shouda/person/groupBuying/list', { shoudaId })
  expect([found.code, found.data.total]).toEqual([200, 0])
})
