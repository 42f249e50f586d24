import { useQuery } from '@tanstack/react-query'
import { Switch } from 'antd'
import { type ReactNode, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { formatDate } from '#kit/shared/time.ts'
import { A4, PrintPage } from '#kit/web/print/PrintPage.tsx'
import { request } from '#kit/web/request.ts'
import { browserZone } from '#kit/web/time/zone.ts'
import { type PricedProduct, priceSheets, type SheetRow } from './priceList.ts'
import { storeCalls } from './product.calls.ts'
import './product.css'

const AT_ONCE = 200
/** A longer list is no longer read on paper; it can be exported. */
const MOST = 2000
const OWN = new Set(['page', 'limit', 'ids'])

/** /store/priceListPrint?ids= or the filters of 商品列表: prices on A4, grouped by category. */
export default function PriceListPrint() {
  const [address] = useSearchParams()
  const asked = address.toString()
  const { data, error, refetch } = useQuery({
    queryKey: [storeCalls.list.path, 'print', asked],
    queryFn: () => readProducts(new URLSearchParams(asked)),
  })
  const [pictures, setPictures] = useState(true)
  const sheets = useMemo(
    () => (data === undefined ? undefined : priceSheets(data.products, !pictures)),
    [data, pictures],
  )
  return (
    <PrintPage
      title="打印价目表"
      paper={A4}
      error={error}
      onRetry={() => void refetch()}
      sheets={sheets?.map((rows, index) => (
        <Sheet key={rows[0]?.key} rows={rows} page={index + 1} pages={sheets.length} pictures={pictures} />
      ))}
      buttons={
        <>
          <span>
            <Switch size="small" checked={pictures} aria-label="打印图片" onChange={setPictures} /> 打印图片
          </span>
          {data?.cut && (
            <span className="k-error">
              商品超过{MOST}个，只打印前{MOST}个，请缩小筛选范围
            </span>
          )}
        </>
      }
    />
  )
}

/** The products of the address with their skus: by ids in their order, else all that match the filters. */
async function readProducts(asked: URLSearchParams): Promise<{ products: PricedProduct[]; cut: boolean }> {
  const ids = asked.get('ids') ?? ''
  const filters = Object.fromEntries([...asked].filter(([name]) => !OWN.has(name)))
  const products: PricedProduct[] = []
  for (let page = 1; products.length < MOST; page++) {
    const answer =
      ids === ''
        ? await request(
            storeCalls.list,
            { type: '1', ...filters, withAttrValue: 1, page, limit: AT_ONCE },
            { quiet: true },
          )
        : await request(storeCalls.search, { ids, page, limit: AT_ONCE }, { quiet: true })
    products.push(...answer.list)
    if (page >= answer.totalPage) return { products, cut: false }
  }
  return { products: products.slice(0, MOST), cut: true }
}

interface SheetProps {
  rows: readonly SheetRow[]
  page: number
  pages: number
  pictures: boolean
}

function Sheet({ rows, page, pages, pictures }: SheetProps) {
  return (
    <div className="p-sheet">
      <header className="p-sheet-head">
        <strong>商品价目表</strong>
        <span>
          {formatDate(Date.now() / 1000, browserZone)}　第 {page} / {pages} 页
        </span>
      </header>
      <table className={pictures ? 'p-prices' : 'p-prices p-prices-plain'}>
        <thead>
          <tr>
            {pictures && <th className="p-prices-picture">图</th>}
            <th className="p-prices-code">编码</th>
            <th>名称</th>
            <th className="p-prices-suk">规格</th>
            <th className="p-prices-unit">单位</th>
            <th className="p-prices-money">售价</th>
            <th className="p-prices-money">原价</th>
          </tr>
        </thead>
        <tbody>{rows.map((row) => priceRow(row, pictures))}</tbody>
      </table>
    </div>
  )
}

function priceRow(row: SheetRow, pictures: boolean): ReactNode {
  if (row.kind === 'category')
    return (
      <tr key={row.key} className="p-prices-category">
        <td colSpan={pictures ? 7 : 6}>{row.name}</td>
      </tr>
    )
  return (
    <tr key={row.key}>
      {pictures && <td className="p-prices-picture">{row.image !== '' && <img src={row.image} alt="" />}</td>}
      <td>{row.code}</td>
      <td>
        <div className="p-prices-name">{row.name}</div>
      </td>
      <td>
        <div className="p-prices-name">{row.suk}</div>
      </td>
      <td>{row.unit}</td>
      <td className="p-prices-money">{row.price}</td>
      <td className="p-prices-money">{row.otPrice}</td>
    </tr>
  )
}
