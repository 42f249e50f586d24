import { images, text } from '#kit/fields/shared.ts'
import { closedBy } from '#kit/shared/states.ts'
import { groupedAmount } from '#kit/shared/text.ts'
import { type Act, act, stateAct } from '#kit/web/actions.tsx'
import { openForm } from '#kit/web/form/FormModal.tsx'
import type { RowSeen } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { withdrawCalls as calls } from './withdraw.calls.ts'
import { WITHDRAW_STATES, withdraw } from './withdraw.entity.ts'
import { withdrawStates } from './withdraw.states.ts'

const READS = ['withdrawSn', 'amount', 'payeeName', 'payeeAccount', 'payeeBank', 'status'] as const
type Row = RowSeen<typeof calls.list, typeof READS>

const CALLS = { list: calls.list, exportRows: calls.exportRows }
const SHOW = ['userName', 'amount', 'method', 'payeeName', 'payeeAccount', 'status', 'createTime', 'payTime']
const COLUMNS = { createTime: { title: '申请时间' } }
const TABS = { name: 'status', items: WITHDRAW_STATES, counts: calls.counts }
const TOUCHES = ['/admin/account', '/admin/ct/account']

const SHAPE = {
  voucher: images('打款凭证', { max: 5, required: true }),
  opinion: text('审核意见', { max: 200, long: true }),
}

/** 通过: the money was paid, which the voucher shows. */
const passAct: Act<Row> = act({
  label: '通过',
  permission: calls.examine,
  when: (row) => row.status !== 1,
  closed: (row) => closedBy(withdrawStates, 'pass', row.status),
  run: (row) =>
    void openForm({
      of: withdraw,
      calls: { save: calls.examine },
      shape: SHAPE,
      id: null,
      title: `提现打款 ${row.withdrawSn}`,
      inputs: {
        voucher: {
          help: `请先向 ${row.payeeName} ${row.payeeBank} ${row.payeeAccount} 打款 ${groupedAmount(row.amount)} 元，再上传回单`,
        },
      },
      complete: (input) => ({ ...input, id: row.id, version: row.version, status: 1 }),
      success: '已提现',
      touches: TOUCHES,
    }),
})

const ACTIONS: readonly Act<Row>[] = [
  passAct,
  stateAct(withdrawStates, 'reject', calls.examine, {
    input: ({ id, version }, opinion) => ({ id, version, status: -1 as const, opinion }),
    success: '已驳回，冻结的金额已退回余额',
    touches: TOUCHES,
  }),
]

/** 提现: what consumers ask to be paid out. Orders §6.10. */
export default function WithdrawList() {
  return (
    <ListPage
      reads={READS}
      of={withdraw}
      calls={CALLS}
      show={SHOW}
      columns={COLUMNS}
      tabs={TABS}
      dated="申请时间"
      actions={ACTIONS}
      empty="还没有提现申请。用户在商城申请提现后在此审核打款"
    />
  )
}
