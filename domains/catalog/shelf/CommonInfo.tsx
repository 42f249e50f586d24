import { Button } from 'antd'
import { lazy, Suspense } from 'react'
import { useParams } from 'react-router'
import { DocumentTrace } from '#domains/workflow/workflow.pickers.tsx'
import { canDo } from '#kit/shared/states.ts'
import { useDeciding } from '#kit/web/document/deciding.ts'
import { mayExamine } from '#kit/web/document/documentActs.tsx'
import { Examine } from '#kit/web/examine/Examine.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { mayCall } from '#kit/web/session.ts'
import { Empty } from '#kit/web/states/Empty.tsx'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { ExamineFacts } from '../product/ExamineFacts.tsx'
import { product } from '../product/product.entity.ts'
import { productStates } from '../product/product.states.ts'
import { historyCalls } from '../product/repo.calls.ts'
import { TOUCHED } from '../product/touched.ts'
import { recordExamine } from './shelf.addresses.ts'

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
  const { data, error, refetch } = useCall(historyCalls.examineInfo, { id }, { quiet: true })
  if (data === undefined)
    return error === null ? <Loading rows={8} /> : <ErrorState error={error} onRetry={() => void refetch()} />
  const open =
    canDo(productStates, 'pass', data.auditStatus) &&
    mayCall(historyCalls.examine) &&
    mayExamine(productStates, data)
  return (
    <div className="k-page">
      <ExamineFacts data={data} />
      <Suspense>
        <DocumentTrace businessType={product.name} businessId={id} />
      </Suspense>
      {open && !deciding && (
        <p>
          <Button type="primary" onClick={() => goTo(recordExamine('product', id))}>
            审核
          </Button>
        </p>
      )}
      {open && deciding && (
        <Examine
          call={historyCalls.examine}
          input={(pass, opinion) => ({ id, auditStatus: verdict(pass), opinion, version: data.version })}
          touches={TOUCHED}
        />
      )}
    </div>
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
