import { choice, lines, ref } from '#kit/fields/shared.ts'
import { type Act, act } from '#kit/web/actions.tsx'
import type { WireRow } from '#kit/web/fieldUi.ts'
import { openForm } from '#kit/web/form/FormModal.tsx'
import { cellOf, type RowSeen } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { AssignLines } from './assignLines.tsx'
import { assignLine, vacctCalls as calls } from './vacct.calls.ts'
import { OWNER_TYPES, stockVacct } from './vacct.entity.ts'

const READS = ['warehouseId', 'name', 'status'] as const
type Row = RowSeen<typeof calls.list, typeof READS>
const TOUCHES = ['/admin/wms/stockVacct', '/admin/wms/stock']
const WIDTH = 860

const LINES = lines('明细', assignLine, { max: 500, required: true })

const INPUTS = { lines: { Input: AssignLines, wide: true } }
/** What the lines ask of their account. */
const ofAccount = (row: Row) => ({ accountId: row.id, warehouseId: row.warehouseId })

const linesAct = (label: string, call: typeof calls.assign, closed?: (row: Row) => string | null): Act<Row> =>
  act({
    label,
    permission: call,
    ...(closed === undefined ? {} : { closed }),
    run: (row) =>
      void openForm({
        of: stockVacct,
        calls: { save: call },
        shape: { lines: LINES },
        id: null,
        title: `${label} ${row.name}`,
        width: WIDTH,
        initial: ofAccount(row),
        inputs: INPUTS,
        complete: (input) => ({ ...input, id: row.id }),
        success: `${label}成功`,
        touches: TOUCHES,
      }),
  })

const ACTIONS: readonly Act<Row>[] = [
  linesAct('分配', calls.assign, (row) => (row.status === 1 ? null : '账户已停用，不能分配')),
  linesAct('收回', calls.recall),
  act({
    label: '转账',
    permission: calls.move,
    run: (row) =>
      void openForm({
        of: stockVacct,
        calls: { save: calls.move },
        shape: { toId: ref('转入账户', 'stockVacct', { required: true }), lines: LINES },
        id: null,
        title: `转账 ${row.name}`,
        width: WIDTH,
        initial: ofAccount(row),
        inputs: INPUTS,
        complete: (input) => ({ ...input, fromId: row.id }),
        success: '转账成功',
        touches: TOUCHES,
      }),
  }),
  act({ label: '流水', permission: calls.recordList, run: (row) => goTo(`/wms/stockVacctRecord/${row.id}`) }),
]

const OWNER_FIELDS: Readonly<Record<string, number>> = {
  channelId: 1,
  companyId: 2,
  activityId: 3,
  storeId: 4,
}

const FORM = {
  title: '库存虚拟账户',
  width: 640,
  initial: { ownerType: 1 },
  hidden: (name: string, values: WireRow) =>
    name in OWNER_FIELDS && OWNER_FIELDS[name] !== Number(values.ownerType),
}

const OWNER = choice('归属类型', OWNER_TYPES, {})
const CHANNEL = stockVacct.shape.channelId
const labelOf = (field: { choices?: readonly { value: unknown; label: string }[] }, value: unknown): string =>
  field.choices?.find((one) => one.value === value)?.label ?? ''

const cell = cellOf<WireRow>()
const COLUMNS = {
  ownerType: {
    title: '归属',
    width: 150,
    ...cell(['ownerType', 'channelId', 'companyName', 'storeName', 'activityId'], (row) => {
      const names = [labelOf(CHANNEL, row.channelId), row.companyName, row.storeName, row.activityId]
      return `${labelOf(OWNER, row.ownerType)} ${names.find((one) => one) ?? ''}`
    }),
  },
}
const SHOW = ['name', 'ownerType', 'warehouseId', 'mode', 'qty', 'reserved', 'free', 'endTime', 'status']
const CALLS = {
  list: calls.list,
  info: calls.info,
  save: calls.save,
  update: calls.update,
  status: calls.status,
  exportRows: calls.exportRows,
}

/** 库存虚拟账户: stock kept for a channel, a company, an activity or a store. Warehouse §4.10. */
export default function VacctList() {
  return (
    <ListPage
      of={stockVacct}
      calls={CALLS}
      reads={READS}
      show={SHOW}
      columns={COLUMNS}
      form={FORM}
      actions={ACTIONS}
      empty="还没有虚拟账户。为渠道、公司、活动或门店建立账户后，可以把一部分库存留给它们"
    />
  )
}
