import { Button } from 'antd'
import { FieldCell } from '#kit/fields/web.tsx'
import type { Shape } from '#kit/shared/field.ts'
import { CountTabs } from '#kit/web/list/CountTabs.tsx'
import { Pager } from '#kit/web/list/Pager.tsx'
import { useListState } from '#kit/web/list/useListState.ts'
import { goTo } from '#kit/web/navigate.ts'
import { StateTag } from '#kit/web/StateTag.tsx'
import { mayCall } from '#kit/web/session.ts'
import { Empty } from '#kit/web/states/Empty.tsx'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { duplicateList, LIKENESSES } from './duplicates.calls.ts'
import { mergeCalls, mergeDocument } from './userMerge.document.ts'

const NAMES = ['kind'] as const
const TABS = [{ key: '', label: '全部' }, ...LIKENESSES.map((one) => ({ key: one.value, label: one.label }))]
const SHAPE: Shape = duplicateList.answer.shape ?? {}
/** From here on they are very likely one person. */
const SURE = 70

/** 重复用户: accounts that are likely of one person, with what they have in common. Members §10.3. */
export default function Duplicates() {
  const state = useListState(NAMES)
  const kind = LIKENESSES.find((one) => one.value === state.filters.kind)?.value
  const { data, error, refetch } = useCall(
    duplicateList,
    { page: state.page, limit: state.limit, ...(kind === undefined ? {} : { kind }) },
    { keep: true, quiet: true },
  )
  return (
    <div className="k-list">
      <CountTabs
        items={TABS}
        active={kind ?? ''}
        label="依据"
        onChange={(next) => state.set({ filters: { kind: next } })}
      />
      {data === undefined ? (
        error === null ? (
          <Loading rows={8} />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )
      ) : data.list.length === 0 ? (
        <Empty text="没有发现重复的用户" />
      ) : (
        <>
          {data.list.map((row) => (
            <section key={row.id} className="k-section" aria-label={`第${row.id}组`}>
              <p>
                <strong>{row.count} 个用户</strong>{' '}
                <StateTag
                  label={LIKENESSES.find((one) => one.value === row.kind)?.label ?? row.kind}
                  means={row.score >= SURE ? 'waits' : 'off'}
                />{' '}
                <span className="k-hint">相似度 {row.score}</span>{' '}
                {mayCall(mergeCalls.save) && row.users.length > 1 && (
                  <Button size="small" onClick={() => goTo(mergeOf(row.users.map((one) => one.id)))}>
                    合并
                  </Button>
                )}
              </p>
              {SHAPE.users && <FieldCell field={SHAPE.users} name="users" value={row.users} row={row} wide />}
            </section>
          ))}
          <Pager total={data.total} more={data.more === true} state={state} />
        </>
      )}
    </div>
  )
}

/** The account opened first is kept unless another is chosen. */
const mergeOf = ([to = 0, from = 0]: readonly number[]): string =>
  `${mergeDocument.places.create ?? ''}?from=${from}&to=${to}`
