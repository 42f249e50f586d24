import { Image } from 'antd'
import { Dialog } from '#kit/web/Dialog.tsx'
import { Examine } from '#kit/web/examine/Examine.tsx'
import { openDialog } from '#kit/web/host.tsx'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { Decisions } from './Decisions.tsx'
import { ChangedFields } from './ProductLog.tsx'
import { historyCalls } from './repo.calls.ts'

const TOUCHED = ['/admin/store/product', '/admin/storerepo/product']
const WIDTH = 760

const verdict = (pass: boolean): 1 | 2 => (pass ? 1 : 2)

/** 审核: what the product is and what changed since its last approval, then 通过 or 驳回. Catalog §2.3, frame §7. */
export function openExamine(ids: readonly number[]): Promise<null> {
  return openDialog<null>((close) => <ExamineDialog ids={ids} onClose={() => close(null)} />)
}

function ExamineDialog({ ids, onClose }: { ids: readonly number[]; onClose(): void }) {
  const [only] = ids
  return (
    <Dialog
      title={ids.length === 1 ? '商品审核' : `商品审核（${ids.length}个）`}
      width={WIDTH}
      footer={null}
      onCancel={onClose}
    >
      {ids.length === 1 && only !== undefined ? (
        <OneProduct id={only} onDone={onClose} />
      ) : (
        <>
          <p>选中的商品将全部按同一结果审核；有一个不能审核时，全部不变。</p>
          <Examine
            call={historyCalls.examine}
            input={(pass, opinion) => ({ ids: [...ids], auditStatus: verdict(pass), opinion })}
            touches={TOUCHED}
            onDone={onClose}
          />
        </>
      )}
    </Dialog>
  )
}

function OneProduct({ id, onDone }: { id: number; onDone(): void }) {
  const { data, error, refetch, isFetchedAfterMount } = useCall(
    historyCalls.examineInfo,
    { id },
    { quiet: true },
  )
  if (error !== null && data === undefined) return <ErrorState error={error} onRetry={() => void refetch()} />
  // An older answer would be decided with an older version.
  if (data === undefined || !isFetchedAfterMount) return <Loading rows={8} />
  return (
    <>
      <div className="k-info-head">
        <Image src={data.image} alt={data.storeName} width={72} height={72} className="p-picture" />
        <div className="k-info-text">
          <div className="k-info-title">{data.storeName}</div>
          <div className="k-hint">
            {[data.productCode, data.cateValues, data.brandName].filter((one) => one !== '').join(' · ')}
          </div>
          <div>
            ¥{data.price}
            <span className="k-hint">
              {' '}
              {data.specCount}个规格，资料完整度 {data.completeness}%
            </span>
          </div>
        </div>
      </div>
      <section className="k-section">
        <h3 className="k-group-title">修改项</h3>
        {data.diff.length > 0 ? (
          <ChangedFields fields={data.diff} />
        ) : (
          <p className="k-hint">首次提交，没有修改前的资料可比较</p>
        )}
      </section>
      {data.history.length > 0 && (
        <section className="k-section">
          <h3 className="k-group-title">审核记录</h3>
          <Decisions history={data.history} />
        </section>
      )}
      <Examine
        call={historyCalls.examine}
        input={(pass, opinion) => ({ id, auditStatus: verdict(pass), opinion, version: data.version })}
        touches={TOUCHED}
        onDone={onDone}
      />
    </>
  )
}
