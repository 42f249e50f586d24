import { sql } from 'kysely'
import type { TestApp } from '#app/testing.ts'

/** Companies with their partners, for tests: rows as the calls of people would leave them. */
export interface Partners {
  token: string
  districtId: number
  company(values?: CompanyValues): Promise<number>
  payer(companyId: number, more?: Record<string, unknown>): Promise<number>
  shipTo(companyId: number, more?: Record<string, unknown>): Promise<number>
  invoiceTo(companyId: number, more?: Record<string, unknown>): Promise<number>
  /** the form of a sold-to party */
  form(companyId: number, more?: Record<string, unknown>): Record<string, unknown>
  shouda(companyId: number, more?: Record<string, unknown>): Promise<number>
  /** a sold-to party that is approved, with one partner of each role */
  approved(companyId: number, more?: Record<string, unknown>): Promise<Approved>
  /** a request of the administrator that must succeed */
  ok<T = { id: number }>(path: string, body: Record<string, unknown>): Promise<T>
}

export interface Approved {
  shoudaId: number
  payerId: number
  shipToId: number
  invoiceToId: number
}

interface CompanyValues {
  orgName?: string
  creditCode?: string
  pid?: number
  agentId?: number
  status?: 0 | 1
}

export const ORG = '/admin/system/org'

export async function openPartners(app: TestApp): Promise<Partners> {
  const token = await app.admin()
  const { rows } = await sql<{ id: number }>`
    select c."id" from "systemCity" c join "systemCity" p on p."id" = c."parentId" join "systemCity" g on g."id" = p."parentId"
    where c."isDel" = 0 order by c."id" limit 1`.execute(app.db)
  const districtId = rows[0]?.id ?? 0
  let made = 0

  const ok = async <T = { id: number }>(path: string, body: Record<string, unknown>): Promise<T> => {
    const answer = await app.request<T>('POST', `${ORG}${path}`, { token, body })
    if (answer.code !== 200) throw new Error(answer.body)
    return answer.data
  }
  const save = async (path: string, body: Record<string, unknown>) => (await ok(path, body)).id

  const partners: Partners = {
    token,
    districtId,
    ok,
    async company({ orgName, creditCode = '', pid = 0, agentId, status = 1 } = {}) {
      made += 1
      const { rows: stored } = await sql<{ id: number }>`
        insert into "company" ("orgCode", "orgName", "orgType", "pid", "channelIds", "creditCode", "districtId",
          "address", "contactName", "contactPhone", "agentId", "status", "auditStatus", "inForce")
        values (${`KH${100000 + made}`}, ${orgName ?? `测试单位${made}`}, '1', ${pid}, '{1202}', ${creditCode},
          ${districtId}, '建设路1号', '王一', '13800000001', ${agentId ?? null}, ${status}, 1, 1)
        returning "id"`.execute(app.db)
      return stored[0]?.id ?? 0
    },
    payer: (companyId, more) =>
      save('/payer/save', { companyId, payerName: `付款方${++made}`, settleType: 3, ...more }),
    shipTo: (companyId, more) =>
      save('/userAddress/save', {
        companyId,
        shipToName: `送达方${++made}`,
        contactName: '李二',
        contactPhone: '13900000002',
        districtId,
        address: '仓前街2号',
        ...more,
      }),
    invoiceTo: (companyId, more) =>
      save('/invoice/save', {
        companyId,
        invoiceTitle: `抬头${++made}`,
        taxNo: '91350100M000100Y43',
        invoiceType: 1,
        receiveEmail: 'bill@example.com',
        confirmed: 1,
        ...more,
      }),
    form: (companyId, more) => ({
      companyId,
      shoudaName: `售达方${++made}`,
      channelId: 1202,
      salesOrg: '1000',
      distChannel: '10',
      division: '00',
      paymentTerms: 'Z030',
      ...more,
    }),
    shouda: (companyId, more) => save('/shouda/save', partners.form(companyId, more)),
    async approved(companyId, more) {
      const payerId = await partners.payer(companyId)
      const shipToId = await partners.shipTo(companyId)
      const invoiceToId = await partners.invoiceTo(companyId)
      const shoudaId = await partners.shouda(companyId, {
        submit: 1,
        links: [
          { role: 1, partnerId: payerId, isDefault: 1 },
          { role: 2, partnerId: shipToId, isDefault: 1 },
          { role: 3, partnerId: invoiceToId, isDefault: 1 },
        ],
        ...more,
      })
      await ok(`/shouda/examine/${shoudaId}`, { auditStatus: 1 })
      return { shoudaId, payerId, shipToId, invoiceToId }
    },
  }
  return partners
}
