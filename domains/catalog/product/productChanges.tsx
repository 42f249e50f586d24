import type { OutWireOf } from '#kit/shared/call.ts'
import { DECISION_LABELS } from '#kit/shared/document.ts'
import type { Changes } from '#kit/web/info/changes.tsx'
import { ChangedFields } from './ProductLog.tsx'
import { product } from './product.entity.ts'
import type { historyCalls } from './repo.calls.ts'

export type ExaminedProduct = OutWireOf<typeof historyCalls.examineInfo>

/** How a product differs from what was approved last, fields of it at their places, those of its specifications in a table. Screens §3. */
export function productChanges(row: ExaminedProduct, deciding: boolean): Changes<ExaminedProduct> {
  const isPassed = row.history.some(
    ({ action }) => action === DECISION_LABELS.pass || action === DECISION_LABELS.passOwn,
  )
  if (!isPassed)
    return { row, marks: {}, note: <span className="k-hint">首次提交，全部内容</span>, alone: false }
  const isOwn = ({ field, label }: { field: string; label: string }) =>
    Object.entries(product.all).some(([name, own]) => name === field && own.label === label)
  const ofSkus = row.diff.filter((one) => !isOwn(one))
  const count = row.diff.length
  return {
    row,
    marks: Object.fromEntries(
      row.diff
        .filter(isOwn)
        .map(({ field, before }) => [field, { label: '原值', value: before === '' ? '空' : before }]),
    ),
    note: (
      <>
        <span className="k-hint">
          {count === 0 ? '与上次审核通过时一致' : `${count}项与上次审核通过时不同，已标出`}
        </span>
        {ofSkus.length > 0 && <ChangedFields fields={ofSkus} />}
      </>
    ),
    alone: deciding && count > 0,
  }
}
