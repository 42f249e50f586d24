import { useParams } from 'react-router'
import type { OutWireOf } from '#kit/shared/call.ts'
import { groupedAmount } from '#kit/shared/text.ts'
import { formatTime } from '#kit/shared/time.ts'
import { type Act, act } from '#kit/web/actions.tsx'
import { NONE } from '#kit/web/fieldUi.ts'
import { openForm } from '#kit/web/form/FormModal.tsx'
import { InfoPage } from '#kit/web/info/InfoPage.tsx'
import { relatedPart } from '#kit/web/info/Related.tsx'
import { Empty } from '#kit/web/states/Empty.tsx'
import { browserZone } from '#kit/web/time/zone.ts'
import { bankLineCalls } from './bankLine.calls.ts'
import { icbcLogCalls } from './icbcLog.calls.ts'
import { vacctCalls as calls } from './vacct.calls.ts'
import { VACCT_STATES, vacct } from './vacct.entity.ts'
import { vacctActs } from './vacctActs.tsx'
import { VACCT_FORM } from './vacctForm.ts'

type Row = OutWireOf<typeof calls.info>

const CALLS = { info: calls.info, update: calls.update }
const ACTIONS: readonly Act<Row>[] = [
  act({
    label: '编辑',
    permission: calls.update,
    run: ({ id }) => void openForm({ of: vacct, calls: CALLS, id, ...VACCT_FORM }),
  }),
  ...vacctActs,
]
const SECTIONS = [
  {
    title: '虚拟账户',
    fields: [
      'bankCode',
      'mainAccount',
      'payerId',
      'payerCode',
      'companyId',
      'openTime',
      'createTime',
      'updateTime',
    ],
  },
]
const amountText = (amount: string | null) => (amount === null ? NONE : groupedAmount(amount))

/** 虚拟账户详情: a number at the bank, what its payer has on it, what moved there. Orders §2.10. */
export default function VacctInfo() {
  const { id } = useParams()
  if (id === undefined) return <Empty text="请在虚拟账户中选择要查看的账户" />
  return (
    <InfoPage
      of={vacct}
      call={calls.info}
      id={Number(id)}
      title={(row) => `虚拟账户 ${row.vacctName}`}
      name={(row) => row.vacctName}
      number={(row) => row.vacctNo}
      states={(row) => [VACCT_STATES.find((one) => one.value === row.status)]}
      actions={ACTIONS}
      back="/user/vacct"
      figures={(row) => [
        { label: '余额', value: amountText(row.balance) },
        { label: '冻结金额', value: amountText(row.frozen) },
        {
          label: '最近交易',
          value: row.lastTradeTime === null ? NONE : formatTime(row.lastTradeTime, browserZone),
        },
      ]}
      sections={SECTIONS}
      parts={(row) => [
        ...relatedPart('lines', '银行流水', {
          call: bankLineCalls.list,
          of: { account: row.id },
          show: ['bankSerialNo', 'direction', 'amount', 'tradeTime', 'peerName', 'matchStatus'],
          to: (line) => `/user/bankLine/info/${line.id}`,
          empty: '还没有银行流水',
          all: `/user/bankLine?vacctNo=${row.vacctNo}`,
        }),
        ...relatedPart('logs', '对账', {
          call: icbcLogCalls.list,
          of: { account: row.id },
          show: ['bizDate', 'bankIn', 'ourIn', 'bankOut', 'ourOut', 'diffAmount', 'status'],
          to: (log) => `/IcbcVacctLog/info/${log.id}`,
          empty: '还没有对账',
          all: `/IcbcVacctLog?keywords=${row.vacctNo}`,
        }),
      ]}
    />
  )
}
