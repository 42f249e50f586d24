import { type DictEntry, dictValues, readTree } from '#domains/settings/settings.door.ts'
import type { Db } from '#kit/server/database.ts'
import type { RowError } from '#kit/server/fileTask.ts'
import type { Found, ProductRowCells } from './forms.ts'

interface CategoryFacts {
  id: number
  usable: boolean
  wmsGroupId: number | null
}

/** Everything a sheet names instead of numbering, read once per import. */
export interface Lookups {
  byPath: Map<string, CategoryFacts>
  byNo: Map<string, CategoryFacts>
  byId: Map<number, CategoryFacts>
  brands: Map<string, number>
  units: Map<string, number>
  groups: { id: number; code: string; name: string; zone: number }[]
  families: readonly DictEntry[]
}

const plain = (text: string): string => text.trim().toLowerCase()

export async function readLookups(db: Db): Promise<Lookups> {
  const [tree, brands, units, groups, families] = [
    await readTree(db, 1),
    await db
      .selectFrom('brand')
      .select(['id', 'brandName'])
      .where('isDel', '=', 0)
      .where('status', '=', 1)
      .execute(),
    await db
      .selectFrom('unit')
      .select(['id', 'unitName', 'unitCode'])
      .where('isDel', '=', 0)
      .where('status', '=', 1)
      .execute(),
    await db
      .selectFrom('sapWmsGroup')
      .select(['id', 'groupCode as code', 'groupName as name', 'tempZone as zone'])
      .where('isDel', '=', 0)
      .where('status', '=', 1)
      .orderBy('id')
      .execute(),
    await dictValues(db, 'product_family'),
  ]
  const names = new Map(tree.map((row) => [row.id, row]))
  const inner = new Set(tree.map((row) => row.pid))
  const byPath = new Map<string, CategoryFacts>()
  const byNo = new Map<string, CategoryFacts>()
  const byId = new Map<number, CategoryFacts>()
  for (const row of tree) {
    const path: string[] = []
    for (let at = names.get(row.id); at !== undefined && path.length < 10; at = names.get(at.pid))
      path.unshift(plain(at.name))
    const facts = { id: row.id, usable: row.status === 1 && !inner.has(row.id), wmsGroupId: row.wmsGroupId }
    byPath.set(path.join('/'), facts)
    byId.set(row.id, facts)
    if (row.sourceNo !== '') byNo.set(plain(row.sourceNo), facts)
  }
  return {
    byPath,
    byNo,
    byId,
    brands: new Map(brands.map((row) => [plain(row.brandName), row.id])),
    units: new Map(
      units.flatMap((row) => [
        [plain(row.unitCode), row.id] as const,
        [plain(row.unitName), row.id] as const,
      ]),
    ),
    groups,
    families,
  }
}

/** The ids behind the names of a row; blank ones are left out. Errors name the column. */
export function lookUp(at: Lookups, row: ProductRowCells): { found: Partial<Found>; errors: RowError[] } {
  const { cells, rowNo } = row
  const errors: RowError[] = []
  const fail = (column: string, message: string): void => void errors.push({ rowNo, column, message })
  const found: Partial<Found> = {}

  const named: [string, string, CategoryFacts | undefined][] = [
    ...split(cells.catePath, /[;；\n]+/).map((path): [string, string, CategoryFacts | undefined] => [
      '分类路径',
      path,
      at.byPath.get(
        split(path, /[/／>]+/)
          .map(plain)
          .join('/'),
      ),
    ]),
    ...split(cells.cateNo, /[,，;；\s]+/).map((no): [string, string, CategoryFacts | undefined] => [
      '分类外部编号',
      no,
      at.byNo.get(plain(no)),
    ]),
  ]
  for (const [column, name, facts] of named) {
    if (facts === undefined) fail(column, `商品分类“${name}”不存在`)
    else if (!facts.usable) fail(column, `商品分类“${name}”已停用或不是末级分类`)
  }
  const categories = named.flatMap(([, , facts]) => (facts?.usable ? [facts] : []))
  if (categories.length > 0) found.cateId = [...new Set(categories.map((one) => one.id))]

  if (cells.brandName !== '') {
    const brandId = at.brands.get(plain(cells.brandName))
    if (brandId === undefined) fail('品牌', `品牌“${cells.brandName}”不存在或已停用`)
    else found.brandId = brandId
  }
  const unitId = at.units.get(plain(cells.unitName))
  if (unitId === undefined) fail('单位', '单位不存在，请先在计量单位中维护')
  else found.unitId = unitId
  if (cells.family !== '') {
    const family = at.families.find((one) => one.dictLabel === cells.family || one.dictValue === cells.family)
    if (family === undefined) fail('产品族', `产品族“${cells.family}”不存在`)
    else found.productFamily = family.dictValue
  }
  if (cells.wmsGroup !== '') {
    const group = at.groups.find((one) => [plain(one.code), plain(one.name)].includes(plain(cells.wmsGroup)))
    if (group === undefined) fail('仓储分组', `仓储分组“${cells.wmsGroup}”不存在`)
    else if (group.zone !== (cells.storage ?? group.zone))
      fail('仓储分组', 'SAP仓储分组与储存条件的温层不一致')
    else Object.assign(found, { wmsGroupId: group.id, storageCondition: group.zone })
  }
  return { found, errors }
}

/** The references of a new product: what the sheet names, completed by the usual ones. */
export function completed(at: Lookups, row: ProductRowCells, found: Partial<Found>): Found {
  const zone = row.cells.storage ?? found.storageCondition ?? 1
  const category = at.byId.get(found.cateId?.[0] ?? 0)
  const proposed = at.groups.find((one) => one.id === category?.wmsGroupId && one.zone === zone)
  return {
    ...found,
    cateId: found.cateId ?? [],
    brandId: found.brandId ?? null,
    unitId: found.unitId ?? 0,
    wmsGroupId: found.wmsGroupId ?? proposed?.id ?? at.groups.find((one) => one.zone === zone)?.id ?? null,
    productFamily: found.productFamily ?? at.families.find((one) => one.pid === 0)?.dictValue ?? '',
  }
}

function split(text: string, by: RegExp): string[] {
  return text
    .split(by)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
