import { sql } from 'kysely'
import type { Db, Tx } from '#kit/server/database.ts'
import { readRow } from '#kit/server/rows.ts'
import { actorOf } from '#kit/server/transaction.ts'
import type { Who } from '#kit/server/who.ts'
import { refuse } from '#kit/shared/errors.ts'
import { warehouseTerms } from '../place/terms.server.ts'
import { worksIn } from './sides.server.ts'
import { STATUS, transfer } from './transfer.entity.ts'
import type { Transfer } from './transfer.rules.ts'

const HIDDEN_HEAD = { totalQty: null, shippedQty: null, openQty: null } as const
const HIDDEN_LINE = { qty: null, shippedQty: null, openQty: null } as const
const HIDDEN_FIELDS: readonly string[] = [...Object.keys(HIDDEN_HEAD), 'lines']

type Sides = Pick<Transfer, 'outWarehouseId' | 'inWarehouseId' | 'createBy' | 'status' | 'times'>

type OnWay = Pick<Transfer, 'id' | 'inWarehouseId'> & { skuIds: readonly number[] }

/**
 * Which of some transfers a person receives blind: their warehouse receives so, nothing came yet, and the person neither
 * works where it was sent nor wrote it. Warehouse §4.7, decision 0200.
 */
export async function blindFor(db: Db, who: Who, rows: readonly Sides[]): Promise<(row: Sides) => boolean> {
  const waiting = rows.filter(({ times, status }) => times === 0 && status !== STATUS.cancelled)
  if (who.all || waiting.length === 0) return () => false
  const terms = await warehouseTerms(db, [...new Set(waiting.map((row) => row.inWarehouseId))])
  const works = await worksIn(db, who)
  const blind = new Set(
    waiting.filter(
      ({ inWarehouseId, outWarehouseId, createBy }) =>
        terms.get(inWarehouseId)?.config.blindReceive === 1 &&
        createBy !== who.adminId &&
        !works(outWarehouseId),
    ),
  )
  return (row) => blind.has(row)
}

const isBlind = async (db: Db, who: Who, row: Sides): Promise<boolean> =>
  (await blindFor(db, who, [row]))(row)

/** The transfers on their way that a person receives blind, with the goods they bring. Decision 0200. */
export async function blindOnWay(db: Db, who: Who): Promise<readonly OnWay[]> {
  if (who.all) return []
  const { rows } = await sql<Sides & OnWay>`
    select t."id", t."outWarehouseId", t."inWarehouseId", t."createBy", t."status", t."times",
      array(select (l->>'skuId')::int from jsonb_array_elements(t."lines") l) as "skuIds"
    from "transfer" t where t."isDel" = 0 and t."status" = ${STATUS.onWay} and t."times" = 0 and t."inWarehouseId" in
      (select "warehouseId" from "wareHouseConfig" where "blindReceive" = 1 and "isDel" = 0)`.execute(db)
  const isHidden = await blindFor(db, who, rows)
  return rows.filter(isHidden)
}

/** Rows for a person, without what was planned and shipped of those that they receive blind (`blind`). */
export async function withoutFigures<R extends Sides & Pick<Transfer, 'lines'>>(
  db: Db,
  rows: readonly R[],
  who: Who,
) {
  const isHidden = await blindFor(db, who, rows)
  return rows.map((row) =>
    isHidden(row)
      ? { ...row, ...HIDDEN_HEAD, lines: row.lines.map((line) => ({ ...line, ...HIDDEN_LINE })), blind: 1 }
      : { ...row, blind: 0 },
  )
}

/** What the time line of a transfer does not tell who receives it blind. */
export async function hiddenFields(db: Db, who: Who, id: number): Promise<readonly string[]> {
  return (await isBlind(db, who, await readRow(db, who, transfer, id))) ? HIDDEN_FIELDS : []
}

/** Whether the person of this transaction receives it blind: then no refusal tells a quantity either. */
export const receivesBlind = (tx: Tx, row: Sides): Promise<boolean> => isBlind(tx, actorOf(tx), row)

/** Nobody changes, hands in, decides or ends what they are not shown. 422. */
export async function refuseBlind(tx: Tx, row: Sides, message: string): Promise<void> {
  if (await receivesBlind(tx, row)) throw refuse(message)
}
