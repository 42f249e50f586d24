import { sql } from 'kysely'
import { declareDict } from '#domains/settings/settings.door.ts'
import type { Db, Tx } from '#kit/server/database.ts'
import { declareWatch } from '#kit/server/home.ts'
import { conditionsOf } from '#kit/server/list.ts'
import { declareRecord } from '#kit/server/records.ts'
import { declareEntityRef, declareUse, type Use } from '#kit/server/refs.ts'
import { joinServer } from '#kit/server/room.ts'
import type { Who } from '#kit/server/who.ts'
import { declareCompanyColumn } from '../company/companyColumns.server.ts'
import { invoiceTo } from './invoiceTo.entity.ts'
import { licenceExpiry } from './licence/expiry.server.ts'
import { licenceCalls } from './licence/licence.calls.ts'
import { licence } from './licence/licence.entity.ts'
import { LICENCE_TYPES } from './licence/licence.rules.ts'
import { licenceExport, licenceServed } from './licence/licence.server.ts'
import { licenceImport } from './licence/licenceImport.server.ts'
import { qualityPart } from './licence/quality.server.ts'
import { licenceScenes } from './licence/remind.server.ts'
import { invoiceToCalls, payerCalls, shipToCalls } from './partner.calls.ts'
import {
  INVOICE_TO,
  invoiceToHandlers,
  PAYER,
  payerHandlers,
  SHIP_TO,
  shipToHandlers,
} from './partner.server.ts'
import type { LinkRole } from './partnerLink.entity.ts'
import { declarePartnerSap } from './partnerSap.server.ts'
import { payer } from './payer.entity.ts'
import { shipTo } from './shipTo.entity.ts'
import { SOLD_TO, shoudaPart } from './shouda.server.ts'
import { ENDING } from './validity.rules.ts'

/** Sold-to parties that a partner of a role is linked to. */
const linksOfRole = (role: LinkRole) => async (tx: Tx, ids: readonly number[]) => {
  const { rows } = await sql<Use>`
    select "partnerId" as "id", '售达方' as "place", count(*) as "n" from "partnerLink"
    where "role" = ${role} and "partnerId" = any(${sql.val([...ids])}::int[]) and "isDel" = 0 group by 1`.execute(
    tx,
  )
  return rows
}

/** What stands under a company. */
async function underCompany(tx: Tx, ids: readonly number[]): Promise<Use[]> {
  const found: Use[] = []
  for (const { entity } of [SOLD_TO, PAYER, SHIP_TO, INVOICE_TO]) {
    const { rows } = await sql<Use>`
      select "companyId" as "id", ${entity.label}::text as "place", count(*) as "n" from ${sql.table(entity.name)}
      where "companyId" = any(${sql.val([...ids])}::int[]) and "isDel" = 0 group by 1`.execute(tx)
    found.push(...rows)
  }
  return found
}

/** Licences that end soon, within the person's scope. */
async function endingLicences(db: Db, who: Who): Promise<number> {
  const ending = sql<boolean>`"licence"."validStatus" = ${sql.lit(ENDING)}`
  const where = await conditionsOf(db, who, licence, {}, { where: [ending] })
  const { rows } = await sql<{ n: number }>`select count(*)::int as "n" from (
    select from "licence" where ${sql.join(where, sql` and `)} limit 100) as "rows"`.execute(db)
  return rows[0]?.n ?? 0
}

const enabled = { column: 'status', value: 1 }

/** SAP partners, qualification files and licences. Catalog §6.2, §6.4. */
export const partnerServer = joinServer(shoudaPart, qualityPart, {
  served: [...payerHandlers.served, ...shipToHandlers.served, ...invoiceToHandlers.served, ...licenceServed],
  tasks: [
    payerHandlers.exporting,
    shipToHandlers.exporting,
    invoiceToHandlers.exporting,
    licenceExport,
    licenceImport,
  ],
  jobs: [licenceExpiry],
  registers: [
    declareEntityRef('shouda', 'shoudaName', enabled),
    declareEntityRef('payer', 'payerName', enabled),
    declareEntityRef('shipTo', 'shipToName', enabled),
    declareEntityRef('invoiceTo', 'invoiceTitle', enabled),
    ...[
      { of: payer, read: payerCalls.info, page: '/company/addPayer/{id}/see', code: 'payerCode' },
      { of: shipTo, read: shipToCalls.info, page: '/company/addAddress/{id}/see', code: 'shipToCode' },
      { of: invoiceTo, read: invoiceToCalls.info, page: '/company/addInvoice/{id}/see', code: 'invoiceCode' },
    ].map(declareRecord),
    declareUse('payer', linksOfRole(1)),
    declareUse('shipTo', linksOfRole(2)),
    declareUse('invoiceTo', linksOfRole(3)),
    declareCompanyColumn({ table: 'licence', column: 'ownerId', only: ['ownerType', 1] }),
    declareUse('company', underCompany),
    ...[SOLD_TO, PAYER, SHIP_TO, INVOICE_TO].map(declarePartnerSap),
    declareWatch('endingLicences', {
      label: '快到期的证照',
      to: `/company/licenceManagement?validStatus=${ENDING}`,
      permission: licenceCalls.list.permission,
      count: endingLicences,
    }),
    declareDict('licence_type', '证照类型', LICENCE_TYPES, { isSystem: true }),
    ...licenceScenes,
  ],
})
