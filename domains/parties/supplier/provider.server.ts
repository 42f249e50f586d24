import { enqueue } from '#domains/sap/sap.door.ts'
import { regionPath } from '#domains/settings/settings.door.ts'
import type { Db, Tx } from '#kit/server/database.ts'
import type { ServerPart } from '#kit/server/room.ts'
import { readRow } from '#kit/server/rows.ts'
import { change, read } from '#kit/server/serve.ts'
import { serveDocument } from '#kit/server/serveDocument.ts'
import { touch } from '#kit/server/transaction.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { conflict, refuse } from '#kit/shared/errors.ts'
import type { Cents } from '#kit/shared/money.ts'
import { regionIs } from '../region.server.ts'
import { type Load, lineFee, lineFor } from './freight.rules.ts'
import { logisticsProvider, PROVIDER_CONTROLLED } from './logisticsProvider.entity.ts'
import { openDocuments } from './openDocuments.server.ts'
import { completeParty, partyCode, switchParty } from './party.server.ts'
import { providerCalls as calls, providerDocument } from './supplier.document.ts'

type Provider = EntityRow<typeof logisticsProvider>

/** The number SAP gave is kept, unless a person has typed one. */
export async function keepSapCode(tx: Tx, id: number, ok: boolean, sapDocNo: string): Promise<void> {
  if (!ok || sapDocNo === '') return
  await tx
    .updateTable('logisticsProvider')
    .set({ sapCode: sapDocNo })
    .where('id', '=', id)
    .where('sapCode', '=', '')
    .execute()
  touch(tx, 'logisticsProvider')
}

/** A further quantity has a price, and a price a further quantity; each way stands in one line per zone. */
function checkPrices(lines: Provider['priceLines']): void {
  const ways = new Set<string>()
  lines.forEach((line, index) => {
    const at = (name: string) => `priceLines.${index}.${name}`
    if ((line.nextQty ?? 0) > 0 && line.nextFee === null) throw refuse('请输入续价', at('nextFee'))
    if ((line.nextFee ?? 0) > 0 && !line.nextQty) throw refuse('请输入续量', at('nextQty'))
    const way = `${line.fromCityId} ${line.toCityId} ${line.tempZone ?? ''}`
    if (ways.has(way)) throw refuse('相同城市和温层的运价已存在', at('toCityId'))
    ways.add(way)
  })
}

const handlers = serveDocument(providerDocument, {
  record: { code: 'providerCode' },
  list: (_who, input) => {
    const place = regionIs('logisticsProvider', input.regionId)
    return place === null ? {} : { where: [place] }
  },
  async prepare(tx, values, before) {
    if (values.priceLines !== undefined) checkPrices(values.priceLines)
    const { providerCode: code, inForce } = before ?? { providerCode: '', inForce: 0 as const }
    const whole = await completeParty(tx, 'logisticsProvider', values, before)
    const providerCode = await partyCode(tx, logisticsProvider, 'providerCode', 'WL', values.providerCode, {
      code,
      inForce,
    })
    return { ...whole, providerCode }
  },
  controlled: PROVIDER_CONTROLLED,
  async approved(tx, row) {
    await enqueue(tx, {
      bizType: 'logisticsProvider',
      bizId: row.id,
      bizSn: row.providerCode,
      action: row.sapCode === '' ? 'create' : 'update',
      payload: {
        head: {
          providerCode: row.providerCode,
          sapCode: row.sapCode,
          providerName: row.providerName,
          creditCode: row.creditCode,
          roadLicenceNo: row.roadLicenceNo,
          address: row.address,
          contactName: row.contactName,
          contactPhone: row.contactPhone,
          bankName: row.bankName,
          bankAccount: row.bankAccount,
        },
      },
    })
  },
  process: {
    fields: [
      { name: 'priceMode', label: '计费方式' },
      { name: 'changed', label: '是否变更' },
    ],
    vars: (_tx, row) => ({ priceMode: row.priceMode, changed: row.inForce }),
  },
})

interface Way {
  from: number
  to: number
  tempZone: number | null
}

async function quote(db: Db, provider: Provider, way: Way, load: Load) {
  const line = lineFor(provider.priceLines, {
    from: await regionPath(db, way.from),
    to: await regionPath(db, way.to),
    tempZone: way.tempZone,
  })
  return line === null ? null : { fee: lineFee(line, provider.priceMode, load), hours: line.hours }
}

/** What a carrier takes from one region to another, in cents; null without a price line. Doors §4. */
export async function carrierFee(
  db: Db,
  providerId: number,
  { from, to, tempZone, ...load }: Way & Load,
): Promise<Cents | null> {
  const provider = await db
    .selectFrom('logisticsProvider')
    .selectAll()
    .where('id', '=', providerId)
    .executeTakeFirst()
  if (provider === undefined) return null
  return (await quote(db, provider, { from, to, tempZone }, load))?.fee ?? null
}

const GRAMS = 1000
const CM3 = 1_000_000

const served = [
  change(calls.status, (tx, _who, input) =>
    switchParty(tx, logisticsProvider, input, async () => {
      const open = (await openDocuments('logisticsProvider', tx, [input.id])).get(input.id) ?? []
      if (open.length > 0) throw conflict('该物流商有未完成运单，不能停用')
    }),
  ),
  read(calls.freight, async (db, who, input) => {
    const { fromCityId: from, toCityId: to, tempZone, weight, volume, pieces } = input
    const provider = await readRow(db, who, logisticsProvider, input.id)
    const found = await quote(
      db,
      provider,
      { from, to, tempZone },
      { g: Math.round(weight * GRAMS), cm3: Math.round(volume * CM3), pieces },
    )
    return found === null ? [] : [found]
  }),
]

/** 物流商. Catalog §7.2. */
export const providerPart: ServerPart = { ...handlers, served: [...handlers.served, ...served] }
