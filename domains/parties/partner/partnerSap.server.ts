import { sql } from 'kysely'
import { declareSapType, enqueueAll } from '#domains/sap/sap.door.ts'
import { sapFields } from '#domains/sap/sap.shared.ts'
import type { Tx } from '#kit/server/database.ts'
import { loose } from '#kit/server/loose.ts'
import type { Registration } from '#kit/server/points.ts'
import { lockRow, updateRow } from '#kit/server/rows.ts'
import { documentFields } from '#kit/shared/document.ts'
import type { Entity } from '#kit/shared/entity.ts'
import { encodeRow, type Field, type Shape } from '#kit/shared/field.ts'
import { linksOf } from './links.server.ts'
import { companiesById } from './ofCompany.server.ts'

/** What the four kinds of partner share. */
type PartnerShape = {
  companyId: Field<number>
  isDefault: Field<0 | 1>
  status: Field<0 | 1>
}
export type PartnerEntity = Entity<string, PartnerShape>

/** A kind of partner: its entity, the field with the number SAP gives, and its role there. Catalog D10. */
export interface PartnerKind {
  entity: PartnerEntity
  code: string
  role: 'AG' | 'RG' | 'WE' | 'RE'
}

interface PartnerRow {
  id: number
  companyId: number
}

const OWN = new Set([
  ...Object.keys(sapFields),
  ...Object.keys(documentFields),
  'pending',
  'inForce',
  'companyName',
])

/** What SAP is told of a partner: its own fields as they travel. */
function headShape(of: Entity): Shape {
  return Object.fromEntries(Object.entries(of.shape).filter(([name]) => !OWN.has(name)))
}

/** Puts locked partners of a kind into the queue to SAP; rows of one partner keep their order. Orders §7.3. */
export async function pushPartners(tx: Tx, kind: PartnerKind, rows: readonly PartnerRow[]): Promise<void> {
  const { entity: of, code, role } = kind
  const companies = await companiesById(
    tx,
    rows.map((row) => row.companyId),
  )
  const all =
    of.name === 'shouda'
      ? await linksOf(
          tx,
          rows.map((row) => row.id),
        )
      : []
  const links = Map.groupBy(all, (link) => link.shoudaId)
  const shape = headShape(of)
  await enqueueAll(
    tx,
    rows.map((row) => {
      const values: Record<string, unknown> = { ...row }
      const company = companies.get(row.companyId)
      return {
        bizType: of.name,
        bizId: row.id,
        // A number that comes later must not split the rows of one partner.
        bizSn: `${role}${row.id}`,
        action: String(values[code] ?? '') === '' ? 'create' : 'update',
        payload: {
          head: {
            ...encodeRow(shape, values, () => true),
            role,
            orgCode: company?.orgCode ?? '',
            creditCode: company?.creditCode ?? '',
          },
          items: (links.get(row.id) ?? []).map((link) => ({
            role: link.role,
            code: link.code,
            name: link.name,
            isDefault: link.isDefault,
          })),
        },
      }
    }),
  )
}

/** The same for one partner. */
export const pushPartner = (tx: Tx, kind: PartnerKind, row: PartnerRow): Promise<void> =>
  pushPartners(tx, kind, [row])

/** Declares how SAP's answer fills the number of a partner that has none. Catalog §6.2. */
export function declarePartnerSap({ entity: of, code }: PartnerKind): Registration {
  return declareSapType(of.name, {
    label: of.label,
    async onResult(tx, id, ok, sapDocNo) {
      if (!ok || !/^\d{1,10}$/.test(sapDocNo)) return
      const row = await lockRow<Entity>(tx, of, id, { anyScope: true, deleted: true })
      if (row[code] !== '') return
      const number = sapDocNo.padStart(10, '0')
      const holder = await loose(tx)
        .selectFrom(of.name)
        .select('id')
        .where(code, '=', number)
        .where('isDel', '=', 0)
        .executeTakeFirst()
      if (holder === undefined) await updateRow<Entity>(tx, of, row, { [code]: number })
      else
        await sql`update ${sql.table(of.name)} set "sapDescription" = ${`SAP返回的编号${number}已被占用`}
          where "id" = ${id}`.execute(tx)
    },
  })
}
