import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import { looseTx } from '#kit/server/loose.ts'
import { lockRow, updateRow } from '#kit/server/rows.ts'
import { conflict } from '#kit/shared/errors.ts'
import { PARTNERS } from './links.server.ts'
import { INVOICE_TO, PAYER, SHIP_TO } from './partner.server.ts'
import { type PartnerKind, pushPartner } from './partnerSap.server.ts'
import { SOLD_TO } from './shouda.server.ts'

/** The partners of a company become those of another, whose own defaults stay; SAP hears of it. Catalog §10. */
export async function movePartners(
  tx: Tx,
  from: number,
  into: number,
): Promise<{ label: string; n: number }[]> {
  await checkAreas(tx, from, into)
  const moved = []
  for (const kind of [SOLD_TO, PAYER, SHIP_TO, INVOICE_TO])
    moved.push({ label: kind.entity.label, n: await moveKind(tx, kind, from, into) })
  return moved
}

async function moveKind(tx: Tx, kind: PartnerKind, from: number, into: number): Promise<number> {
  const of = kind.entity
  const living = looseTx(tx).selectFrom(of.name).select('id').where('isDel', '=', 0).orderBy('id')
  const held = await living.where('companyId', '=', into).where('isDefault', '=', 1).executeTakeFirst()
  const rows = await living.where('companyId', '=', from).execute()
  for (const { id } of rows) {
    const row = await lockRow(tx, of, Number(id), { anyScope: true })
    const isDefault = held === undefined ? row.isDefault : 0
    const after = await updateRow(tx, of, row, { companyId: into, isDefault })
    // A sold-to party goes to SAP once it is approved.
    if (Reflect.get(after, 'inForce') !== 0) await pushPartner(tx, kind, after)
  }
  return rows.length
}

/** One sales area of a company belongs to one sold-to party. */
async function checkAreas(tx: Tx, from: number, into: number): Promise<void> {
  const { rows } = await sql<{ area: string }>`
    select concat_ws('/', a."salesOrg", a."distChannel", a."division") as "area" from "shouda" a
    join "shouda" b on lower(b."salesOrg") = lower(a."salesOrg")
      and lower(b."distChannel") = lower(a."distChannel") and lower(b."division") = lower(a."division")
    where a."companyId" = ${from} and b."companyId" = ${into} and a."isDel" = 0 and b."isDel" = 0
    limit 1`.execute(tx)
  const [clash] = rows
  if (clash !== undefined) throw conflict(`两个单位在销售范围${clash.area}都有售达方，请先调整或删除其中一个`)
}

/** What may be used only below the company a partner belongs to. */
export interface Users {
  shoudaIds: number[]
  orgUserIds: number[]
}

/** The sold-to parties and the organisation users of companies. */
export async function usersOf(tx: Tx, companyIds: readonly number[]): Promise<Users> {
  const shoudas = await tx
    .selectFrom('shouda')
    .select('id')
    .where('companyId', 'in', [...companyIds])
    .where('isDel', '=', 0)
    .execute()
  const users = await tx
    .selectFrom('orgUser')
    .select('id')
    .where('orgId', 'in', [...companyIds])
    .where('isDel', '=', 0)
    .execute()
  return { shoudaIds: shoudas.map((row) => row.id), orgUserIds: users.map((row) => row.id) }
}

/** Refuses when one of them uses a partner that belongs neither to its company nor to one above. Invariant 6. */
export async function checkUsed(tx: Tx, { shoudaIds, orgUserIds }: Users): Promise<void> {
  const strange = sql`p."companyId" <> c."id" and c."path" not like '%/' || p."companyId" || '/%'`
  const { rows: links } = await sql<{ user: string; name: string }>`
    select s."shoudaName" as "user", p."name" from "shouda" s
    join "company" c on c."id" = s."companyId"
    join "partnerLink" l on l."shoudaId" = s."id" and l."isDel" = 0
    join ${PARTNERS} p on p."role" = l."role" and p."id" = l."partnerId"
    where s."id" = any(${sql.val(shoudaIds)}::int[]) and ${strange} limit 1`.execute(tx)
  const { rows: users } = await sql<{ user: string; name: string }>`
    select u."realName" as "user", p."name" from "orgUser" u
    join "company" c on c."id" = u."orgId"
    join (
      select "id", 1 as "kind", "shoudaName" as "name", "companyId" from "shouda" where "isDel" = 0
      union all select "id", 2, "shipToName", "companyId" from "shipTo" where "isDel" = 0
    ) p on p."id" = any(case p."kind" when 1 then u."shoudaIds" else u."shipToIds" end)
    where u."id" = any(${sql.val(orgUserIds)}::int[]) and ${strange}
      and p."companyId" is distinct from u."subOrgId" limit 1`.execute(tx)
  const [found] = [...links, ...users]
  if (found !== undefined)
    throw conflict(`“${found.user}”使用的“${found.name}”合并后不属于其单位或上级单位，请先调整`)
}
