import type { RowSeen } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { orgLevelCalls } from './orgLevel.calls.ts'
import { orgLevelLog } from './orgLevel.entity.ts'

const READS = ['afterLevelName', 'afterStar', 'beforeLevelName', 'beforeStar'] as const
type Row = RowSeen<typeof orgLevelCalls.log, typeof READS>

const CALLS = { list: orgLevelCalls.log }
const SHOW = [
  'orgName',
  'levels',
  'stars',
  'changeType',
  'score',
  'evaluateMonth',
  'evaluationNo',
  'operatorName',
  'createTime',
]
const SUBJECT = { name: 'orgName' }
const NONE = '无'
const starText = (star: number | null): string => (star === null ? NONE : `${star}星`)
const COLUMNS = {
  orgName: { width: 190 },
  changeType: { width: 70 },
  score: { width: 70 },
  evaluateMonth: { width: 90 },
  evaluationNo: { width: 165 },
  operatorName: { width: 90 },
  levels: {
    title: '原等级 → 新等级',
    width: 160,
    render: (row: Row) => `${row.beforeLevelName || NONE} → ${row.afterLevelName || NONE}`,
  },
  stars: {
    title: '原星级 → 新星级',
    width: 120,
    render: (row: Row) => `${starText(row.beforeStar)} → ${starText(row.afterStar)}`,
  },
}

/** 等级日志, of all companies or of one. Catalog §6.5. */
export function LevelLog({ companyId }: { companyId?: number }) {
  const own =
    companyId === undefined ? { searched: '单位名称、编码' } : { fixed: { companyId: String(companyId) } }
  return (
    <ListPage
      reads={READS}
      of={orgLevelLog}
      calls={CALLS}
      subject={SUBJECT}
      show={SHOW}
      columns={COLUMNS}
      dated="变动时间"
      {...own}
      empty="等级和星级还没有变动过"
    />
  )
}
