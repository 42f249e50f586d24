import { Alert, Space } from 'antd'
import { canDo } from '#kit/shared/states.ts'
import { formatTime } from '#kit/shared/time.ts'
import { type Act, act, callAct, stateAct } from '#kit/web/actions.tsx'
import { forAll } from '#kit/web/batch.ts'
import { NONE, type WireRow } from '#kit/web/fieldUi.ts'
import type { RowSeen } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { optionsFilter } from '#kit/web/list/optionsFilter.tsx'
import { StateTag } from '#kit/web/StateTag.tsx'
import { browserZone } from '#kit/web/time/zone.ts'
import { useCall } from '#kit/web/useCall.ts'
import { openPayload } from './openPayload.tsx'
import { queueCalls as calls } from './queue.calls.ts'
import { queueStates } from './queue.states.ts'
import { sapOutbox } from './sapOutbox.entity.ts'

const READS = ['isHeld', 'nextTime', 'status', 'voided'] as const
type Row = RowSeen<typeof calls.list, typeof READS>

const CALLS = { list: calls.list }
const TOUCHES = [calls.list.path, calls.stat.path]
const SHOW = ['bizSn', 'bizTypeName', 'action', 'status', 'attempts', 'nextTime', 'lastError', 'createTime']
const stateOf = (row: WireRow) =>
  row.voided === 1
    ? ({ label: '已作废', means: 'off' } as const)
    : queueStates.states.find((one) => one.value === row.status)
/** Only what waits has a next time, and only when it is its turn. */
function nextOf({ status, voided, isHeld, nextTime }: Row): string {
  if (status !== 0 || voided === 1) return NONE
  return isHeld === 1 ? '等待前序报文' : formatTime(nextTime, browserZone)
}
const COLUMNS = {
  bizTypeName: { width: 110 },
  status: {
    render: (row: Row) => {
      const state = stateOf(row)
      return state === undefined ? null : <StateTag {...state} />
    },
  },
  lastError: { width: 180 },
  nextTime: { render: nextOf },
}
const useTypes = () => useCall(calls.stat, {}, { quiet: true }).data?.types
const FILTERS = [optionsFilter('bizType', '单据类型', useTypes)]
const isLive = (row: Row): boolean => row.voided === 0
const ACTIONS: readonly Act<Row>[] = [
  act({ label: '报文', permission: calls.info, run: ({ id }) => void openPayload(id) }),
  stateAct(queueStates, 'retry', calls.retry, {
    when: isLive,
    input: ({ id }) => ({ id }),
    success: '已重新排队',
    touches: TOUCHES,
  }),
  stateAct(queueStates, 'void', calls.void, {
    when: isLive,
    input: ({ id }, reason) => ({ id, reason }),
    success: '已作废',
    touches: TOUCHES,
  }),
]
const BATCH: readonly Act<readonly Row[]>[] = [
  callAct(calls.retryBatch, {
    label: '批量重试',
    ...forAll(
      (row: Row) => isLive(row) && canDo(queueStates, 'retry', row.status),
      '选中的报文中有不能重试的',
    ),
    input: (rows) => ({ ids: rows.map((row) => row.id).join(',') }),
    success: '已重新排队',
    touches: TOUCHES,
  }),
]

const MOST_COUNTED = 10_000
const countText = (count: number | undefined): string =>
  count === undefined
    ? NONE
    : count > MOST_COUNTED
      ? `${MOST_COUNTED.toLocaleString()}+`
      : count.toLocaleString()

/** How much waits and since when, and why nothing leaves. */
function Head() {
  const { data } = useCall(calls.stat, {}, { quiet: true })
  // The line stands from the start, so that nothing below it moves when it is known.
  const { configured = true, waiting, sent, failed, oldest = null } = data ?? {}
  return (
    <>
      {!configured && (
        <Alert type="warning" showIcon title="未配置SAP接口地址，队列等待中" style={{ marginBottom: 12 }} />
      )}
      <Space size={[24, 4]} wrap style={{ marginBottom: 12 }}>
        <span>待同步 {countText(waiting)}</span>
        <span>同步成功 {countText(sent)}</span>
        <span>同步失败 {countText(failed)}</span>
        {oldest !== null && <span>最早等待 {formatTime(oldest, browserZone)}</span>}
      </Space>
    </>
  )
}

/** SAP队列: what goes to SAP and how far it came. Orders §7.3. */
export default function SapQueue() {
  return (
    <ListPage
      reads={READS}
      of={sapOutbox}
      calls={CALLS}
      show={SHOW}
      columns={COLUMNS}
      filters={FILTERS}
      actions={ACTIONS}
      batch={BATCH}
      above={<Head />}
      empty="队列为空。单据审核通过后自动排入队列"
    />
  )
}
