import { SwapOutlined } from '@ant-design/icons'
import { Badge } from 'antd'
import { act } from '#kit/web/actions.tsx'
import type { RowSeen } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { PageTabs } from '#kit/web/PageTabs.tsx'
import { LevelLog } from './LevelLog.tsx'
import { openSetLevel } from './openSetLevel.ts'
import { orgLevelCalls } from './orgLevel.calls.ts'
import { orgLevel } from './orgLevel.entity.ts'

const READS = ['color', 'levelName', 'minScore'] as const
type Row = RowSeen<typeof orgLevelCalls.list, typeof READS>

const FORM = '/company/addOrgLevel'
const SHOW = [
  'levelName',
  'grade',
  'channelId',
  'discount',
  'minScore',
  'minMonthAmount',
  'companyCount',
  'status',
]
const COLUMNS = {
  levelName: {
    render: ({ color, levelName }: Row) =>
      color === '' ? levelName : <Badge color={color} text={levelName} />,
  },
  minScore: { render: ({ minScore }: Row) => minScore },
}
const PAGES = {
  create: FORM,
  edit: ({ id }: { id: number }) => `${FORM}/${id}`,
  see: ({ id }: { id: number }) => `/company/storeLevelInfo/${id}`,
}
const TOP = [
  act({
    label: '调整单位等级',
    icon: <SwapOutlined />,
    permission: orgLevelCalls.set,
    run: () => openSetLevel(),
  }),
]

function Levels() {
  return (
    <ListPage
      reads={READS}
      of={orgLevel}
      calls={orgLevelCalls}
      show={SHOW}
      columns={COLUMNS}
      dated=""
      pages={PAGES}
      top={TOP}
      empty="还没有等级。点击新增，从最低的级别开始，级别越高最低得分越高"
    />
  )
}

/** 门店等级 and what has become of companies' levels. Catalog §6.5. */
export default function OrgLevelList() {
  return (
    <PageTabs
      tabs={[
        { key: 'level', label: '等级', call: orgLevelCalls.list, page: <Levels /> },
        { key: 'log', label: '等级日志', call: orgLevelCalls.log, page: <LevelLog /> },
      ]}
    />
  )
}
