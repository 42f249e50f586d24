import type { Tx } from '#kit/server/database.ts'
import { lockRow, readRow, updateRow, wholeRow } from '#kit/server/rows.ts'
import { change, read } from '#kit/server/serve.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { notFound, refuse, refuseFields } from '#kit/shared/errors.ts'
import { today } from '#kit/shared/time.ts'
import { configCalls as calls } from './config.calls.ts'
import { wareHouseConfig } from './config.entity.ts'
import { configFaults } from './config.rules.ts'
import { keepDefaults } from './defaults.server.ts'
import { warehouse } from './warehouse.entity.ts'

type ConfigRow = EntityRow<typeof wareHouseConfig>

const thisMonth = (): string => today().slice(0, 7)

async function configOf(tx: Tx, warehouseId: number): Promise<ConfigRow> {
  const found = await tx
    .selectFrom('wareHouseConfig')
    .select('id')
    .where('warehouseId', '=', warehouseId)
    .where('isDel', '=', 0)
    .executeTakeFirst()
  if (found === undefined) throw notFound()
  return lockRow(tx, wareHouseConfig, found.id)
}

/** What no other warehouse takes over: it is this one's own. */
const OWN = new Set(['id', 'warehouseId', 'closeMonth', 'version', 'isDel'])

export const configServed = [
  read(calls.info, async (db, who, { warehouseId }) => {
    const { name } = await readRow(db, who, warehouse, warehouseId)
    const row = await db
      .selectFrom('wareHouseConfig')
      .selectAll()
      .where('warehouseId', '=', warehouseId)
      .where('isDel', '=', 0)
      .executeTakeFirst()
    if (row === undefined) throw notFound()
    return { ...row, warehouseName: name }
  }),
  change(calls.update, async (tx, _who, { id, version, ...values }) => {
    const before = await lockRow(tx, wareHouseConfig, id, { version: version ?? null })
    const faults = configFaults(wholeRow(wareHouseConfig, before, values), thisMonth())
    const news = faults.filter(({ field }) => field !== 'closeMonth' || values.closeMonth !== undefined)
    if (news.length > 0) throw refuseFields(news)
    await updateRow(tx, wareHouseConfig, before, values)
    await keepDefaults(tx)
  }),
  change(calls.copy, async (tx, _who, { fromId, toIds }) => {
    if (toIds.includes(fromId)) throw refuse('不能复制到来源仓库', 'toIds')
    const from = await configOf(tx, fromId)
    const values = Object.fromEntries(
      Object.entries(from).filter(([name]) => name in wareHouseConfig.shape && !OWN.has(name)),
    )
    for (const id of [...toIds].sort((a, b) => a - b))
      await updateRow(tx, wareHouseConfig, await configOf(tx, id), values)
    await keepDefaults(tx)
  }),
]
