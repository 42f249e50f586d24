import { Button } from 'antd'
import { lazy, Suspense } from 'react'
import { useParams } from 'react-router'
import { DocumentTrace } from '#domains/workflow/workflow.pickers.tsx'
import { canDo } from '#kit/shared/states.ts'
import type { Act } from '#kit/web/actions.tsx'
import { DocumentPage } from '#kit/web/document/DocumentPage.tsx'
import { useDeciding } from '#kit/web/document/deciding.ts'
import { documentActs, mayExamine } from '#kit/web/document/documentActs.tsx'
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
import { EXEC_STATES } from './document.states.ts'
import {
  APPLY_SECTIONS,
  type ApplyInfo,
  EDIT_CELLS,
  EDIT_SECTIONS,
  type EditInfo,
  PlanTable,
} from './documentFacts.tsx'
import { applyExecActs, editExecActs } from './execActs.ts'
import { editStates, productEdit } from './productEdit.entity.ts'
import { APPLY_PRINT, EDIT_PRINT, recordExamine } from './shelf.addresses.ts'
import { applyCalls, editCalls } from './shelf.calls.ts'
import { applyStates, showApply } from './showApply.entity.ts'

const PayInfo = lazy(() => import('./PoolInfo.tsx').then((file) => ({ default: file.PayInfo })))
const IntegralInfo = lazy(() => import('./PoolInfo.tsx').then((file) => ({ default: file.IntegralInfo })))

const execState = (execStatus: number | null) => EXEC_STATES.find((one) => one.value === execStatus)
const decisionOf = (type: string) => (row: { id: number }) => recordExamine(type, row.id)

const APPLY_ACTIONS: readonly Act<ApplyInfo>[] = [
  ...documentActs(applyStates, applyCalls, {
    examine: decisionOf('show'),
    print: (row) => `${APPLY_PRINT}?ids=${row.id}`,
  }),
  ...applyExecActs,
]
const EDIT_ACTIONS: readonly Act<EditInfo>[] = [
  ...documentActs(editStates, editCalls, {
    examine: decisionOf('edit'),
    print: (row) => `${EDIT_PRINT}?ids=${row.id}`,
  }),
  ...editExecActs,
]
const APPLY_IF_ANY = { planShowTime: (row: ApplyInfo) => row.applyType === 1 }

function ApplyPage({ id }: { id: number }) {
  return (
    <DocumentPage
      of={showApply}
      states={applyStates}
      calls={applyCalls}
      id={id}
      sections={APPLY_SECTIONS}
      ifAny={APPLY_IF_ANY}
      name={(row) => `${row.applyNo} ${row.applyTitle}`}
      states2={(row) => [execState(row.execStatus)]}
      actions={APPLY_ACTIONS}
      edit={(row) => `/store/addApplyForShow/${row.id}`}
      back="/store/applyForShow"
      parts={(row) => [{ key: 'plans', label: '执行明细', content: <PlanTable plans={row.plans} /> }]}
      touches={TOUCHED}
    />
  )
}

function EditPage({ id }: { id: number }) {
  return (
    <DocumentPage
      of={productEdit}
      states={editStates}
      calls={editCalls}
      id={id}
      sections={EDIT_SECTIONS}
      cells={EDIT_CELLS}
      name={(row) => `${row.editNo} ${row.editTitle}`}
      states2={(row) => [execState(row.execStatus)]}
      actions={EDIT_ACTIONS}
      edit={(row) => `/store/addStoreProductEdit?id=${row.id}`}
      back="/store/storeproductedit"
      touches={TOUCHED}
    />
  )
}

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
  show: ApplyPage,
  edit: EditPage,
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
