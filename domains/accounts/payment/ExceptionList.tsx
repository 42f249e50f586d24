import type { OutWireOf } from '#kit/shared/call.ts'
import { formatMoney, parseMoney } from '#kit/shared/money.ts'
import { type Act, act } from '#kit/web/actions.tsx'
import { NONE } from '#kit/web/fieldUi.ts'
import { cellOf, type RowSeen } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { PageLink } from '#kit/web/shell/PageLink.tsx'
import { exceptionStates } from './exception.states.ts'
import { handleBy } from './handleDialog.tsx'
import { exceptionCalls as calls } from './payment.calls.ts'
import { EXCEPTION_STATES, HANDLE_TYPES, paymentException } from './payment.entity.ts'

const READS = ['type', 'flowNo', 'status', 'version', 'amount', 'expectAmount'] as const
type Row = RowSeen<typeof calls.list, typeof READS>

const CALLS = { list: calls.list }
const SHOW = ['flowNo', 'type', 'orderSn', 'amount', 'difference', 'status', 'createTime', 'handleType']
/** Values of an exception's type. */
const WITH_MONEY = [1, 2, 3, 4]
const MISPAID = 2
const RELATABLE = [3, 4]

const closedIn =
  (action: keyof typeof exceptionStates.actions) =>
  ({ status }: Row): string | null => {
    if (exceptionStates.actions[action].from.some((one) => one === status)) return null
    const label = EXCEPTION_STATES.find((one) => one.value === status)?.label ?? ''
    return `${label}，不能${exceptionStates.actions[action].label}`
  }

const centsOf = (text: string | null): number => (text === null ? 0 : (parseMoney(text) ?? 0))

/** What accepting another amount will mean. */
function acceptText({ amount, expectAmount }: Row): string {
  const difference = centsOf(amount) - centsOf(expectAmount)
  if (difference < 0) return `少付${formatMoney(-difference)}元，确认后应付金额相应调低，订单按已付清处理。`
  return `多付${formatMoney(difference)}元，确认后按应付金额入账，多付的部分生成退款单退回。`
}

const ACTIONS: readonly Act<Row>[] = [
  act({
    label: '确认入账',
    permission: calls.accept,
    when: ({ type }) => type === MISPAID,
    closed: closedIn('accept'),
    run: (row) => handleBy.accept(row, acceptText(row)),
  }),
  act({
    label: '退款',
    permission: calls.handle,
    when: ({ type }) => WITH_MONEY.includes(type),
    closed: closedIn('refund'),
    run: (row) =>
      handleBy.refund(row, `到账的${row.amount ?? '0.00'}元将生成退款单，由其他人审核后原路退回。`),
  }),
  act({
    label: '关联订单',
    permission: calls.handle,
    when: ({ type }) => RELATABLE.includes(type),
    closed: closedIn('relate'),
    run: (row) => handleBy.relate(row),
  }),
  act({
    label: '忽略',
    permission: calls.handle,
    when: ({ type }) => type !== MISPAID,
    closed: closedIn('ignore'),
    danger: true,
    run: (row) => handleBy.ignore(row),
  }),
]

type Full = OutWireOf<typeof calls.list>['list'][number]
const cell = cellOf<Full>()
const COLUMNS = {
  handleType: {
    width: 120,
    ...cell(['handleType', 'refundNoteId', 'refundNoteSn'], ({ handleType, refundNoteId, refundNoteSn }) => {
      const label = HANDLE_TYPES.find((one) => one.value === handleType)?.label ?? NONE
      if (refundNoteId === null) return label
      return <PageLink to={`/order/refundNoteInfo/${refundNoteId}/5`}>{`${label} ${refundNoteSn}`}</PageLink>
    }),
  },
}

const TABS = { name: 'status', items: EXCEPTION_STATES }

/** 支付异常: money that fits nothing, until somebody says what becomes of it. Orders §6.5. */
export default function ExceptionList() {
  return (
    <ListPage
      reads={READS}
      of={paymentException}
      calls={CALLS}
      show={SHOW}
      columns={COLUMNS}
      tabs={TABS}
      dated="发现时间"
      actions={ACTIONS}
      empty="没有支付异常。收到重复、金额不符或无法识别的款项时，会出现在这里"
    />
  )
}
