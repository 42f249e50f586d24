import { LONG_PAGE_SIZES } from '#kit/shared/pager.ts'
import { type Act, callAct } from '#kit/web/actions.tsx'
import type { RowSeen } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { KEPT, RELEASED, sensitiveHit, WAITING } from './sensitiveHit.entity.ts'
import { hitCalls } from './words.calls.ts'

const READS = ['review'] as const
type Row = RowSeen<typeof hitCalls.list, typeof READS>
type Result = typeof RELEASED | typeof KEPT

const CALLS = { list: hitCalls.list, exportRows: hitCalls.exportRows }
const SHOW = ['createTime', 'scene', 'person', 'words', 'original', 'action', 'review']

const reviewAct = (label: string, result: Result, prompt: string): Act<Row> =>
  callAct(hitCalls.review, {
    label,
    prompt,
    danger: result === KEPT,
    when: (row) => row.review === WAITING,
    input: (row) => ({ id: row.id, result }),
  })
const ACTS = [
  reviewAct('放行', RELEASED, '放行后内容将正常显示，确定放行吗？'),
  reviewAct('维持', KEPT, '内容将继续隐藏，确定维持吗？'),
]
const COLUMNS = { createTime: { title: '时间' } }

/** 命中记录 with their review. */
export function HitList() {
  return (
    <ListPage
      reads={READS}
      of={sensitiveHit}
      calls={CALLS}
      show={SHOW}
      columns={COLUMNS}
      dated="时间"
      actions={ACTS}
      sizes={LONG_PAGE_SIZES}
    />
  )
}
