import { sql } from 'kysely'
import type { Db, Tx } from '#kit/server/database.ts'
import { deleteRow, insertRow, lockRow, updateRow } from '#kit/server/rows.ts'
import { type FieldError, refuseFields } from '#kit/shared/errors.ts'
import { DEFAULT_OF, type Link, linkFaults } from './links.rules.ts'
import { companiesAbove } from './ofCompany.server.ts'
import { LINK_ROLES, type LinkRole, partnerLink } from './partnerLink.entity.ts'

/** A link with what its partner is. */
export interface NamedLink extends Link {
  id: number
  shoudaId: number
  code: string
  name: string
  companyId: number
  status: 0 | 1
}

/** Payers, ship-tos and invoice-tos as one. */
export const PARTNERS = sql`(
  select 1 as "role", "id", "payerCode" as "code", "payerName" as "name", "companyId", "status" from "payer"
    where "isDel" = 0
  union all select 2, "id", "shipToCode", "shipToName", "companyId", "status" from "shipTo" where "isDel" = 0
  union all select 3, "id", "invoiceCode", "invoiceTitle", "companyId", "status" from "invoiceTo"
    where "isDel" = 0)`

/** The links of sold-to parties, payers first, the default of each role before the others. */
export async function linksOf(db: Db, shoudaIds: readonly number[]): Promise<NamedLink[]> {
  const { rows } = await sql<NamedLink>`
    select l."id", l."shoudaId", l."role", l."partnerId", l."isDefault", p."code", p."name", p."companyId",
      p."status"
    from "partnerLink" l join ${PARTNERS} p on p."role" = l."role" and p."id" = l."partnerId"
    where l."shoudaId" = any(${sql.val([...shoudaIds])}::int[]) and l."isDel" = 0
    order by l."shoudaId", l."role", l."isDefault" desc, l."id"`.execute(db)
  return rows
}

/** Refuses partners that are not there, are disabled (unless linked before), or belong to no company above. Invariant 6. */
export async function checkLinks(
  db: Db,
  companyId: number,
  links: readonly Link[],
  linked: readonly Pick<Link, 'role' | 'partnerId'>[] = [],
): Promise<void> {
  const faults = linkFaults(links)
  if (faults.length > 0) throw refuseFields(faults)
  if (links.length === 0) return
  const usable = await companiesAbove(db, companyId)
  const { rows } = await sql<{ role: LinkRole; id: number; name: string; companyId: number; status: 0 | 1 }>`
    select p.* from ${PARTNERS} p
    join unnest(${sql.val(links.map((one) => one.role))}::int[], ${sql.val(links.map((one) => one.partnerId))}::int[])
      as asked ("role", "id") on asked."role" = p."role" and asked."id" = p."id"`.execute(db)
  const known = new Map(rows.map((row) => [`${row.role}:${row.id}`, row]))
  const errors = links.flatMap(({ role, partnerId }, index): FieldError[] => {
    const field = `links.${index}.partnerId`
    const label = LINK_ROLES.find((one) => one.value === role)?.label ?? ''
    const found = known.get(`${role}:${partnerId}`)
    const before = linked.some((one) => one.role === role && one.partnerId === partnerId)
    if (found === undefined || (found.status === 0 && !before))
      return [{ field, message: `${label}不存在或已停用` }]
    return usable.has(found.companyId)
      ? []
      : [{ field, message: `${label}“${found.name}”不属于该单位或其上级单位` }]
  })
  if (errors.length > 0) throw refuseFields(errors)
}

interface Head {
  id: number
  inForce: 0 | 1
  defaultPayerId: number | null
  defaultShipToId: number | null
  defaultInvoiceId: number | null
}

/** Makes the links of a sold-to party those of its form; the defaults in force stay until others are approved. */
export async function saveLinks(tx: Tx, shouda: Head, links: readonly Link[]): Promise<void> {
  const stored = await linksOf(tx, [shouda.id])
  const same = (one: Pick<Link, 'role' | 'partnerId'>) => (other: Pick<Link, 'role' | 'partnerId'>) =>
    one.role === other.role && one.partnerId === other.partnerId
  for (const link of stored) {
    const isInForce = shouda.inForce === 1 && shouda[DEFAULT_OF[link.role]] === link.partnerId
    if (isInForce || links.some(same(link))) continue
    await deleteRow(tx, partnerLink, await lockRow(tx, partnerLink, link.id, { anyScope: true }))
  }
  for (const { role, partnerId } of links)
    if (!stored.some(same({ role, partnerId })))
      await insertRow(tx, partnerLink, { shoudaId: shouda.id, role, partnerId, isDefault: 0 })
  await markDefaults(tx, shouda)
}

/** Lets the links show which partners are the defaults of the sold-to party. */
export async function markDefaults(tx: Tx, shouda: Head): Promise<void> {
  for (const link of await linksOf(tx, [shouda.id])) {
    const isDefault = shouda[DEFAULT_OF[link.role]] === link.partnerId ? 1 : 0
    if (link.isDefault === isDefault) continue
    const row = await lockRow(tx, partnerLink, link.id, { anyScope: true })
    await updateRow(tx, partnerLink, row, { isDefault })
  }
}
