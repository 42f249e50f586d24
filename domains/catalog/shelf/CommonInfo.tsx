import { Image } from 'antd'
import { lazy, Suspense } from 'react'
import { useParams } from 'react-router'
import { canDo } from '#kit/shared/states.ts'
import { useDeciding } from '#kit/web/document/deciding.ts'
import { mayExamine } from '#kit/web/document/documentActs.tsx'
import { Examine } from '#kit/web/examine/Examine.tsx'
import { InfoPage } from '#kit/web/info/InfoPage.tsx'
import { Empty } from '#kit/web/states/Empty.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { PRODUCT_CELLS, PRODUCT_IF_ANY, PRODUCT_SECTIONS } from '../product/ProductFacts.tsx'
import { product } from '../product/product.entity.ts'
import { productStates } from '../product/product.states.ts'
import { toExamineAct } from '../product/productActs.tsx'
import { productChanges } from '../product/productChanges.tsx'
import { productFigures } from '../product/productFigures.ts'
import { historyCalls } from '../product/repo.calls.ts'
import { SkuTable } from '../product/SkuTable.tsx'
import { TOUCHED } from '../product/touched.ts'

const PayInfo = lazy(() => import('./PoolInfo.tsx').then((file) => ({ default: file.PayInfo })))
const ApplyPage = lazy(() =>
  import('./showApply.screens.tsx').then((file) => ({ default: file.default.Page })),
)
const EditPage = lazy(() =>
  import('./productEdit.screens.tsx').then((file) => ({ default: file.default.Page })),
)
const IntegralInfo = lazy(() => import('./PoolInfo.tsx').then((file) => ({ default: file.IntegralInfo })))

const verdict = (pass: boolean): 1 | 2 => (pass ? 1 : 2)

/** A product with what changed since its last approval; where it is decided, 通过 and 驳回 for who may. */
function ProductPage({ id }: { id: number }) {
  const deciding = useDeciding()
  return (
    <InfoPage
      of={product}
      call={historyCalls.examineInfo}
      id={id}
      title={(row) => `商品${deciding ? '审核' : '详情'} ${row.productCode}`}
      name={(row) => row.storeName}
      number={(row) => row.productCode}
      states={(row) => [productStates.states.find((one) => one.value === row.auditStatus)]}
      picture={(row) => (
        <Image src={row.image} alt={row.storeName} width={64} height={64} className="p-picture" />
      )}
      figures={productFigures}
      actions={deciding ? [] : [toExamineAct]}
      back="/storerepo/repolist"
      processes
      changes={(row) => productChanges(row, deciding)}
      sections={PRODUCT_SECTIONS}
      cells={PRODUCT_CELLS}
      ifAny={PRODUCT_IF_ANY}
      parts={(row) => [{ key: 'spec', label: '规格价格', content: <SkuTable skus={row.attrValue} /> }]}
      decision={(row) =>
        deciding &&
        canDo(productStates, 'pass', row.auditStatus) &&
        mayExamine(productStates, row) && (
          <Examine
            call={historyCalls.examine}
            input={(pass, opinion) => ({ id, auditStatus: verdict(pass), opinion, version: row.version })}
            touches={TOUCHED}
          />
        )
      }
    />
  )
}

const PAGES: Readonly<Record<string, (props: { id: number }) => React.ReactNode>> = {
  product: ProductPage,
  pay: (props) => <PayInfo {...props} />,
  integral: (props) => <IntegralInfo {...props} />,
  show: () => <ApplyPage />,
  edit: () => <EditPage />,
}

function RecordPage({ type }: { type: string }) {
  const { id = '' } = useParams()
  const Page = PAGES[type]
  if (Page === undefined || !/^[1-9]\d{0,9}$/.test(id)) return <Empty text="页面参数错误" />
  return (
    <Suspense fallback={<Loading rows={8} />}>
      <Page key={`${type}/${id}`} id={Number(id)} />
    </Suspense>
  )
}

/**
 * /store/common/info/:type/:id reads a record around products, /store/common/examine/:type/:id decides it; approval to-dos
 * lead to the second. Catalog §3.4, frame §5.
 */
export default function CommonInfo() {
  const { type = '' } = useParams()
  return <RecordPage type={type} />
}

export const ProductRecord = () => <RecordPage type="product" />
export const ApplyRecord = () => <RecordPage type="show" />
export const EditRecord = () => <RecordPage type="edit" />
export const PayRecord = () => <RecordPage type="pay" />
export const IntegralRecord = () => <RecordPage type="integral" />
