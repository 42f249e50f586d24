import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { companyForm, DISTRICT } from '../../../tests/companies.ts'

const ORG = '/admin/system/org'
const LICENCE = [{ name: '许可证.pdf', url: '/upload/licence.pdf', size: 1000 }]

let app: TestApp
let token: string
let made = 0
beforeAll(async () => {
  app = await testApp()
  token = await app.admin()
})
afterAll(() => app.close())

type Fields = Record<string, unknown>
type Name = 'company' | 'shouda' | 'payer' | 'shipTo' | 'invoiceTo' | 'user'
type Parts = { [N in Name]?: Fields } & { licences?: unknown[]; submit?: 1 }

/** An opening that passes; `more` changes fields of its parts. */
function opening(more: Parts = {}) {
  const company: Fields = { ...companyForm(), ...more.company }
  const { orgName, creditCode, contactPhone } = company
  const licence = {
    ...{ licenceType: '109', licenceNo: `JY${++made}`, holder: orgName, startDate: '2026-01-01' },
    ...{ longTerm: 1, files: LICENCE },
  }
  return {
    company,
    shouda: {
      ...{ shoudaName: orgName, channelId: 1202, paymentTerms: 'Z030' },
      ...{ salesOrg: '1000', distChannel: '10', division: '00' },
      ...more.shouda,
    },
    payer: { payerName: orgName, settleType: 3, taxNo: creditCode, ...more.payer },
    shipTo: {
      ...{ shipToName: '一号仓', contactName: '李四', contactPhone },
      ...{ districtId: DISTRICT, address: '示例路2号' },
      ...more.shipTo,
    },
    invoiceTo: {
      ...{ invoiceTitle: orgName, taxNo: creditCode, invoiceType: 1, receiveEmail: 'a@example.com' },
      ...more.invoiceTo,
    },
    user: { account: `open${made}`, realName: '张三', phone: contactPhone, orgRole: [1, 4], ...more.user },
    licences: more.licences ?? [licence],
    submit: more.submit ?? 0,
  }
}
const open = (body: unknown, as = token) =>
  app.request<{ id: number }>('POST', `${ORG}/open`, { token: as, body })

const TABLES = [
  'company',
  'shouda',
  'payer',
  'shipTo',
  'invoiceTo',
  'partnerLink',
  'orgUser',
  'companyQuality',
] as const
const MORE = ['account', 'sapOutbox', 'operLog'] as const
async function counts() {
  const found: Record<string, number> = {}
  for (const table of [...TABLES, ...MORE]) {
    const { n } = await app.db
      .selectFrom(table)
      .select((one) => one.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    found[table] = Number(n)
  }
  return found
}

test('one page opens a company with its partners, licences and main account, and hands all of it in', async () => {
  const answer = await open(opening({ submit: 1 }))
  expect(answer.code).toBe(200)
  const { id } = answer.data
  const row = (table: (typeof TABLES)[number], column: string) =>
    app.db.selectFrom(table).selectAll().where(app.db.dynamic.ref(column), '=', id).executeTakeFirstOrThrow()
  expect(await row('company', 'id')).toMatchObject({ auditStatus: 0, qualityStatus: 2 })
  const shouda = await app.db
    .selectFrom('shouda')
    .selectAll()
    .where('companyId', '=', id)
    .executeTakeFirstOrThrow()
  expect(shouda).toMatchObject({ auditStatus: 0, isDefault: 1 })
  const payer = await row('payer', 'companyId')
  const shipTo = await row('shipTo', 'companyId')
  const invoiceTo = await row('invoiceTo', 'companyId')
  expect([shouda.defaultPayerId, shouda.defaultShipToId, shouda.defaultInvoiceId]).toEqual([
    payer.id,
    shipTo.id,
    invoiceTo.id,
  ])
  expect(shipTo).toMatchObject({ isDefault: 1, districtId: DISTRICT })
  expect(await row('orgUser', 'orgId')).toMatchObject({ isAdmin: 1, shoudaIds: [shouda.id] })
  expect(await row('companyQuality', 'companyId')).toMatchObject({ auditStatus: 0, qualityType: 1 })
  const account = await app.db
    .selectFrom('account')
    .select('payerId')
    .where('payerId', '=', payer.id)
    .execute()
  expect(account).toHaveLength(1)
  // Every part can be decided as it stands.
  for (const path of [`${ORG}/examine/${id}`, `${ORG}/shouda/examine/${shouda.id}`]) {
    const decided = await app.request('POST', path, {
      token,
      body: { id: Number(path.split('/').at(-1)), auditStatus: 1 },
    })
    expect(decided.code).toBe(200)
  }
})

test('without submit everything is kept as a draft, also without licences', async () => {
  const answer = await open(opening({ licences: [], company: { licenceFile: [] } }))
  expect(answer.code).toBe(200)
  const company = await app.db
    .selectFrom('company')
    .innerJoin('shouda', 'shouda.companyId', 'company.id')
    .select(['company.auditStatus', 'shouda.auditStatus as soldTo', 'company.qualityStatus'])
    .where('company.id', '=', answer.data.id)
    .executeTakeFirstOrThrow()
  expect(company).toEqual({ auditStatus: -1, soldTo: -1, qualityStatus: 1 })
})

test('whatever is refused is told at its field, and nothing of the rest is written', async () => {
  await open(opening({ user: { account: 'taken01' }, licences: [] }))
  const before = await counts()
  const cases: [Parts, string, string][] = [
    [{ user: { account: 'TAKEN01' } }, 'user.account', '登录账号已存在'],
    [{ company: { channelIds: [1201] } }, 'company.channelIds', '所选渠道未对往来单位开放'],
    [
      { shipTo: { receiveFrom: '10:00', receiveTo: '09:00' } },
      'shipTo.receiveTo',
      '结束时间不能早于开始时间',
    ],
    [{ invoiceTo: { invoiceType: 2 } }, 'invoiceTo.bankName', '请输入开户行'],
    [{ shouda: { warehouseId: 0, paymentTerms: '' } }, 'shouda.paymentTerms', '请输入付款条件'],
    [{ company: { licenceFile: [] } }, 'company.licenceFile', '请选择营业执照'],
    [{ licences: [], company: { licenceFile: [] }, submit: 1 }, 'company.licenceFile', '请选择营业执照'],
    [
      {
        licences: [
          { licenceType: '109', licenceNo: 'X1', holder: '甲', startDate: '2026-01-01', files: LICENCE },
        ],
      },
      'licences.0.endDate',
      '请选择到期日期',
    ],
  ]
  for (const [more, field, message] of cases) {
    const answer = await app.request<{ field: string; message: string }[]>('POST', `${ORG}/open`, {
      token,
      body: opening(more),
    })
    expect([answer.code, answer.message, answer.data.map((one) => one.field)]).toEqual([
      422,
      message,
      expect.arrayContaining([field]),
    ])
  }
  expect(await counts()).toEqual(before)
})

test('a tax number that is not the credit code is asked about once', async () => {
  const body = opening({ invoiceTo: { taxNo: '350100123456789' }, licences: [] })
  const asked = await open(body)
  expect([asked.code, asked.message]).toEqual([409, '税号与单位信用代码不一致，确认保存吗？'])
  expect((await open({ ...body, confirmed: 1 })).code).toBe(200)
})

test('the opening has a permission of its own; numbers and credit need theirs besides', async () => {
  const stranger = await app.person({ permissions: ['admin:system:org:save'], dataScope: 1 })
  expect((await open(opening(), stranger.token)).code).toBe(403)
  const clerk = await app.person({ permissions: ['admin:system:org:open'], dataScope: 1 })
  const numbered = await open(opening({ payer: { payerCode: '77' } }), clerk.token)
  expect(numbered.code).toBe(403)
  const body = opening({ company: { creditLimit: '500.00' }, payer: { creditLimit: '500.00' } })
  const { data } = await open(body, clerk.token)
  const limits = await app.db
    .selectFrom('payer')
    .innerJoin('company', 'company.id', 'payer.companyId')
    .select(['company.creditLimit', 'payer.creditLimit as ofPayer'])
    .where('company.id', '=', data.id)
    .execute()
  expect(limits).toEqual([{ creditLimit: 0, ofPayer: 0 }])
})

test('an agent opens companies of their own only', async () => {
  const agent = await app.person({ permissions: ['admin:system:org:open'], dataScope: 5 })
  const other = await app.person({ permissions: [] })
  await app.db
    .updateTable('admin')
    .set({ isAgent: 1 })
    .where('id', 'in', [agent.adminId, other.adminId])
    .execute()
  const foreign = await open(opening({ company: { agentId: other.adminId } }), agent.token)
  expect([foreign.code, foreign.message]).toEqual([422, '只能为本人负责的单位开户'])
  expect((await open(opening(), agent.token)).code).toBe(200)
})

test('two openings of one company at the same moment: one is saved, of the other nothing', async () => {
  const body = opening()
  const before = await counts()
  const other = { ...body, user: { ...body.user, account: `open${++made}`, phone: '13900000077' } }
  const answers = await Promise.all([open(body), open(other)])
  expect(answers.map((one) => one.code).sort()).toEqual([200, 422])
  const after = await counts()
  for (const table of TABLES)
    expect(after[table]).toBe((before[table] ?? 0) + (table === 'partnerLink' ? 3 : 1))
})
