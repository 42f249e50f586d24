import { useParams } from 'react-router'
import { groupedAmount } from '#kit/shared/text.ts'
import { NONE } from '#kit/web/fieldUi.ts'
import { InfoPage } from '#kit/web/info/InfoPage.tsx'
import { Empty } from '#kit/web/states/Empty.tsx'
import { bankLineCalls as calls } from './bankLine.calls.ts'
import { bankLine, MATCH_STATES } from './bankLine.entity.ts'
import { LINE_ACTS } from './bankLineActs.tsx'

const SECTIONS = [
  {
    title: '银行流水',
    fields: ['direction', 'amount', 'tradeTime', 'vacctNo', 'mainAccount', 'source', 'purpose'],
  },
  { title: '对方', fields: ['peerName', 'peerAccount', 'peerBank'] },
  { title: '处理', fields: ['companyId', 'entryNo', 'linkId', 'handleBy', 'handleTime', 'handleRemark'] },
]

/** 银行流水详情: a movement at the bank and what became of it. Orders §6.10. */
export default function BankLineInfo() {
  const { id } = useParams()
  if (id === undefined) return <Empty text="请在银行流水中选择要查看的流水" />
  return (
    <InfoPage
      of={bankLine}
      call={calls.info}
      id={Number(id)}
      title={(row) => `银行流水 ${row.bankSerialNo}`}
      name={(row) => row.vacctName || row.vacctNo}
      number={(row) => row.bankSerialNo}
      states={(row) => [MATCH_STATES.find((one) => one.value === row.matchStatus)]}
      actions={LINE_ACTS}
      back="/user/bankLine"
      figures={(row) => [
        { label: row.direction === 1 ? '入账' : '出账', value: groupedAmount(row.amount) },
        { label: '系统金额', value: row.entryAmount === null ? NONE : groupedAmount(row.entryAmount) },
      ]}
      sections={SECTIONS}
    />
  )
}
