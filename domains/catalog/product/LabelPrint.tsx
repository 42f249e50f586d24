import { Button, InputNumber, Segmented, Space } from 'antd'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { OutWireOf } from '#kit/shared/call.ts'
import { goTo } from '#kit/web/navigate.ts'
import { Code } from '#kit/web/print/Code.tsx'
import { PrintPage } from '#kit/web/print/PrintPage.tsx'
import { Empty } from '#kit/web/states/Empty.tsx'
import { Table } from '#kit/web/Table.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { copied, LABEL_KINDS, LABEL_SIZES, labelCode, MOST_COPIES, MOST_LABELS } from './labels.ts'
import { SINGLE } from './priceList.ts'
import { repoCalls } from './repo.calls.ts'
import './product.css'

type Sku = OutWireOf<typeof repoCalls.barcodes>[number]
type Copies = Readonly<Record<number, number>>

const LIST = '/storerepo/product'
/** The labels below are to be seen without scrolling. */
const AT_ONCE = 5

/** /storerepo/product/barcodePrint?ids=: barcode labels and price tags of all skus of products. Catalog §8.5. */
export default function LabelPrint() {
  const [address] = useSearchParams()
  const ids = address.get('ids') ?? ''
  if (ids === '')
    return (
      <Empty text="请在商品列表中选择要打印的商品">
        <Button onClick={() => goTo(LIST)}>商品库商品</Button>
      </Empty>
    )
  return <Labels key={ids} ids={ids} />
}

function Labels({ ids }: { ids: string }) {
  const [address, setAddress] = useSearchParams()
  const [copies, setCopies] = useState<Copies>({})
  const { data: skus, error, refetch } = useCall(repoCalls.barcodes, { ids }, { quiet: true })
  const size = LABEL_SIZES.find((one) => one.value === address.get('size')) ?? LABEL_SIZES[0]
  const kind = LABEL_KINDS.find((one) => one.value === address.get('kind')) ?? LABEL_KINDS[0]
  const wanted = useMemo(() => (skus === undefined ? undefined : copied(skus, copies)), [skus, copies])
  const set = (name: string, value: string) =>
    setAddress(
      (now) => {
        const next = new URLSearchParams(now)
        next.set(name, value)
        return next
      },
      { replace: true },
    )
  return (
    <div className="k-page">
      {skus !== undefined && skus.length > 0 && (
        <div className="k-print-bar">
          <Space wrap className="p-label-bar">
            <Segmented
              value={kind.value}
              options={[...LABEL_KINDS]}
              aria-label="标签种类"
              onChange={(value) => set('kind', value)}
            />
            <Segmented
              value={size.value}
              options={LABEL_SIZES.map(({ value, label }) => ({ value, label: `${label} mm` }))}
              aria-label="标签尺寸"
              onChange={(value) => set('size', value)}
            />
            <CopiesInput
              label="全部份数"
              onChange={(count) => setCopies(Object.fromEntries(skus.map(({ id }) => [id, count])))}
            />
          </Space>
          <CopiesTable skus={skus} copies={copies} onChange={setCopies} />
        </div>
      )}
      <PrintPage
        title={`打印${kind.label}`}
        paper={size.paper}
        error={error}
        onRetry={() => void refetch()}
        sheets={wanted?.labels.map((sku, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: copies of a label are all the same.
          <Label key={index} sku={sku} priced={kind.value === 'price'} size={size.value} />
        ))}
        buttons={
          wanted?.cut && (
            <span className="k-error">
              标签超过{MOST_LABELS}张，只打印前{MOST_LABELS}张，请减少份数或商品
            </span>
          )
        }
      />
    </div>
  )
}

interface CopiesInputProps {
  label: string
  value?: number
  onChange(count: number): void
}

function CopiesInput({ label, value, onChange }: CopiesInputProps) {
  return (
    <InputNumber<number>
      className="p-copies"
      min={0}
      max={MOST_COPIES}
      precision={0}
      aria-label={label}
      {...(value === undefined ? { placeholder: '不变' } : { value })}
      onChange={(count) => onChange(count ?? 0)}
    />
  )
}

interface CopiesTableProps {
  skus: readonly Sku[]
  copies: Copies
  onChange(copies: Copies): void
}

function CopiesTable({ skus, copies, onChange }: CopiesTableProps) {
  return (
    <Table<Sku>
      tableLayout="fixed"
      pages={AT_ONCE}
      columns={[
        {
          title: '商品',
          className: 'p-name',
          render: (_, sku) => (
            <>
              {sku.productName}
              <div className="k-hint">{sku.suk}</div>
            </>
          ),
        },
        {
          title: '条码',
          className: 'p-name',
          render: (_, sku) => (
            <>
              {labelCode(sku).text}
              {sku.barCode === '' && <div className="p-remark">没有条码，打印规格编码</div>}
            </>
          ),
        },
        {
          title: '份数',
          width: 100,
          render: (_, sku) => (
            <CopiesInput
              label={`${sku.productName} ${sku.suk} 份数`}
              value={copies[sku.id] ?? 1}
              onChange={(count) => onChange({ ...copies, [sku.id]: count })}
            />
          ),
        },
      ]}
      dataSource={[...skus]}
    />
  )
}

interface LabelProps {
  sku: Sku
  priced: boolean
  size: (typeof LABEL_SIZES)[number]['value']
}

/** Height of the bars in mm, by size of the label. */
const BARS = { '40x30': { plain: 10, priced: 6 }, '60x40': { plain: 15, priced: 9 } } as const

function Label({ sku, priced, size }: LabelProps) {
  const { plain, priced: low } = BARS[size]
  return (
    <div className={size === '40x30' ? 'p-label' : 'p-label p-label-large'}>
      <div className="p-label-name">{sku.productName}</div>
      <div className="p-label-suk">
        <span>{sku.suk === SINGLE ? '' : sku.suk}</span>
        <span>{sku.unitName}</span>
      </div>
      {priced && <Price sku={sku} />}
      <Code {...labelCode(sku)} height={priced ? low : plain} />
    </div>
  )
}

function Price({ sku }: { sku: Sku }) {
  return (
    <div className="p-label-price">
      <strong>¥{sku.price}</strong>
      {Number(sku.otPrice) > Number(sku.price) && <del>原价 ¥{sku.otPrice}</del>}
    </div>
  )
}
