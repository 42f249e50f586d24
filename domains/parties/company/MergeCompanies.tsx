import { Alert, Button } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { FormBody } from '#kit/web/form/FormBody.tsx'
import { SaveBar } from '#kit/web/form/SaveBar.tsx'
import { useForm } from '#kit/web/form/useForm.ts'
import { useSend } from '#kit/web/form/useSend.ts'
import { Empty } from '#kit/web/states/Empty.tsx'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { useTab } from '#kit/web/tab.ts'
import { useCall } from '#kit/web/useCall.ts'
import { type Compared, ComparedTable } from './ComparedTable.tsx'
import { pageOf } from './companyActs.tsx'
import { mergeCalls, mergeReason } from './companyMerge.calls.ts'

const FEWEST = 2
const HOW = '请在客户关系或重复单位中选择两个或更多单位'
const REASON = { reason: mergeReason }
const START = { reason: '' }
const TOUCHED = ['/admin/customer', '/admin/org/user', '/admin/system/org']

/** 合并单位: which one is kept, what moves to it, and why. Catalog §10. */
export default function MergeCompanies() {
  const [address] = useSearchParams()
  const ids = address.get('ids') ?? ''
  return ids === '' ? <Empty text={HOW} /> : <Chosen ids={ids} />
}

function Chosen({ ids }: { ids: string }) {
  const { data, error, refetch } = useCall(mergeCalls.compare, { ids }, { quiet: true })
  if (data === undefined)
    return error === null ? <Loading rows={6} /> : <ErrorState error={error} onRetry={() => void refetch()} />
  return data.length < FEWEST ? <Empty text={HOW} /> : <Merging rows={data} />
}

/** Kept unless another is chosen: the one approved first. */
const likelyKept = (rows: readonly Compared[]): number | null =>
  (rows.find((row) => row.auditStatus === 1 && row.status === 1) ?? rows[0])?.id ?? null

function Merging({ rows: given }: { rows: readonly Compared[] }) {
  const tab = useTab()
  const [leftOut, setLeftOut] = useState<readonly number[]>([])
  const rows = given.filter((row) => !leftOut.includes(row.id))
  const [kept, setKept] = useState(() => likelyKept(given))
  const form = useForm(REASON, START)
  const intoId = kept ?? 0
  const ids = rows
    .filter((row) => row.id !== intoId)
    .map((row) => row.id)
    .join(',')
  const { data: preview, error, refetch } = useCall(mergeCalls.preview, { ids, intoId }, { quiet: true })
  const { saving, save } = useSend(mergeCalls.merge, form, {
    success: '合并成功',
    complete: (input) => ({ ...input, ids, intoId }),
    touches: TOUCHED,
    onDone: () => tab.close(pageOf(intoId)),
  })
  return (
    <form className="k-page" onSubmit={save}>
      <p className="k-hint">
        选择要保留的单位，移出不该合并的；其他单位的合作方、组织用户、证照、下级单位、跟进记录和历史数据全部移到该单位，原单位编码作为曾用编码继续可查。合并后不能撤销。
      </p>
      <ComparedTable
        rows={rows}
        kept={kept}
        onKeep={setKept}
        onLeaveOut={(id) => setLeftOut([...leftOut, id])}
      />
      <section className="k-section" aria-live="polite">
        {preview === undefined ? (
          error === null ? (
            <Loading rows={2} />
          ) : (
            <ErrorState error={error} onRetry={() => void refetch()} />
          )
        ) : preview.refusal !== '' ? (
          <Alert type="error" showIcon title="不能合并" description={preview.refusal} />
        ) : (
          <Alert
            type="info"
            showIcon
            title="合并将移动"
            description={
              preview.moved.length === 0
                ? '没有需要移动的数据，只保留原单位编码。'
                : preview.moved.map(({ label, n }) => `${label} ${n}`).join('，')
            }
          />
        )}
      </section>
      <section className="k-section">
        <FormBody form={form} />
      </section>
      <SaveBar form={form} onLeave={() => tab.close('/company/duplicates')}>
        <Button
          type="primary"
          danger
          htmlType="submit"
          loading={saving}
          disabled={preview === undefined || preview.refusal !== ''}
        >
          合并
        </Button>
      </SaveBar>
    </form>
  )
}
