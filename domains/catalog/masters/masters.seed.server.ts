import type { Tx } from '#kit/server/database.ts'

// code, name, decimals, type: 1 数量 2 重量 3 体积 4 长度
const UNITS = [
  ['EA', '件', 0, 1],
  ['GE', '个', 0, 1],
  ['CAR', '箱', 0, 1],
  ['BOX', '盒', 0, 1],
  ['BOT', '瓶', 0, 1],
  ['BAG', '袋', 0, 1],
  ['PAK', '包', 0, 1],
  ['SET', '套', 0, 1],
  ['PAA', '双', 0, 1],
  ['STR', '条', 0, 1],
  ['TAI', '台', 0, 1],
  ['KG', '千克', 3, 2],
  ['G', '克', 0, 2],
  ['L', '升', 0, 3],
  ['M', '米', 0, 4],
] as const

const GROUPS = [
  ['AMB', '常温', 1],
  ['COO', '阴凉', 2],
  ['CHI', '冷藏', 3],
  ['FRO', '冷冻', 4],
] as const

/** The units and storage groups a new house begins with; what people made of them since stays as it is. */
export async function seedMasters(tx: Tx): Promise<void> {
  const units = await tx.selectFrom('unit').select('id').limit(1).executeTakeFirst()
  if (units === undefined)
    await tx
      .insertInto('unit')
      .values(
        UNITS.map(([unitCode, unitName, decimals, unitType], index) => ({
          unitCode,
          unitName,
          decimals,
          unitType,
          sort: UNITS.length - index,
        })),
      )
      .execute()
  const groups = await tx.selectFrom('sapWmsGroup').select('id').limit(1).executeTakeFirst()
  if (groups === undefined)
    await tx
      .insertInto('sapWmsGroup')
      .values(GROUPS.map(([groupCode, groupName, tempZone]) => ({ groupCode, groupName, tempZone })))
      .execute()
}
