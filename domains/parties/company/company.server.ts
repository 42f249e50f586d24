import { type Expression, type SqlBool, sql } from 'kysely'
import { takeImport } from '#domains/files/files.door.ts'
import { enqueue } from '#domains/sap/sap.door.ts'
import type { Tx } from '#kit/server/database.ts'
import { rowFigure } from '#kit/server/figures.ts'
import type { ListOptions } from '#kit/server/list.ts'
import { declareEvent, emit } from '#kit/server/outbox.ts'
import type { ServerPart } from '#kit/server/room.ts'
import { insertRow, lockRow, updateRow } from '#kit/server/rows.ts'
import { change, own, read } from '#kit/server/serve.ts'
import { serveDocument } from '#kit/server/serveDocument.ts'
import { tabCounts } from '#kit/server/tabCounts.ts'
import { conflict, refuse } from '#kit/shared/errors.ts'
import { formatMoney } from '#kit/shared/money.ts'
import { regionIs } from '../region.server.ts'
import { type Company, type CompanyValues, prepareCompany } from './company.check.server.ts'
import { type COMPANY_TABS, companyCalls, companyDocument } from './company.document.ts'
import { CONTROLLED, company } from './company.entity.ts'
import { needsCreditCode } from './company.rules.ts'
import { assignCompanies, ensureCustomer, followCompany } from './companyAgent.server.ts'
import { belowCondition, moveBelow, treeLevel } from './companyTree.server.ts'
import { USED_CREDIT } from './usedCredit.server.ts'

/** Told when a company is disabled or enabled. Doors §6. */
export const STATUS_CHANGED = 'company.statusChanged'
export const statusEvent = declareEvent(STATUS_CHANGED, ['companyId', 'status'])

/** Hands the record of a locked, approved company to SAP. Frame §8. */
export async function pushCompany(tx: Tx, row: Company): Promise<void> {
  const { orgCode, orgName, shortName, creditCode, orgType, salesOffice, salesGroup, settleType } = row
  await enqueue(tx, {
    bizType: company.name,
    bizId: row.id,
    bizSn: orgCode,
    action: row.sapSyncTime === null ? 'create' : 'update',
    payload: {
      head: {
        ...{ orgCode, orgName, shortName, creditCode, orgType, salesOffice, salesGroup, settleType },
        address: row.address,
        contactName: row.contactName,
        contactPhone: row.contactPhone,
        creditLimit: formatMoney(row.creditLimit),
      },
    },
  })
}

/** Tells SAP that a company is gone and which one stands for it. */
export async function closeCompanyAtSap(tx: Tx, row: Company, intoCode: string): Promise<void> {
  const { id, orgCode, orgName } = row
  const payload = { head: { orgCode, orgName, mergedInto: intoCode } }
  await enqueue(tx, { bizType: company.name, bizId: id, bizSn: orgCode, action: 'cancel', payload })
}

type Tab = (typeof COMPANY_TABS)[number]['value']

const TABS: Record<Tab, Expression<SqlBool>> = {
  draft: sql<SqlBool>`"company"."auditStatus" = -1`,
  waiting: sql<SqlBool>`"company"."auditStatus" in (0, 3)`,
  normal: sql<SqlBool>`("company"."inForce" = 1 and "company"."status" = 1)`,
  rejected: sql<SqlBool>`"company"."auditStatus" = 2`,
  closed: sql<SqlBool>`"company"."status" = 0`,
}

interface CompanyFilters {
  tab?: Tab | null
  regionId?: number | null
  belowId?: number | null
}

function optionsOf({ tab, regionId, belowId }: CompanyFilters): ListOptions {
  const region = regionIs('company', regionId ?? '')
  return {
    where: [
      ...(tab == null ? [] : [TABS[tab]]),
      ...(region === null ? [] : [region]),
      ...(belowId ? [belowCondition('company.id', belowId)] : []),
    ],
  }
}

const handlers = serveDocument(companyDocument, {
  record: { code: 'orgCode' },
  list: (_who, input) => optionsOf(input),
  figures: { usedCredit: rowFigure(company, USED_CREDIT) },
  prepare: prepareCompany,
  async saved(tx, row, before, given) {
    if (before === null) return
    await moveBelow(tx, before, row)
    if (given.agentId !== undefined && row.inForce === 1) await followCompany(tx, row.id, row.agentId)
  },
  async deleting(tx, row) {
    const child = await tx
      .selectFrom('company')
      .select('id')
      .where('pid', '=', row.id)
      .where('isDel', '=', 0)
      .executeTakeFirst()
    if (child !== undefined) throw conflict('该单位下有下级单位，不能删除')
    await tx.updateTable('customer').set({ companyId: null }).where('companyId', '=', row.id).execute()
  },
  controlled: CONTROLLED,
  async complete(_tx, row) {
    if (row.licenceFile.length === 0 && needsCreditCode(row.orgType))
      throw refuse('请选择营业执照', 'licenceFile')
  },
  async approved(tx, row) {
    await ensureCustomer(tx, row)
    await pushCompany(tx, row)
  },
  process: {
    fields: [
      { name: 'orgName', label: '单位名称' },
      { name: 'orgType', label: '单位类型' },
      { name: 'settleType', label: '结算方式' },
      { name: 'creditLimit', label: '信用额度（元）' },
      { name: 'agentId', label: '业务员ID' },
      { name: 'isChange', label: '是否修改' },
    ],
    vars: (_tx, row) => {
      const { orgName, orgType, settleType, creditLimit, agentId } = { ...row, ...row.pending }
      return {
        orgName,
        orgType,
        settleType,
        creditLimit: creditLimit / 100,
        agentId,
        isChange: row.inForce,
      }
    },
  },
})
export const { type: companyType } = handlers

/** Makes the draft of a company as its own save call does; for 建档 of a customer. */
export const makeCompany = async (tx: Tx, values: CompanyValues): Promise<Company> =>
  insertRow(tx, company, await prepareCompany(tx, values, null))

async function switchCompany(tx: Tx, id: number, status: 0 | 1, reason: string): Promise<void> {
  const row = await lockRow(tx, company, id)
  if (row.inForce !== 1) throw conflict(`单位未审核通过，不能${status === 1 ? '启用' : '停用'}`)
  if (status === 0 && reason === '') throw refuse('请输入停用原因', 'reason')
  if (row.status === status) return
  await updateRow(tx, company, row, { status, closeReason: status === 0 ? reason : '' })
  await emit(tx, STATUS_CHANGED, id, { companyId: id, status })
}

const served = [
  change(companyCalls.status, (tx, _who, { id, status, reason }) => switchCompany(tx, id, status, reason)),
  read(companyCalls.tabs, (db, who, input) =>
    tabCounts(db, who, company, input, optionsOf({ ...input, tab: null }), TABS),
  ),
  read(companyCalls.tree, treeLevel),
  own(companyCalls.importSheet, (db, who, input, request) =>
    takeImport(db, who, companyCalls.importSheet, input, company.name, request),
  ),
  change(companyCalls.pushSap, async (tx, _who, { id }) => {
    const row = await lockRow(tx, company, id)
    if (row.inForce !== 1) throw conflict('单位未审核通过，不能推送')
    await pushCompany(tx, row)
  }),
  change(companyCalls.agent, (tx, _who, { ids, agentId }) => assignCompanies(tx, ids, agentId)),
]

/** 往来单位. Catalog §6.1. */
export const companyPart: ServerPart = { ...handlers, served: [...handlers.served, ...served] }
