import { useState } from 'react'
import type { OutWireOf } from '#kit/shared/call.ts'
import { groupedAmount } from '#kit/shared/text.ts'
import { NONE } from '#kit/web/fieldUi.ts'
import { mayCall } from '#kit/web/session.ts'
import { PageLink } from '#kit/web/shell/PageLink.tsx'
import { openFacts } from '#kit/web/shell/places.ts'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Table } from '#kit/web/Table.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { directoryCalls } from '../offer/directory/directory.calls.ts'
import { PriceSource, spanText } from './PriceParts.tsx'
import { companyPricesCall, payerProductCalls } from './price.calls.ts'

type Price = OutWireOf<typeof companyPricesCall>['list'][number]
type Agreed = OutWireOf<typeof payerProductCalls.list>['list'][number]
type Listed = OutWireOf<typeof directoryCalls.list>['list'][number]

const PER_PAGE = 10
const amount = (value: string | null) => (value === null ? NONE : groupedAmount(value))

interface PagesProps<R> {
  title: string
  none: string
  answer: { data?: { list: R[]; total: number } | undefined; error: Error | null; refetch(): unknown }
  page: number
  onPage(page: number): void
  columns: { title: string; key: string; align?: 'right'; render(row: R): React.ReactNode }[]
}

/** A small list of its own within the tab. */
function Pages<R extends { id: number }>({ title, none, answer, page, onPage, columns }: PagesProps<R>) {
  const { data, error, refetch } = answer
  return (
    <section className="k-section">
      <h3 className="k-group-title">{title}</h3>
      {data === undefined && error !== null ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Table<R>
          bordered
          loading={data === undefined}
          dataSource={data?.list ?? []}
          scroll={{ x: 'max-content' }}
          pagination={{
            current: page,
            pageSize: PER_PAGE,
            total: data?.total ?? 0,
            hideOnSinglePage: true,
            showSizeChanger: false,
            onChange: onPage,
          }}
          locale={{ emptyText: <span className="k-hint">{none}</span> }}
          columns={columns.map(({ render, ...column }) => ({ ...column, render: (_, row) => render(row) }))}
        />
      )}
    </section>
  )
}

const goods = <R extends { productName: string; productCode: string; suk: string }>() => [
  { title: '商品', key: 'product', render: (row: R) => row.productName },
  { title: '商品编码', key: 'code', render: (row: R) => row.productCode },
  { title: '规格', key: 'suk', render: (row: R) => row.suk },
]

function SoldTo({ companyId }: { companyId: number }) {
  const [page, setPage] = useState(1)
  const answer = useCall(companyPricesCall, { companyId, page, limit: PER_PAGE }, { keep: true, quiet: true })
  return (
    <Pages<Price>
      title="售达方价格"
      none="没有只对该单位的售达方生效的价格，按渠道价或等级价购买"
      {...{ answer, page, onPage: setPage }}
      columns={[
        ...goods<Price>(),
        { title: '售达方', key: 'shouda', render: (row) => row.shoudaName },
        { title: '售价', key: 'price', align: 'right', render: (row) => amount(row.price) },
        { title: '有效期', key: 'span', render: (row) => spanText(row.startTime, row.endTime) },
        { title: '来源', key: 'source', render: (row) => <PriceSource {...row} /> },
      ]}
    />
  )
}

function OfPayers({ companyId }: { companyId: number }) {
  const [page, setPage] = useState(1)
  const asked = { companyId: String(companyId), page, limit: PER_PAGE }
  const answer = useCall(payerProductCalls.list, asked, { keep: true, quiet: true })
  return (
    <Pages<Agreed>
      title="付款方商品"
      none="该单位的付款方没有约定商品"
      {...{ answer, page, onPage: setPage }}
      columns={[
        ...goods<Agreed>(),
        { title: '付款方编码', key: 'payer', render: (row) => row.payerCode },
        { title: '结算价', key: 'price', align: 'right', render: (row) => amount(row.settlePrice) },
        {
          title: '折扣率',
          key: 'rate',
          align: 'right',
          render: (row) => (row.discountRate === null ? NONE : `${row.discountRate}%`),
        },
        { title: '月限量', key: 'most', align: 'right', render: (row) => row.monthMaxQty ?? NONE },
        { title: '有效期', key: 'span', render: (row) => row.validity },
      ]}
    />
  )
}

function InDirectory({ companyId }: { companyId: number }) {
  const [page, setPage] = useState(1)
  const asked = { companyId, page, limit: PER_PAGE }
  const answer = useCall(directoryCalls.list, asked, { keep: true, quiet: true })
  const named = ({ productId, productName }: Listed) => {
    const to = `/store/product/info/${productId}`
    return openFacts(to) === null ? productName : <PageLink to={to}>{productName}</PageLink>
  }
  return (
    <Pages<Listed>
      title="目录商品"
      none="目录中没有该单位可购的商品"
      {...{ answer, page, onPage: setPage }}
      columns={[
        { title: '商品', key: 'product', render: named },
        { title: '商品编码', key: 'code', render: (row) => row.productCode },
        { title: '商品分类', key: 'category', render: (row) => row.cateValues },
        { title: '目录编号', key: 'number', render: (row) => row.directoryNo },
        { title: '有效期', key: 'span', render: (row) => spanText(row.startTime, row.endTime) },
      ]}
    />
  )
}

/** 价格与商品 of a company: prices for its sold-to parties, what its payers agreed on, its catalogue. Catalog §6.1. */
export default function CompanyPrices({ companyId }: { companyId: number }) {
  return (
    <>
      {mayCall(companyPricesCall) && <SoldTo companyId={companyId} />}
      {mayCall(payerProductCalls.list) && <OfPayers companyId={companyId} />}
      {mayCall(directoryCalls.list) && <InDirectory companyId={companyId} />}
    </>
  )
}
