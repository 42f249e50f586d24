import { Space } from 'antd'
import { useSearchParams } from 'react-router'
import { text } from '#kit/fields/shared.ts'
import { groupedAmount } from '#kit/shared/text.ts'
import { fieldFilter } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { accountCalls as calls } from './account.calls.ts'
import { accountEntry } from './account.entity.ts'

const CALLS = { list: calls.entryList, exportRows: calls.entryExport }
const SUBJECT = { name: 'entryNo' }
const SHOW = [
  'createTime',
  'pm',
  'transactionType',
  'amount',
  'balance',
  'linkId',
  'title',
  'operator',
  'mark',
]
const COLUMNS = { createTime: { title: '时间' } }
const FILTERS = [fieldFilter('linkId', text('关联单号', { max: 60 }))]
/** What narrows the sums as it narrows the list. */
const NARROWING = ['pm', 'transactionType', 'linkId', 'dateLimit'] as const

/** 账户流水 of an account, with the sums of what is listed. Orders §6.10. */
export function AccountEntries({ accountId }: { accountId: number }) {
  return (
    <ListPage
      of={accountEntry}
      calls={CALLS}
      subject={SUBJECT}
      show={SHOW}
      columns={COLUMNS}
      filters={FILTERS}
      fixed={{ accountId }}
      dated="时间"
      above={<Totals accountId={accountId} />}
      empty="还没有流水。充值、支付和退款后在此逐笔列出"
    />
  )
}

function Totals({ accountId }: { accountId: number }) {
  const [address] = useSearchParams()
  const narrowed = Object.fromEntries(
    NARROWING.flatMap((name) => {
      const value = address.get(name)
      return value === null ? [] : [[name, value]]
    }),
  )
  const { data } = useCall(calls.entryTotals, { ...narrowed, accountId }, { keep: true, quiet: true })
  const told = (value: string | undefined) => (value === undefined ? '…' : `${groupedAmount(value)} 元`)
  return (
    <Space size={[24, 4]} wrap className="k-figures">
      <span>收入合计 {told(data?.inAmount)}</span>
      <span>支出合计 {told(data?.outAmount)}</span>
    </Space>
  )
}
