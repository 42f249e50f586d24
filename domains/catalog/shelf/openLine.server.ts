import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import { conflict } from '#kit/shared/errors.ts'

/** A document that may hold products. */
export interface Holder {
  docType: 'showApply' | 'productEdit'
  docId: number
  docNo: string
}

export interface Held {
  productId: number
  channelId: number
}

/**
 * Lets a document hold these products in these channels and no others; 409 商品{编码}已在单据{单号}中 when another open
 * one holds any. The key of the table lets the second of two simultaneous ones wait and then fail. Catalog invariant 8.
 */
export async function holdLines(tx: Tx, holder: Holder, lines: readonly Held[]): Promise<void> {
  await releaseLines(tx, holder.docType, holder.docId)
  // In one order for everybody, so that two documents with several products in common cannot block each other.
  const wanted = lines.toSorted((a, b) => a.productId - b.productId || a.channelId - b.channelId)
  const rows = sql`unnest(${sql.val(wanted.map((one) => one.productId))}::int[],
    ${sql.val(wanted.map((one) => one.channelId))}::int[]) as w ("productId", "channelId")`
  const { docType, docId, docNo } = holder
  await sql`insert into "openDocLine" ("productId", "channelId", "docType", "docId", "docNo")
    select distinct w."productId", w."channelId", ${docType}, ${docId}::int, ${docNo} from ${rows}
    order by w."productId", w."channelId"
    on conflict ("productId", "channelId") do nothing`.execute(tx)
  const taken = await sql<{ productCode: string; docNo: string }>`
    select p."productCode", o."docNo" from ${rows}
    join "openDocLine" o on o."productId" = w."productId" and o."channelId" = w."channelId"
      and (o."docType" <> ${docType} or o."docId" <> ${docId}::int)
    join "product" p on p."id" = o."productId"
    order by p."id" limit 1`.execute(tx)
  const [first] = taken.rows
  if (first !== undefined) throw conflict(`商品${first.productCode}已在单据${first.docNo}中`)
}

/** A document is carried out, cancelled or deleted: others may have its products. */
export async function releaseLines(tx: Tx, docType: Holder['docType'], docId: number): Promise<void> {
  await tx.deleteFrom('openDocLine').where('docType', '=', docType).where('docId', '=', docId).execute()
}
