import { CHANNELS } from '#domains/settings/settings.shared.ts'
import { choices, flag, int, money, ref, text } from '#kit/fields/shared.ts'
import { idAnswer, idField, patch, post } from '#kit/shared/call.ts'
import type { Entity } from '#kit/shared/entity.ts'
import type { Shape } from '#kit/shared/field.ts'
import { sameAs, through } from '#kit/shared/join.ts'
import { standardCalls } from '#kit/shared/standardCalls.ts'
import { CREDIT, company } from '../company/company.entity.ts'
import { invoiceTo } from './invoiceTo.entity.ts'
import { payer } from './payer.entity.ts'
import { shipTo } from './shipTo.entity.ts'

/** What lists of partners tell of the company. */
export const companyRow = {
  companyStatus: through(
    'companyId',
    company,
    sameAs('status', flag('单位状态', { texts: ['正常', '单位已停用'] })),
  ),
  companyChannels: through('companyId', company, sameAs('channelIds', choices('单位渠道', CHANNELS))),
  agentId: through('companyId', company, sameAs('agentId', ref('业务员', 'admin'))),
}

/** Filters by the company; `usableBy`: partners of that company or of one above it. Catalog §6.2, invariant 6. */
export const companyFilters = {
  companyChannel: text('渠道', { max: 50 }),
  agentId: text('业务员', { max: 200 }),
  usableBy: int('可用单位', { min: 1 }),
}

/** The usual calls of a partner, and those of a record that goes to SAP. Catalog §8.6. */
function partnerCalls<N extends string, S extends Shape, const X extends Shape = Record<never, never>>(
  prefix: string,
  of: Entity<N, S>,
  extra?: X,
) {
  return {
    ...standardCalls(prefix, of, { list: { ...companyRow, ...extra }, filters: companyFilters }),
    pushSap: post(`${prefix}/pushSap/:id`, { title: `推送${of.label}`, input: { id: idField() } }),
    setDefault: post(`${prefix}/setDefault/:id`, {
      title: `设为默认${of.label}`,
      input: { id: idField() },
    }),
  }
}

export const payerCalls = partnerCalls('/admin/system/org/payer', payer, {
  usedCredit: money('已用额度', { permission: CREDIT, readOnly: true }),
  /** an approved contract gives the contract fields; what is typed counts only without one */
  contractGiven: flag('合同由合同管理维护', { readOnly: true, list: false }),
})
export const shipToCalls = partnerCalls('/admin/system/org/userAddress', shipTo)

const INVOICE = '/admin/system/org/invoice'
/** `confirmed` saves a tax number that is not the company's. Catalog §6.2. */
const invoiceInput = { ...invoiceTo.shape, confirmed: flag('已确认', { initial: 0 }) }
export const invoiceToCalls = {
  ...partnerCalls(INVOICE, invoiceTo),
  save: post(`${INVOICE}/save`, { title: '新增开票方', input: invoiceInput, answer: idAnswer }),
  update: patch(`${INVOICE}/update`, { title: '编辑开票方', input: invoiceInput }),
}
