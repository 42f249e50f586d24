import { Button } from 'antd'
import { CountTabs } from '#kit/web/list/CountTabs.tsx'
import { Filters } from '#kit/web/list/Filters.tsx'
import { Pager } from '#kit/web/list/Pager.tsx'
import { useListState } from '#kit/web/list/useListState.ts'
import { goTo } from '#kit/web/navigate.ts'
import { StateTag } from '#kit/web/StateTag.tsx'
import { mayCall } from '#kit/web/session.ts'
import { Empty } from '#kit/web/states/Empty.tsx'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { ComparedTable } from './ComparedTable.tsx'
import './company.css'
import { mergeOf } from './companyActs.tsx'
import { LIKENESSES, mergeCalls } from './companyMerge.calls.ts'

const NAMES = ['keywords', 'kind'] as const
const TABS = [{ key: '', label: '全部' }, ...LIKENESSES.map((one) => ({ key: one.value, label: one.label }))]
const SEARCHED = '单位名称、编码、联系电话'

/** 重复单位: companies that are likely the same one, by what they have in common. Catalog §10. */
export default function Duplicates() {
  const state = useListState(NAMES)
  const kind = LIKENESSES.find((one) => one.value === state.filters.kind)?.value
  const { data, error, refetch } = useCall(
    mergeCalls.duplicates,
    {
      ...{ page: state.page, limit: state.limit, keywords: state.filters.keywords ?? '' },
      ...(kind === undefined ? {} : { kind }),
    },
    { keep: true, quiet: true },
  )
  return (
    <div className="k-list">
      <Filters state={state} searched={SEARCHED} filters={[]} onAgain={() => void refetch()} />
      <CountTabs
        items={TABS}
        active={kind ?? ''}
        label="重复依据"
        onChange={(next) => state.set({ filters: { kind: next } })}
      />
      {data === undefined ? (
        error === null ? (
          <Loading rows={8} />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )
      ) : data.list.length === 0 ? (
        <Empty text="没有发现重复的单位" />
      ) : (
        <>
          {data.list.map(({ kinds, count, companies }) => (
            <section key={companies.map((row) => row.id).join()} className="c-group">
              <div className="c-group-head">
                <strong>{count} 个单位</strong>
                {kinds.map((one) => (
                  <StateTag
                    key={one}
                    label={LIKENESSES.find((like) => like.value === one)?.label ?? one}
                    means="waits"
                  />
                ))}
                {count > companies.length && <span className="k-hint">只列出前 {companies.length} 个</span>}
                {mayCall(mergeCalls.merge) && (
                  <Button size="small" onClick={() => goTo(mergeOf(companies.map((row) => row.id)))}>
                    合并
                  </Button>
                )}
              </div>
              <ComparedTable rows={companies} />
            </section>
          ))}
          <Pager total={data.total} more={data.more === true} state={state} />
        </>
      )}
    </div>
  )
}
