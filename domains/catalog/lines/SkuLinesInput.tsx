import { Button } from 'antd'
import { useEffect, useRef } from 'react'
import LinesInput, { type LinesInputProps } from '#kit/fields/lines/web.tsx'
import type { WireRow } from '#kit/web/fieldUi.ts'
import { changedLine, rowsOf } from '#kit/web/lines/line.ts'
import { request } from '#kit/web/request.ts'
import { toastInfo } from '#kit/web/toast.ts'
import { pickSkus } from '../catalog.pickers.tsx'
import { findSkusCall } from './lines.calls.ts'
import { pasteCodes } from './PasteCodes.tsx'
import type { FindTerms, FoundSku } from './skuFind.ts'

interface SkuLinesInputProps extends Omit<LinesInputProps, 'onAdd' | 'noCopy' | 'totals'> {
  /** for whom the prices beside the lines are asked; left out: what the skus show */
  terms?: FindTerms
  /** what a sku brings to its line besides what it is (skuLine): figures and first values */
  lineOf?: (found: FoundSku) => WireRow
  /** said below the table about its lines, e.g. how many break a rule; '' for nothing */
  hint?: (rows: readonly WireRow[]) => string
  /** which of that is brought again when the terms change; left out: nothing */
  again?: (found: FoundSku) => WireRow
}

const NO_TERMS: FindTerms = {}
const FROZEN = ['productName']

/** What a sku is, as skuLine names it. */
const cardOf = ({ skuId, productName, skuCode, suk, unitName, cost }: FoundSku): WireRow => ({
  skuId,
  productName,
  skuCode,
  suk,
  unitName,
  cost,
})

/**
 * Lines of a document about skus, one per sku: added by the picker or by pasted codes, with figures beside what is
 * typed. The lines field is made of skuLine and what the document adds. Catalog §4.2, §10.
 */
export function SkuLinesInput({ terms = NO_TERMS, lineOf, hint, again, ...props }: SkuLinesInputProps) {
  const { value, onChange, derive, disabled, field } = props
  const rows = rowsOf(value)
  const derived = (row: WireRow, changed: string): WireRow =>
    derive === undefined ? row : { ...row, ...derive(row, changed) }
  const taken = () => new Set(rows.map((row) => Number(row.skuId)))
  const linesOf = (found: readonly FoundSku[]) => {
    const there = taken()
    const fresh = found.filter((one) => !there.has(one.skuId))
    if (fresh.length < found.length) toastInfo(`${found.length - fresh.length}个商品已在明细中`)
    return fresh.map((one) => derived({ ...cardOf(one), ...lineOf?.(one) }, 'skuId'))
  }
  const pick = async () => {
    const there = taken()
    const picked = await pickSkus({ off: (row) => (there.has(row.skuId ?? row.id) ? '已在明细中' : null) })
    if (picked === null) return null
    const { list } = await request(findSkusCall, {
      skuIds: picked.map((row) => row.skuId ?? row.id).join(','),
      ...terms,
    })
    return linesOf(list)
  }
  const paste = async () => {
    const found = await pasteCodes(terms)
    if (found !== null)
      onChange([...rows, ...linesOf(found)].slice(0, field.max ?? rows.length + found.length))
  }

  // Another customer pays another price: what stands beside the lines is asked anew.
  const now = useRef({ rows, onChange, derived, again })
  useEffect(() => {
    now.current = { rows, onChange, derived, again }
  })
  const asked = JSON.stringify(terms)
  const before = useRef(asked)
  useEffect(() => {
    if (before.current === asked) return
    before.current = asked
    const { rows, again } = now.current
    if (again === undefined || rows.length === 0) return
    let gone = false
    const skuIds = rows.map((row) => String(row.skuId)).join(',')
    void request(findSkusCall, { skuIds, ...JSON.parse(asked) }, { quiet: true }).then(({ list }) => {
      const { rows, onChange, derived } = now.current
      const bySku = new Map(list.map((one) => [one.skuId, one]))
      if (gone) return
      onChange(
        rows.map((row) => {
          const found = bySku.get(Number(row.skuId))
          return found === undefined ? row : changedLine(row, derived({ ...row, ...again(found) }, 'skuId'))
        }),
      )
    })
    return () => {
      gone = true
    }
  }, [asked])

  return (
    <LinesInput
      freeze={FROZEN}
      {...props}
      noCopy
      addLabel="选择商品"
      emptyText={disabled ? '没有明细' : '还没有商品，点击“选择商品”或“粘贴编码”新增'}
      // A sheet that is pasted beyond the last line names no skus.
      onChange={(next) => onChange(rowsOf(next).filter((row) => row.skuId !== undefined))}
      onAdd={pick}
      totals={(now) => (
        <>
          {!disabled && (
            <Button type="link" className="k-link" onClick={() => void paste()}>
              粘贴编码
            </Button>
          )}
          <span className="p-warning">{hint?.(now)}</span>
        </>
      )}
    />
  )
}
