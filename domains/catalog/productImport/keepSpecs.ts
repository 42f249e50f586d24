import type { ImportAsk, RowError } from '#kit/server/fileTask.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { formatMoney } from '#kit/shared/money.ts'
import type { sku } from '../product/sku.entity.ts'
import type { Attr } from '../product/spec.rules.ts'

/** What the tick reads that lets an import remove specifications. */
export const REMOVE = '移除表中没有的规格'

const COLUMN = '规格名1'

/** A product's specifications as they are. */
export interface StoredSpecs {
  specType: 0 | 1
  attr: readonly Attr[]
  /** the living ones in their order */
  skus: readonly EntityRow<typeof sku>[]
}

/** A product without specifications yet. */
export const NONE: StoredSpecs = { specType: 0, attr: [], skus: [] }

/** The line of a specification in the words of the form, out of a row of the sheet. */
export interface SpecLine {
  rowNo: number
  attrValue: Record<string, string>
  /** what the row fills in; what is left out stays as it is */
  given: Record<string, unknown>
}

/** The specification part of a form, and the row of the sheet that each of its lines is told at. */
export interface MergedSpecs {
  specs: { specType: 0 | 1; attr: Attr[]; attrValue: Record<string, unknown>[] }
  lineRows: { rowNo: number }[]
}

const typed = (row: EntityRow<typeof sku>): Record<string, unknown> => ({
  id: row.id,
  attrValue: row.attrValue,
  skuCode: row.skuCode,
  barCode: row.barCode,
  price: formatMoney(row.price),
  otPrice: formatMoney(row.otPrice),
  cost: formatMoney(row.cost),
  weight: row.weight,
  volume: row.volume,
  image: row.image,
  stock: row.stock,
  brokerage: formatMoney(row.brokerage),
  brokerageTwo: formatMoney(row.brokerageTwo),
  isShow: row.isShow,
})

const quoted = (skus: StoredSpecs['skus']): string => skus.map(({ suk }) => `“${suk}”`).join('、')

/** Values by name in the order they stand in lists of them, each once. */
function valuesOf(names: readonly string[], lists: readonly (readonly Attr[])[]): Attr[] {
  return names.map((attrName) => ({
    attrName,
    attrValues: [
      ...new Set(lists.flatMap((attr) => attr.find((one) => one.attrName === attrName)?.attrValues ?? [])),
    ],
  }))
}

/**
 * Puts the specifications of a sheet beside those that are there: what the sheet leaves out of a specification stays,
 * and so do specifications it does not name, unless 移除表中没有的规格 is ticked. Both are told.
 */
export function mergeSpecs(
  sheet: { attr: readonly Attr[]; lines: readonly SpecLine[] },
  stored: StoredSpecs,
  ask: ImportAsk,
): MergedSpecs | { errors: RowError[] } {
  const { lines } = sheet
  const head = lines[0]?.rowNo ?? 0
  const note = (message: string) => ask.tell({ rowNo: head, column: COLUMN, message })
  const names = sheet.attr.map((one) => one.attrName)
  if (names.length === 0) {
    const [only] = stored.skus
    const base = stored.specType === 0 && only !== undefined ? typed(only) : {}
    return {
      specs: { specType: 0, attr: [], attrValue: lines.map(({ given }) => ({ ...base, ...given })) },
      lineRows: lines.map(({ rowNo }) => ({ rowNo })),
    }
  }
  const there = stored.specType === 1 ? stored.attr.map((one) => one.attrName) : []
  const isSame = there.length === names.length && names.every((name) => there.includes(name))
  if (there.length > 0 && !isSame && !ask.ticked('remove'))
    return {
      errors: [
        {
          rowNo: head,
          column: COLUMN,
          message: `规格名与该商品已有的（${there.join('、')}）不同；要以表中的规格替换时勾选“${REMOVE}”`,
        },
      ],
    }
  const order = isSame ? there : names
  const keyOf = (pairs: Readonly<Record<string, string>>) => order.map((name) => pairs[name]).join('\n')
  const left = new Map(
    stored.specType === 1 ? stored.skus.map((one) => [keyOf(one.attrValue), one] as const) : [],
  )
  const byKey = new Map(left)
  const named = lines.map((line) => {
    const key = keyOf(line.attrValue)
    const before = left.get(key)
    left.delete(key)
    const { attrValue, given, rowNo } = line
    return { key, rowNo, line: { ...(before === undefined ? {} : typed(before)), attrValue, ...given } }
  })
  const others = [...left.values()]
  if (stored.specType === 0 && stored.skus.length > 0) note('单规格将改为多规格')
  const isKept = isSame && !ask.ticked('remove') && others.length > 0
  if (isKept) note(`规格${quoted(others)}不在表中，保持不变`)
  else if (others.length > 0) note(`将移除规格${quoted(others)}`)
  if (!isKept)
    return {
      specs: {
        specType: 1,
        attr: valuesOf(order, [sheet.attr]),
        attrValue: named.map(({ line }) => line),
      },
      lineRows: named,
    }
  // Those that are there keep their places, and new ones follow.
  const all = [
    ...[...byKey].flatMap(([key, one]) => {
      const given = named.filter((line) => line.key === key)
      return given.length > 0 ? given : [{ rowNo: head, line: typed(one) }]
    }),
    ...named.filter(({ key }) => !byKey.has(key)),
  ]
  return {
    specs: {
      specType: 1,
      attr: valuesOf(order, [stored.attr, sheet.attr]),
      attrValue: all.map(({ line }) => line),
    },
    lineRows: all,
  }
}
