import { lazy, Suspense } from 'react'
import { useParams } from 'react-router'
import { DocumentForm } from '#kit/web/document/DocumentForm.tsx'
import type { InputProps } from '#kit/web/fieldUi.ts'
import { Busy } from '#kit/web/states/Busy.tsx'
import { supplierCalls, supplierInput } from './supplier.calls.ts'
import { supplier } from './supplier.entity.ts'
import { SUPPLIER_SECTIONS, SUPPLIERS } from './supplierPage.ts'

const LinesInput = lazy(() => import('#kit/fields/lines/web.tsx'))

function ProductLines(props: InputProps) {
  return (
    <Suspense fallback={<Busy />}>
      <LinesInput
        {...props}
        noCopy
        addLabel="添加商品"
        emptyText="还没有供货商品，新增一行或从表格软件复制后粘贴"
        freeze={['skuId']}
      />
    </Suspense>
  )
}

const SHAPE = { ...supplier.shape, products: supplierInput.products }
const INPUTS = { products: { Input: ProductLines } }
const GROUPS = SUPPLIER_SECTIONS.flatMap((section) =>
  section.title === '供货'
    ? [
        section,
        {
          title: '供货商品',
          note: '价格变更后原价自动截止到前一天，历史价格保留；一种商品只有一个默认供应商。',
          fields: ['products'],
        },
      ]
    : [section],
)

/** 新增供应商, 编辑供应商. Catalog §7.1. */
export default function SupplierForm() {
  const { id } = useParams()
  return (
    <DocumentForm
      id={id === undefined ? null : Number(id)}
      of={supplier}
      shape={SHAPE}
      calls={supplierCalls}
      groups={GROUPS}
      inputs={INPUTS}
      back={SUPPLIERS}
    />
  )
}
