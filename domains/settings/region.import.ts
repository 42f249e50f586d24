import { sql } from 'kysely'
import { int } from '#kit/fields/shared.ts'
import type { Tx } from '#kit/server/database.ts'
import type { ImportDefinition, ImportRow, RowError } from '#kit/server/fileTask.ts'
import { lockRow, updateRow } from '#kit/server/rows.ts'
import { actorOf, recordChange, touch } from '#kit/server/transaction.ts'
import { type RowOf, valuesIn } from '#kit/shared/field.ts'
import { CITY_IMPORT } from './region.calls.ts'
import { systemCity } from './region.entity.ts'
import { idsBelow, type Regions, readRegions } from './region.memory.ts'
import { pinyinInitials } from './region.rules.ts'

const TITLES = { cityId: '编号', parentId: '上级编号', name: '地区名称' } as const
const LEVELS = 3

// Below districts of six digits a few have nine.
const MOST = 999_999_999
const code = (label: string, min: number) => int(label, { min, max: MOST })
const { name, areaCode, lng, lat } = systemCity.shape
/** A line of the sheet; null or '': the cell is blank. */
const LINE = {
  cityId: code(TITLES.cityId, 100_000),
  parentId: code(TITLES.parentId, 0),
  ...{ name, areaCode, lng, lat },
}

type Line = Partial<RowOf<typeof LINE>> & { rowNo: number; cityId: number; name: string }
type Placed = Line & { parentId: number; level: 0 | 1 | 2 }

interface Plan {
  placed: Placed[]
  /** codes that are stored and ended: the sheet names neighbours of theirs, but not them */
  ended: number[]
  errors: RowError[]
}

/** The code of the city or province a code lies in, by its digits. */
const codesAbove = (id: number): number[] =>
  [Math.floor(id / 100) * 100, Math.floor(id / 10_000) * 10_000].filter((above) => above !== id)

/** What the sheet makes of the stored regions. */
function planRegions(rows: readonly ImportRow[], stored: Regions): Plan {
  const errors: RowError[] = []
  const lines = new Map<number, Line>()
  for (const row of rows) {
    const { rowNo } = row
    const { cityId, name = '', ...cells } = valuesIn(LINE, row.values)
    // Its cell could not be read, which is told already.
    if (cityId == null) continue
    if (lines.has(cityId)) errors.push({ rowNo, column: TITLES.cityId, message: '编号重复' })
    else lines.set(cityId, { ...cells, rowNo, cityId, name })
  }
  const isThere = (id: number) => lines.has(id) || stored.byId.has(id)
  const parentOf = (id: number): number | undefined => {
    const line = lines.get(id)
    const kept = stored.byId.get(id)?.parentId
    if (line === undefined || typeof line.parentId === 'number') return line?.parentId ?? kept
    // A table of codes alone: what is known stays where it is, new codes lie where their digits say.
    return kept ?? codesAbove(id).find(isThere) ?? (id % 10_000 === 0 ? 0 : undefined)
  }
  const placed: Placed[] = []
  for (const line of lines.values()) {
    const refuse = (message: string) => errors.push({ rowNo: line.rowNo, column: TITLES.parentId, message })
    const parentId = parentOf(line.cityId)
    const chain = [line.cityId]
    for (let at = parentId; at !== undefined && at !== 0 && chain.length <= LEVELS; at = parentOf(at))
      chain.push(at)
    const level = chain.length - 1
    if (parentId === undefined || (parentId !== 0 && !isThere(parentId))) refuse('上级编号不存在')
    else if (level === 0 || level === 1 || level === 2) placed.push({ ...line, parentId, level })
    else refuse('地区最多三级')
  }
  placed.sort((a, b) => a.level - b.level)
  return { placed, ended: errors.length > 0 ? [] : endedCodes(placed, stored), errors }
}

/** A parent the sheet names a child of is named there with all its children; what else is stored below it has ended. */
function endedCodes(placed: readonly Placed[], stored: Regions): number[] {
  const named = new Set(placed.flatMap(({ cityId, parentId }) => [cityId, parentId]))
  const parents = new Set(placed.map((line) => line.parentId))
  return [...parents].flatMap((parentId) =>
    (stored.children.get(parentId) ?? [])
      .map((one) => one.id)
      .filter((id) => !named.has(id) && !parents.has(id)),
  )
}

/** What of a line differs from the stored row; blank cells leave it as it is. */
function changesOf({ name, parentId, level, areaCode, lng, lat }: Placed, before: Regions, id: number) {
  const row = before.byId.get(id)
  if (row === undefined) return {}
  return {
    ...(name === row.name ? {} : { name, pinyin: pinyinInitials(name) }),
    ...(parentId === row.parentId ? {} : { parentId, level }),
    ...(areaCode && areaCode !== row.areaCode ? { areaCode } : {}),
    ...(typeof lng === 'number' && lng !== row.lng ? { lng } : {}),
    ...(typeof lat === 'number' && lat !== row.lat ? { lat } : {}),
  }
}

async function insertRegions(tx: Tx, added: readonly Placed[]): Promise<void> {
  if (added.length === 0) return
  const { adminId } = actorOf(tx)
  const by = adminId === 0 ? null : adminId
  for (const { cityId, parentId, level, name, areaCode, lng, lat } of added) {
    const values = { parentId, level, name, areaCode: areaCode ?? '', lng: lng ?? null, lat: lat ?? null }
    // The code is the id, which the usual way of writing leaves to the table.
    await sql`insert into "systemCity"
      ("id", "parentId", "level", "name", "areaCode", "pinyin", "lng", "lat", "createBy", "updateBy")
      overriding system value
      values (${cityId}, ${parentId}, ${level}, ${name}, ${values.areaCode}, ${pinyinInitials(name)},
        ${values.lng}, ${values.lat}, ${by}, ${by})`.execute(tx)
    recordChange(tx, { type: systemCity.name, id: cityId, title: name, before: {}, after: values })
  }
  touch(tx, systemCity.name)
}

async function writePlan(tx: Tx, { placed, ended }: Plan, stored: Regions): Promise<void> {
  await insertRegions(
    tx,
    placed.filter(({ cityId }) => !stored.byId.has(cityId)),
  )
  for (const line of placed) {
    const changes = changesOf(line, stored, line.cityId)
    if (Object.keys(changes).length > 0)
      await updateRow(tx, systemCity, await lockRow(tx, systemCity, line.cityId), changes)
  }
  for (const id of ended.flatMap((one) => idsBelow(stored, one))) {
    const row = await lockRow(tx, systemCity, id)
    if (row.isShow === 1) await updateRow(tx, systemCity, row, { isShow: 0 })
  }
}

/**
 * Import of a newer table of region codes, as a whole: adds, renames, moves, hides what has ended. Records that name an
 * ended region keep its text, for nothing is deleted. Platform §8.2.
 */
export const regionImport: ImportDefinition = {
  kind: 'import',
  bizType: 'systemCity',
  title: '行政区划',
  permission: CITY_IMPORT,
  // Hidden regions have ended: the newer table does not name them.
  source: {
    permission: CITY_IMPORT,
    async ids(db) {
      const { byId } = await readRegions(db)
      return [...byId.values()].filter((one) => one.isShow === 1).map((one) => one.id)
    },
  },
  async stored(db, _who, ids) {
    const { byId } = await readRegions(db)
    return ids.map((id) => ({ ...byId.get(id), cityId: id }))
  },
  columns: [
    {
      name: 'cityId',
      title: TITLES.cityId,
      aliases: ['代码', '行政区划代码', 'code', 'cityId'],
      field: LINE.cityId,
      required: true,
      example: '330100',
      note: '六位行政区划代码',
    },
    {
      name: 'parentId',
      title: TITLES.parentId,
      aliases: ['parentId', 'pid'],
      field: LINE.parentId,
      example: '330000',
      note: '省级填0；不填时已有地区保持不变，新地区按代码归属',
    },
    {
      name: 'name',
      title: TITLES.name,
      aliases: ['名称', '单位名称', 'name'],
      field: name,
      required: true,
      example: '杭州市',
    },
    { name: 'areaCode', title: areaCode.label, field: areaCode, example: '330100000000' },
    { name: 'lng', title: lng.label, field: lng, example: '120.15507' },
    { name: 'lat', title: lat.label, field: lat, example: '30.274085' },
  ],
  mode: 'whole',
  // Parents may stand after their children, so the table is looked at as a whole.
  batchSize: 50_000,
  notes: [
    '整体导入：有一行错误则全部不导入。',
    '表中某地区列出了下级时，视为列全；未列出的原有下级视为已撤销，改为隐藏，已使用它们的地址不变。',
  ],
  async check(db, _who, rows) {
    return planRegions(rows, await readRegions(db)).errors
  },
  async write(tx, _who, rows) {
    const stored = await readRegions(tx)
    const plan = planRegions(rows, stored)
    if (plan.errors.length === 0) await writePlan(tx, plan, stored)
    return plan.errors
  },
}
