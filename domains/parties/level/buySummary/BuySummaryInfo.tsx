import { useParams } from 'react-router'
import { FieldCell } from '#kit/fields/web.tsx'
import type { OutWireOf } from '#kit/shared/call.ts'
import type { Shape } from '#kit/shared/field.ts'
import { InfoPage } from '#kit/web/info/InfoPage.tsx'
import { SUMMARY_ACTS } from './BuySummaryList.tsx'
import { buySummaryCalls } from './buySummary.calls.ts'
import { buySummary } from './buySummary.entity.ts'
import { CONFIRM_STATES } from './buySummary.states.ts'

type Row = OutWireOf<typeof buySummaryCalls.info>

const SECTIONS = [
  {
    title: '归属',
    fields: ['month', 'adjustOf', 'companyId', 'shoudaId', 'payerId', 'channelId', 'agentId'],
  },
  {
    title: '金额',
    fields: [
      ...['orderCount', 'skuCount', 'qty', 'grossAmount', 'discountAmount', 'refundAmount'],
      ...['netAmount', 'paidAmount', 'unpaidAmount', 'rebateRate', 'rebateAmount'],
    ],
  },
  { title: '对账', fields: ['pushTime', 'confirmBy', 'confirmTime', 'disputeReason'] },
]

const shape: Shape = buySummaryCalls.info.answer.shape ?? buySummary.all

function Lines({ name, row }: { name: 'skus' | 'orders'; row: Row }) {
  const field = shape[name]
  return field && <FieldCell field={field} name={name} value={row[name]} row={row} wide />
}

/** One summary: per sku and per order. Catalog §6.6. */
export default function BuySummaryInfo() {
  const { id } = useParams()
  return (
    <InfoPage
      of={buySummary}
      call={buySummaryCalls.info}
      id={Number(id)}
      title={(row) => `采购汇总 ${row.month}`}
      name={(row) => (row.adjustOf === '' ? `${row.month} 采购汇总` : `${row.month} 调整 ${row.adjustOf}`)}
      states={(row) => [CONFIRM_STATES.find((one) => one.value === row.confirmStatus)]}
      actions={SUMMARY_ACTS}
      back="/company/buySummary"
      figures={(row) => [
        { label: '净额', value: row.netAmount },
        { label: '未付', value: row.unpaidAmount },
        { label: '返利', value: row.rebateAmount },
        { label: '订单', value: row.orderCount, to: `/company/buySummary/info/${row.id}?tab=orders` },
      ]}
      sections={SECTIONS}
      lists={(row) => [
        { key: 'skus', label: '按商品', content: <Lines name="skus" row={row} /> },
        { key: 'orders', label: '按订单', content: <Lines name="orders" row={row} /> },
      ]}
    />
  )
}
