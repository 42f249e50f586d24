import { type Expression, type SqlBool, sql } from 'kysely'
import { takeImport } from '#domains/files/files.door.ts'
import { reserveMissing } from '#kit/server/codes.ts'
import type { Db, Tx } from '#kit/server/database.ts'
import { submitDocument } from '#kit/server/document.ts'
import { exportEntity } from '#kit/server/exportEntity.ts'
import { type ExportDefinition, listOf } from '#kit/server/fileTask.ts'
import { importEntity } from '#kit/server/importEntity.ts'
import { answerPage, dateRange, type ListOptions } from '#kit/server/list.ts'
import { insertRow, lockRow, readRow, updateRow } from '#kit/server/rows.ts'
import { rowScope, scopeCondition } from '#kit/server/scope.ts'
import { change, own, read } from '#kit/server/serve.ts'
import { standardHandlers } from '#kit/server/standard.ts'
import { tabCounts } from '#kit/server/tabCounts.ts'
import { actorOf } from '#kit/server/transaction.ts'
import type { Who } from '#kit/server/who.ts'
import { unfiltered } from '#kit/shared/call.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { conflict, refuse } from '#kit/shared/errors.ts'
import { guardState } from '#kit/shared/states.ts'
import { completeRegion, regionIs } from '../region.server.ts'
import { ownAgency } from './company.check.server.ts'
import { companyType, makeCompany } from './company.server.ts'
import { tellAgents } from './companyAgent.server.ts'
import { type CUSTOMER_TABS, customerCalls } from './customer.calls.ts'
import {
  CUSTOMER_NUMBERS,
  type Customer,
  type CustomerValues,
  heldPhones,
  newCustomerNo,
  refuseHeldPhone,
  verifyCustomer,
  verifyStage,
} from './customer.check.server.ts'
import { customer, customerFollow, customerStates } from './customer.entity.ts'
import { moveCustomers } from './customerMove.server.ts'

const LOST = 5

type Tab = (typeof CUSTOMER_TABS)[number]['value']

interface CustomerFilters {
  tab?: Tab | null
  regionId?: number | null
  nextLimit?: string
  companyId?: number | null
}

const dayEnd = sql`(date_trunc('day', now() at time zone 'Asia/Shanghai') + interval '1 day') at time zone 'Asia/Shanghai'`
const POOL = sql<SqlBool>`"customer"."agentId" is null`

const tabsFor = (who: Who): Record<Tab, Expression<SqlBool>> => ({
  mine: sql<SqlBool>`"customer"."agentId" = ${who.adminId}`,
  due: sql<SqlBool>`"customer"."nextTime" < ${dayEnd}`,
  prospect: sql<SqlBool>`"customer"."establishFlag" = 0`,
  established: sql<SqlBool>`"customer"."establishFlag" = 1`,
  pool: POOL,
})

function optionsOf(who: Who, { tab, regionId, nextLimit, companyId }: CustomerFilters): ListOptions {
  const region = regionIs('customer', regionId ?? '')
  const next = dateRange(nextLimit)
  return {
    where: [
      ...(tab == null ? [] : [tabsFor(who)[tab]]),
      ...(region === null ? [] : [region]),
      ...(companyId ? [sql<SqlBool>`"customer"."companyId" = ${companyId}`] : []),
      ...(next === null
        ? []
        : [sql<SqlBool>`"customer"."nextTime" >= ${next.from} and "customer"."nextTime" < ${next.to}`]),
    ],
  }
}

/** What lies in the pool is seen by everybody who may see customers, so that it can be claimed. */
export const poolReader = (who: Who): Who => ({ ...who, scopes: [{ kind: 1 }] })

/** Who reads a list or an export: of the tab 公海 everybody reads all. */
const readerOf = (who: Who, input: CustomerFilters): Who => (input.tab === 'pool' ? poolReader(who) : who)

async function prepareCustomer(
  tx: Tx,
  values: CustomerValues,
  before: Customer | null,
): Promise<CustomerValues> {
  await verifyCustomer(tx, values, before)
  return completeCustomer(tx, values, before)
}

/** What follows from the fields of a customer that has been verified. */
async function completeCustomer(
  tx: Tx,
  values: CustomerValues,
  before: Customer | null,
): Promise<CustomerValues> {
  const whole = await completeRegion(tx, values)
  if (before !== null) {
    if (values.agentId !== undefined && values.agentId !== before.agentId)
      throw refuse('负责人请使用转移修改', 'agentId')
    return whole
  }
  const agentId = values.agentId ?? (await ownAgency(tx, actorOf(tx).adminId))
  const heldTime = agentId === null ? null : new Date()
  return { ...whole, customerNo: await newCustomerNo(tx), agentId, heldTime }
}

const ofScope = exportEntity(customer, customerCalls.exportRows, {
  list: optionsOf,
})
export const customerExport: ExportDefinition = {
  ...ofScope,
  count: (db, who, params) => ofScope.count(db, readerOf(who, params), params),
  rows: (db, who, params) => ofScope.rows(db, readerOf(who, params), params),
  ids: async (db, who, params) => (await ofScope.ids?.(db, readerOf(who, params), params)) ?? [],
}

const handlers = standardHandlers(
  customer,
  { ...customerCalls, info: undefined },
  {
    list: optionsOf,
    reader: readerOf,
    exportType: customerExport,
    prepare: prepareCustomer,
    async deleting(_tx, row) {
      if (row.companyId !== null) throw conflict('客户已建档，不能删除')
    },
  },
)
/** A customer as the person may read it: within their scope, or in the pool. */
export async function readCustomer(db: Db, who: Who, id: number): Promise<Customer> {
  const row = await readRow(db, poolReader(who), customer, id)
  return row.agentId === null ? row : readRow(db, who, customer, id)
}

/** Follow-ups of the customers the person may see. */
async function ofSeen(db: Db, who: Who) {
  const seen = scopeCondition(await rowScope(db, who, customer), 'customer') ?? sql<SqlBool>`true`
  return sql<SqlBool>`"customerId" in (select "id" from "customer" where ${seen})`
}

async function follow(
  tx: Tx,
  who: Who,
  values: Partial<EntityRow<typeof customerFollow>> & { customerId: number },
): Promise<number> {
  const held = await lockRow(tx, customer, values.customerId)
  const row = await insertRow(tx, customerFollow, { ...values, adminName: who.realName })
  await updateRow(tx, customer, held, {
    lastTime: new Date(),
    lastContent: row.content,
    nextTime: row.nextTime,
  })
  return row.id
}
/** 领取: whoever comes first. A lost one begins anew. */
async function claim(tx: Tx, who: Who, ids: readonly number[]): Promise<void> {
  const lost: number[] = []
  await moveCustomers(tx, ids, who.adminId, {
    async guard(row) {
      if (row.agentId !== null) throw conflict(`客户${row.customerName}已有负责人`)
      if (row.stage !== LOST) return
      await refuseHeldPhone(tx, row.contactPhone, row.id)
      lost.push(row.id)
    },
  })
  for (const id of lost)
    await updateRow(tx, customer, await lockRow(tx, customer, id, { anyScope: true }), {
      stage: 1,
      loseReason: '',
    })
}

const CUSTOMER_COLUMNS = [
  ...['customerName', 'customerType', 'source', 'stage', 'creditCode', 'contactName', 'contactPhone'],
  ...['wechat', 'email', 'districtId', 'address', 'industry', 'estAmount', 'agentId', 'nextTime', 'remark'],
]

const ascending = (ids: readonly number[]): number[] => [...ids].sort((a, b) => a - b)

export const customerServed = [
  ...handlers.served,
  read(customerCalls.info, (db, who, { id }) => readCustomer(db, who, id)),
  read(customerCalls.tabs, async (db, who, input) => {
    const options = optionsOf(who, { ...input, tab: null })
    const { pool: _pool, ...tabs } = tabsFor(who)
    const own = await tabCounts(db, who, customer, input, options, tabs)
    const pool = await tabCounts(db, poolReader(who), customer, input, options, { pool: POOL })
    return { ...own, pool: pool.pool ?? 0 }
  }),
  change(customerCalls.followSave, async (tx, who, input) => ({
    id: await follow(tx, who, input),
  })),
  read(customerCalls.followList, async (db, who, { customerId, ...paging }) => {
    if (customerId !== null) await readCustomer(db, who, customerId)
    const where = [customerId === null ? await ofSeen(db, who) : sql<SqlBool>`"customerId" = ${customerId}`]
    return answerPage(
      db,
      who,
      customerFollow,
      customerCalls.followList.answer,
      { ...unfiltered, ...paging },
      { where, reads: ['customer'] },
    )
  }),
  change(customerCalls.transfer, async (tx, who, { ids, agentId, reason }) => {
    const guard = async ({ id }: Customer) => void (await readRow(tx, who, customer, id))
    await moveCustomers(tx, ids, agentId, { reason, guard })
  }),
  change(customerCalls.pool, async (tx, who, { ids, reason }) => {
    const names = []
    for (const id of ascending(ids)) {
      const row = await lockRow(tx, customer, id)
      guardState(customerStates, 'pool', row.stage)
      if (row.companyId !== null) throw conflict(`客户${row.customerName}已建档，请转移给其他负责人`)
      if (row.agentId === null) continue
      await updateRow(tx, customer, row, { agentId: null, heldTime: null, nextTime: null })
      names.push({ from: row.agentId, name: row.customerName })
    }
    const byAgent = Map.groupBy(names, (one) => one.from)
    for (const [from, list] of byAgent)
      if (from !== who.adminId)
        await tellAgents(tx, { from, to: null, names: list.map((one) => one.name), reason })
  }),
  change(customerCalls.claim, (tx, who, { ids }) => claim(tx, who, ids)),
  change(customerCalls.toCompany, async (tx, _who, { id, ...values }) => {
    const row = await lockRow(tx, customer, id)
    guardState(customerStates, 'toCompany', row.stage)
    if (row.companyId !== null) throw conflict('客户已建档')
    const made = await makeCompany(tx, { ...values, agentId: row.agentId })
    await updateRow(tx, customer, row, { companyId: made.id })
    // Only now: a process may approve it at once, and then looks for its customer.
    if (values.submit === 1) await submitDocument(tx, companyType, made)
    return { id: made.id }
  }),
  change(customerCalls.lose, async (tx, _who, { id, reason }) => {
    const row = await lockRow(tx, customer, id)
    guardState(customerStates, 'lose', row.stage)
    if (row.companyId !== null) throw conflict('客户已建档，不能标记流失')
    await updateRow(tx, customer, row, { stage: 5, loseReason: reason, nextTime: null })
  }),
  own(customerCalls.importSheet, (db, who, input, request) =>
    takeImport(db, who, customerCalls.importSheet, input, customer.name, request),
  ),
]

/** 客户导入: people are known by their phone, for one is prospected once. Catalog §8.5. */
export const customerImport = importEntity(customer, {
  permission: customerCalls.importSheet.permission,
  source: listOf(customer.name, customerCalls.exportRows),
  key: 'contactPhone',
  columns: CUSTOMER_COLUMNS,
  examples: {
    customerName: '福州示例贸易有限公司',
    customerType: '企业',
    source: '自拓',
    contactName: '张三',
    contactPhone: '13800138000',
    districtId: '福建省/福州市/鼓楼区',
    estAmount: '10000.00',
  },
  notes: ['负责人填写姓名或账号，留空为导入人本人（须为客服）'],
  verify: (db, _who, values, before) => verifyStage(db, values, before),
  verifyAll: (db, rows) =>
    heldPhones(
      db,
      rows.map(({ values: { contactPhone }, before }) => ({
        phone: contactPhone === before?.contactPhone ? undefined : contactPhone,
        exceptId: before?.id ?? 0,
      })),
    ),
  ahead: (tx, list) => reserveMissing(tx, CUSTOMER_NUMBERS, list, () => undefined),
  prepare: completeCustomer,
})
