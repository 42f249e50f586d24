import { useParams } from 'react-router'
import type { OutWireOf } from '#kit/shared/call.ts'
import { switchState } from '#kit/shared/states.ts'
import { formatTime } from '#kit/shared/time.ts'
import { type Act, act } from '#kit/web/actions.tsx'
import { NONE } from '#kit/web/fieldUi.ts'
import { InfoPage } from '#kit/web/info/InfoPage.tsx'
import { CallTable } from '#kit/web/list/CallTable.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { browserZone } from '#kit/web/time/zone.ts'
import { prodCateWarning, WARN_TYPES } from './prodCateWarning.entity.ts'
import { WARNING_PAGES } from './WarningList.tsx'
import { warningCalls } from './warning.calls.ts'
import { applies, FOR_BUYERS } from './warning.rules.ts'

type Warning = OutWireOf<typeof warningCalls.info>
type Entry = OutWireOf<typeof warningCalls.log>['list'][number]

const SECTIONS = [
  { title: '预警', fields: ['cateValues', 'threshold', 'content'] },
  { title: '对象', fields: ['channelIds', 'target', 'needConfirm', 'notifyWay', 'repeatDays'] },
  { title: '有效期', fields: ['startTime', 'endTime', 'lastTime', 'createTime', 'updateTime'] },
]

const CELLS = {
  cateValues: { label: '商品分类', cell: (row: Warning) => row.cateValues || NONE },
  target: { label: '接收人/位置', cell: (row: Warning) => row.target || NONE },
}
const IF_ANY = Object.fromEntries(
  ['threshold', 'channelIds', 'needConfirm', 'notifyWay', 'repeatDays', 'lastTime'].map((name) => [
    name,
    (row: Warning) => (name === 'lastTime' ? row.warnType !== FOR_BUYERS : applies(name, row.warnType)),
  ]),
)

const ACTIONS: readonly Act<Warning>[] = [
  act({
    label: '编辑',
    permission: warningCalls.update,
    run: (row) => goTo(`${WARNING_PAGES}/edit/${row.id}`),
  }),
]

/** 商品分类预警详情: the rule, and what it has triggered. Catalog §3.7. */
export default function WarningInfo() {
  const id = Number(useParams().id ?? 0)
  return (
    <InfoPage
      of={prodCateWarning}
      call={warningCalls.info}
      id={id}
      title={(row) => `预警 ${row.msgTitle}`}
      name={(row) => row.msgTitle}
      states={(row) => [WARN_TYPES.find((one) => one.value === row.warnType), switchState(row.status)]}
      actions={ACTIONS}
      back={`${WARNING_PAGES}/warningMsg`}
      shape={prodCateWarning.all}
      sections={SECTIONS}
      cells={CELLS}
      ifAny={IF_ANY}
      lists={(row) => [
        ...(row.warnType === FOR_BUYERS
          ? []
          : [
              {
                key: 'log',
                label: '触发记录',
                content: (
                  <CallTable
                    call={warningCalls.log}
                    input={(paging) => ({ warningId: row.id, ...paging })}
                    columns={COLUMNS}
                    empty="还没有触发过，每天 07:00 检查一次"
                  />
                ),
              },
            ]),
      ]}
    />
  )
}

const COLUMNS = [
  { title: '时间', width: 140, render: (_: unknown, row: Entry) => formatTime(row.createTime, browserZone) },
  { title: '商品', width: 200, render: (_: unknown, row: Entry) => `${row.productCode} ${row.productName}` },
  { title: '数值', dataIndex: 'value', width: 80, align: 'right' as const },
  { title: '消息', dataIndex: 'content', width: 260 },
  { title: '接收人', dataIndex: 'receivers', width: 140 },
  { title: '已读', width: 140, render: (_: unknown, row: Entry) => row.readers || NONE },
]
