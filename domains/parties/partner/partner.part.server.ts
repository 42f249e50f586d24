import { type SqlBool, sql } from 'kysely'
import { declareDict } from '#domains/settings/settings.door.ts'
import type { Tx } from '#kit/server/database.ts'
import { declareWatch, rowsWhere } from '#kit/server/home.ts'
import { declareKeptColumns } from '#kit/server/keptRows.ts'
import { declareRecord } from '#kit/server/records.ts'
import { declareEntityRef, declareUse, type Use } from '#kit/server/refs.ts'
import { joinServer } from '#kit/server/room.ts'
import { usesBy, usesByAll } from '#kit/server/usesBy.ts'
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
const underCompany = usesByAll(
  [SOLD_TO, PAYER, SHIP_TO, INVOICE_TO].map(({ entity }) => usesBy(entity.name, 'companyId', entity.label)),
)

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
    declareKeptColumns(payer, ['payerCode']),
    declareEntityRef('shipTo', 'shipToName', enabled),
    declareEntityRef('invoiceTo', 'invoiceTitle', enabled),
    ...[
      { of: payer, read: payerCalls.info, page: '/company/addPayer/{id}/see', code: 'payerCode' },
      { of: shipTo, read: shipToCalls.info, page: '/company/addAddress/{id}/see', code: 'shipToCode' },
      { of: invoiceTo, read: invoiceToCalls.info, page: '/company/addInvoice/{id}/see', code: 'invoiceCode' },
      { of: licence, read: licenceCalls.info, page: '/company/licenceInfo/{id}' },
    ].map(declareRecord),
    declareUse('payer', linksOfRole(1)),
    declareUse('shipTo', linksOfRole(2)),
    declareUse('invoiceTo', linksOfRole(3)),
    declareCompanyColumn({ table: 'licence', column: 'ownerId', only: ['ownerType', 1] }),
    declareUse('company', underCompany),
    ...[SOLD_TO, PAYER, SHIP_TO, INVOICE_TO].map(declarePartnerSap),
    declareWatch(
      'endingLicences',
      rowsWhere(
        licence,
        {
          label: '快到期的证照',
          to: `/company/licenceManagement?validStatus=${ENDING}`,
          permission: licenceCalls.list.permission,
        },
        () => sql<SqlBool>`"licence"."validStatus" = ${sql.lit(ENDING)}`,
      ),
    ),
    declareDict('licence_type', '证照类型', LICENCE_TYPES, { isSystem: true }),
    ...licenceScenes,
  ],
})
