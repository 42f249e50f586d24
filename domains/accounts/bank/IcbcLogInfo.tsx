import { useParams } from 'react-router'
import type { OutWireOf } from '#kit/shared/call.ts'
import { formatMoney, parseMoney } from '#kit/shared/money.ts'
import { groupedAmount } from '#kit/shared/text.ts'
import { formatTime } from '#kit/shared/time.ts'
import { type Act, Acts, callAct } from '#kit/web/actions.tsx'
import { NONE } from '#kit/web/fieldUi.ts'
import { InfoPage } from '#kit/web/info/InfoPage.tsx'
import { CallTable } from '#kit/web/list/CallTable.tsx'
import { StateTag } from '#kit/web/StateTag.tsx'
import { mayCall } from '#kit/web/session.ts'
import { PageLink } from '#kit/web/shell/PageLink.tsx'
import { Empty } from '#kit/web/states/Empty.tsx'
import { Table } from '#kit/web/Table.tsx'
import { browserZone } from '#kit/web/time/zone.ts'
import { bankLineCalls } from './bankLine.calls.ts'
import { DIRECTIONS, MATCH_STATES, OPEN_STATES } from './bankLine.entity.ts'
import { LINE_ACTS } from './bankLineActs.tsx'
import { icbcLogCalls as calls } from './icbcLog.calls.ts'
import { icbcLog, LOG_STATES } from './icbcLog.entity.ts'

type Log = OutWireOf<typeof calls.info>
type Line = OutWireOf<typeof bankLineCalls.list>['list'][number]

/** What somebody does next about a difference. */
const NEXT: Readonly<Record<number, string>> = {
  0: '再对账一次；没有对应的账户流水时补记入账',
  2: '核对凭证：系统记错时冲正原充值单后补记入账，银行更正时忽略',
  3: '确认款项后补记入账，或与其他日期的账户流水匹配',
  4: '等待银行流水；银行确无此笔时冲正原充值单，或写明原因后忽略',
}

const ACTIONS: readonly Act<Log>[] = [
  callAct(calls.run, {
    label: '重新对账',
    input: ({ bizDate }) => ({ bizDate }),
    success: '已重新对账',
    touches: ['/admin/cust/vacct', '/admin/icbc/vacct/log'],
  }),
]

const COLUMNS = [
  {
    title: '银行流水号',
    width: 180,
    render: (row: Line) => <PageLink to={`/user/bankLine/info/${row.id}`}>{row.bankSerialNo}</PageLink>,
  },
  {
    title: '时间',
    dataIndex: 'tradeTime',
    width: 145,
    render: (seconds: number) => formatTime(seconds, browserZone),
  },
  {
    title: '借贷',
    dataIndex: 'direction',
    width: 60,
    render: (value: number) => DIRECTIONS.find((one) => one.value === value)?.label ?? value,
  },
  {
    title: '金额',
    width: 110,
    align: 'right' as const,
    render: (row: Line) => <span className="k-number">{groupedAmount(row.amount)}</span>,
  },
  {
    title: '系统金额',
    width: 110,
    align: 'right' as const,
    render: (row: Line) => (
      <span className="k-number">{row.entryAmount === null ? NONE : groupedAmount(row.entryAmount)}</span>
    ),
  },
  {
    title: '状态',
    dataIndex: 'matchStatus',
    width: 120,
    render: (value: number) => {
      const state = MATCH_STATES.find((one) => one.value === value)
      return state === undefined ? value : <StateTag {...state} />
    },
  },
]
const NEXT_COLUMN = {
  title: '下一步',
  width: 240,
  render: ({ matchStatus }: Line) => <span className="k-hint">{NEXT[matchStatus ?? 0] ?? NONE}</span>,
}
const ACTS_COLUMN = {
  title: '操作',
  width: 170,
  render: (row: Line) => <Acts acts={LINE_ACTS} target={row} link />,
}
const DIFFERENCES = [...COLUMNS, NEXT_COLUMN, ACTS_COLUMN]
const ALL = [...COLUMNS, ACTS_COLUMN]

interface Side {
  id: string
  label: string
  opening: string
  came: string
  went: string
  closing: string
}

const cents = (amount: string): number => parseMoney(amount) ?? 0
const less = (one: string, other: string): string => formatMoney(cents(one) - cents(other))

function sidesOf(log: Log): Side[] {
  return [
    {
      id: 'bank',
      label: '银行',
      opening: log.bankOpening,
      came: log.bankIn,
      went: log.bankOut,
      closing: log.bankClosing,
    },
    {
      id: 'ours',
      label: '系统',
      opening: log.ourOpening,
      came: log.ourIn,
      went: log.ourOut,
      closing: log.ourClosing,
    },
    {
      id: 'difference',
      label: '差额',
      opening: less(log.bankOpening, log.ourOpening),
      came: less(log.bankIn, log.ourIn),
      went: less(log.bankOut, log.ourOut),
      closing: less(log.bankClosing, log.ourClosing),
    },
  ]
}

const amountCell = (amount: string) => <span className="k-number">{groupedAmount(amount)}</span>

function Comparison({ log }: { log: Log }) {
  return (
    <Table<Side>
      scroll={{ x: 560 }}
      dataSource={sidesOf(log)}
      columns={[
        { title: '', dataIndex: 'label', width: 80 },
        ...(['opening', 'came', 'went', 'closing'] as const).map((name, at) => ({
          title: ['期初', '入账', '出账', '期末'][at],
          dataIndex: name,
          width: 120,
          align: 'right' as const,
          render: amountCell,
        })),
      ]}
    />
  )
}

function Lines({ log, only }: { log: Log; only?: string }) {
  return (
    <CallTable
      call={bankLineCalls.list}
      input={(paging) => ({
        account: log.vacctId,
        day: log.bizDate,
        ...(only === undefined ? {} : { matchStatus: only }),
        ...paging,
      })}
      columns={only === undefined ? ALL : DIFFERENCES}
      empty={only === undefined ? '该日没有银行流水' : '没有待处理的差异'}
    />
  )
}

/** 对账明细: one virtual account on one day, its differences and what is done about them. Orders §6.10. */
export default function IcbcLogInfo() {
  const { id } = useParams()
  if (id === undefined) return <Empty text="请在对账日志中选择要查看的记录" />
  return (
    <InfoPage
      of={icbcLog}
      call={calls.info}
      id={Number(id)}
      title={(row) => `对账 ${row.bizDate} ${row.vacctName}`}
      name={(row) => `${row.vacctName} ${row.bizDate}`}
      number={(row) => row.vacctNo}
      states={(row) => [LOG_STATES.find((one) => one.value === row.status)]}
      actions={ACTIONS}
      back="/IcbcVacctLog"
      figures={(row) => [
        { label: '差额', value: groupedAmount(row.diffAmount), hint: '当日银行净额减系统净额' },
        { label: '差异笔数', value: row.diffCount },
        { label: '银行期末', value: groupedAmount(row.bankClosing) },
        { label: '系统期末', value: groupedAmount(row.ourClosing) },
      ]}
      sections={[{ title: '对账', fields: ['bizDate', 'vacctNo', 'companyId', 'runTime'] }]}
      parts={(row) => [
        { key: 'sides', label: '银行与系统', content: <Comparison log={row} /> },
        ...(mayCall(bankLineCalls.list)
          ? [{ key: 'differences', label: '差异', content: <Lines log={row} only={OPEN_STATES.join()} /> }]
          : []),
      ]}
      lists={(row) =>
        mayCall(bankLineCalls.list) ? [{ key: 'lines', label: '全部流水', content: <Lines log={row} /> }] : []
      }
    />
  )
}
