import type { Tx } from '#kit/server/database.ts'
import { type Saving, saveRows } from '#kit/server/manyRows.ts'
import { usesOf } from '#kit/server/refs.ts'
import type { ServerPart } from '#kit/server/room.ts'
import { lockRow, lockRows, readRow, updateRow } from '#kit/server/rows.ts'
import { change, read } from '#kit/server/serve.ts'
import { serveDocument } from '#kit/server/serveDocument.ts'
import { servedCounts, tabsOf } from '#kit/server/tabCounts.ts'
import { onceIn } from '#kit/server/transaction.ts'
import { AUDIT_STATES } from '#kit/shared/document.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { conflict, refuse } from '#kit/shared/errors.ts'
import { valuesIn } from '#kit/shared/field.ts'
import { formatMoney } from '#kit/shared/money.ts'
import { canDo, stateLabel } from '#kit/shared/states.ts'
import { groupBuyingServed } from './groupBuying.server.ts'
import { DEFAULT_OF, defaultsOf, type Link, lackOf } from './links.rules.ts'
import { checkLinks, linksOf, markDefaults, saveLinks } from './links.server.ts'
import { companiesAbove, companyConditions } from './ofCompany.server.ts'
import { checkPartner, makeDefault, type Writing } from './partner.server.ts'
import { type LinkRole, partnerLink } from './partnerLink.entity.ts'
import { type PartnerKind, pushPartner, pushPartners } from './partnerSap.server.ts'
import { links, shoudaCalls, shoudaDocument, shoudaStates } from './shouda.document.ts'
import { CONTROLLED, shouda } from './shouda.entity.ts'

type Row = EntityRow<typeof shouda>

export const SOLD_TO: PartnerKind = { entity: shouda, code: 'shoudaNum', role: 'AG' }

/** What orders declare as the place of those still open at a sold-to party (declareUse). */
export const OPEN_ORDERS = '未完成的订单'

/** The row with what waits for a decision in it. */
const asWished = (row: Row): Row => ({ ...row, ...row.pending })

/** Refuses a sold-to party that cannot be used yet: its defaults, its ship-tos, and whose they are. Catalog §6.2, §8.4. */
async function complete(tx: Tx, row: Row): Promise<void> {
  const wished = asWished(row)
  const links = await linksOf(tx, [row.id])
  const active = links.filter((link) => link.status === 1)
  const lack = lackOf(active, wished)
  if (lack !== null) throw refuse(lack, 'links')
  const usable = await companiesAbove(tx, row.companyId)
  const strange = links.find((link) => !usable.has(link.companyId))
  if (strange !== undefined) throw refuse(`合作方“${strange.name}”不属于该单位或其上级单位`, 'links')
}

/** Links partners with the sold-to parties of their companies that nobody handed in yet; the first of a role as default. */
export async function linkToDrafts(
  tx: Tx,
  role: LinkRole,
  partners: readonly { id: number; companyId: number }[],
): Promise<void> {
  const found = await tx
    .selectFrom('shouda')
    .select(['id', 'auditStatus'])
    .where('companyId', 'in', [0, ...new Set(partners.map((one) => one.companyId))])
    .where('inForce', '=', 0)
    .where('isDel', '=', 0)
    .execute()
  const open = found.filter(({ auditStatus }) => canDo(shoudaStates, 'edit', auditStatus))
  const ids = open.map(({ id }) => id)
  const stored = await lockRows(tx, shouda, ids, { anyScope: true })
  const links = Map.groupBy(await linksOf(tx, ids), (link) => link.shoudaId)
  const ofCompany = Map.groupBy(partners, (one) => one.companyId)
  const added: { shoudaId: number; link: Link }[] = []
  const heads: Saving<typeof shouda>[] = []
  for (const before of stored.values()) {
    const all: Link[] = [...(links.get(before.id) ?? [])]
    for (const { id: partnerId } of ofCompany.get(before.companyId) ?? []) {
      const ofRole = all.filter((one) => one.role === role)
      if (ofRole.some((one) => one.partnerId === partnerId)) continue
      const link: Link = { role, partnerId, isDefault: ofRole.some((one) => one.isDefault === 1) ? 0 : 1 }
      all.push(link)
      added.push({ shoudaId: before.id, link })
    }
    heads.push({ before, values: defaultsOf(all) })
  }
  await saveRows(tx, shouda, heads)
  await saveRows(
    tx,
    partnerLink,
    added.map(({ shoudaId, link }) => ({ before: null, values: { shoudaId, ...link } })),
  )
}

const areaOf = ({ salesOrg = '', distChannel = '', division = '' }: Partial<Row>): string =>
  [salesOrg, distChannel, division].join('\n').toLowerCase()

const areasOf = (tx: Tx, companyIds: readonly number[]) =>
  tx
    .selectFrom('shouda')
    .select(['id', 'companyId', 'shoudaName', 'salesOrg', 'distChannel', 'division'])
    .where('companyId', 'in', [0, ...companyIds])
    .where('isDel', '=', 0)
    .execute()

type Areas = Awaited<ReturnType<typeof areasOf>>

/** The sales areas that takeSalesAreas has read in this transaction, by company. */
const areasAtHand = (tx: Tx): Promise<Map<number, Areas>> =>
  onceIn(tx, 'sales areas at hand', async () => new Map())

/** Reads the sales areas of companies for which many sold-to parties are going to be written, in one statement. */
async function takeSalesAreas(tx: Tx, companyIds: readonly number[]): Promise<void> {
  const taken = await areasAtHand(tx)
  taken.clear()
  const ids = [...new Set(companyIds)]
  const found = Map.groupBy(await areasOf(tx, ids), (row) => row.companyId)
  for (const id of ids) taken.set(id, found.get(id) ?? [])
}

/** One sales area of a company belongs to one sold-to party; the index refuses what two write at once. */
async function checkSalesArea(tx: Tx, row: Partial<Row>, id: number): Promise<void> {
  const { companyId = 0 } = row
  const held = (await areasAtHand(tx)).get(companyId) ?? (await areasOf(tx, [companyId]))
  const other = held.find((one) => one.id !== id && areaOf(one) === areaOf(row))
  if (other !== undefined) throw refuse(`该单位在此销售范围已有售达方“${other.shoudaName}”`, 'salesOrg')
}

const linksIn = (values: object): Link[] | undefined => valuesIn({ links }, values).links

const SALES_AREA = ['companyId', 'salesOrg', 'distChannel', 'division'] as const

export const shoudaWriting: Writing<typeof shouda> = {
  async prepare(tx, values, before) {
    await checkPartner(tx, SOLD_TO, values, before)
    const row = { ...before, ...values }
    if ((row.orderBlock === 1 || row.deliveryBlock === 1) && !row.blockReason)
      throw refuse('请输入冻结原因', 'blockReason')
    if (SALES_AREA.some((name) => values[name] !== undefined && values[name] !== before?.[name]))
      await checkSalesArea(tx, row, before?.id ?? 0)
    const links = linksIn(values)
    const stored = before === null ? [] : await linksOf(tx, [before.id])
    if (links !== undefined || values.companyId !== undefined)
      await checkLinks(tx, row.companyId ?? 0, links ?? stored, stored)
    return links === undefined ? values : { ...values, ...defaultsOf(links) }
  },
  takes: takeSalesAreas,
  async savedAll(tx, list) {
    for (const { row, values } of list) {
      const links = linksIn(values)
      if (links !== undefined) await saveLinks(tx, row, links)
    }
    await pushPartners(
      tx,
      SOLD_TO,
      list.flatMap(({ row }) => (row.inForce === 1 ? [row] : [])),
    )
  },
}

const listOptions = (_who: unknown, input: Record<string, unknown>) => companyConditions(shouda, input)

const usual = serveDocument(shoudaDocument, {
  list: listOptions,
  prepare: shoudaWriting.prepare,
  saved: (tx, row, before, values) => shoudaWriting.savedAll(tx, [{ row, before, values }]),
  async details(db, rows) {
    const links = await linksOf(
      db,
      rows.map((row) => row.id),
    )
    return rows.map((row) => {
      const wished = asWished(row)
      return {
        // Of a change that waits, the form goes on with its defaults; those in force are told by `partners`.
        links: links
          .filter((link) => link.shoudaId === row.id)
          .map((link) => ({
            ...link,
            isDefault: wished[DEFAULT_OF[link.role]] === link.partnerId ? 1 : 0,
          })),
      }
    })
  },
  controlled: CONTROLLED,
  complete,
  async approved(tx, row) {
    // What was complete when it was handed in need not be so any more.
    await complete(tx, row)
    await markDefaults(tx, row)
    await pushPartner(tx, SOLD_TO, row)
  },
  process: {
    fields: [
      { name: 'shoudaName', label: '售达方名称' },
      { name: 'companyId', label: '所属单位ID' },
      { name: 'channelId', label: '渠道' },
      { name: 'salesOrg', label: '销售组织' },
      { name: 'orderBlock', label: '冻结订单' },
      { name: 'deliveryBlock', label: '冻结交货' },
      { name: 'creditLimit', label: '默认付款方信用额度（元）' },
    ],
    async vars(tx, row) {
      const wished = asWished(row)
      const { shoudaName, companyId, channelId, salesOrg, orderBlock, deliveryBlock } = wished
      const paying = await tx
        .selectFrom('payer')
        .select('creditLimit')
        .where('id', '=', wished.defaultPayerId ?? 0)
        .executeTakeFirst()
      return {
        shoudaName,
        companyId,
        channelId,
        salesOrg,
        orderBlock,
        deliveryBlock,
        creditLimit: Number(formatMoney(paying?.creditLimit ?? 0)),
      }
    },
  },
})

export const { type: shoudaType } = usual

const served = [
  change(shoudaCalls.status, async (tx, _who, { id, status, reason, confirmed }) => {
    const row = await lockRow(tx, shouda, id)
    const next = status ?? (row.status === 1 ? 0 : 1)
    if (next === row.status) return
    if (row.inForce !== 1)
      throw conflict(
        `当前状态为${stateLabel(shoudaStates, row.auditStatus)}，不能${next === 0 ? '停用' : '启用'}`,
      )
    if (next === 0) {
      if (reason === '') throw refuse('请输入停用原因', 'reason')
      const open = (await usesOf(tx, shouda.name, [id])).find((use) => use.place === OPEN_ORDERS)
      if (open !== undefined && confirmed !== 1)
        throw conflict(`该售达方还有${open.n}个${OPEN_ORDERS}，停用后不再接受新订单，确定停用吗？`, {
          reason: 'confirm',
        })
    }
    const after = await updateRow(tx, shouda, row, { status: next, closeReason: next === 0 ? reason : '' })
    await pushPartner(tx, SOLD_TO, after)
  }),
  servedCounts(shoudaCalls.counts, shouda, 'auditStatus', tabsOf(AUDIT_STATES), listOptions),
  read(shoudaCalls.partners, async (db, who, { id }) => {
    await readRow(db, who, shouda, id)
    return linksOf(db, [id])
  }),
  change(shoudaCalls.pushSap, async (tx, _who, { id }) => {
    const row = await lockRow(tx, shouda, id)
    if (row.inForce !== 1)
      throw conflict(`当前状态为${stateLabel(shoudaStates, row.auditStatus)}，不能推送SAP`)
    await pushPartner(tx, SOLD_TO, row)
  }),
  change(shoudaCalls.setDefault, (tx, _who, { id }) => makeDefault(tx, shouda, id)),
  groupBuyingServed,
]

/** 售达方. Catalog §6.2. */
export const shoudaPart: ServerPart = { ...usual, served: [...usual.served, ...served] }
