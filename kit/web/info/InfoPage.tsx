import { Button, Tabs } from 'antd'
import { type ReactNode, Suspense, useEffect } from 'react'
import { useSearchParams } from 'react-router'
import type { Call } from '#kit/shared/call.ts'
import type { Entity } from '#kit/shared/entity.ts'
import type { Choice } from '#kit/shared/field.ts'
import { type Act, Acts } from '#kit/web/actions.tsx'
import type { ListRow } from '#kit/web/list/columnsOf.tsx'
import { theHouse } from '#kit/web/shell/house.ts'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { useTab } from '#kit/web/tab.ts'
import { useCall } from '#kit/web/useCall.ts'
import { Neighbours } from './Neighbours.tsx'
import { type Figure, RecordHead } from './RecordHead.tsx'

/** One tab of the page: fields, lines, the log. */
export interface InfoPart {
  /** in the address: ?tab= */
  key: string
  label: string
  content: ReactNode
}

interface InfoPageProps<R extends ListRow> {
  /** answers the row by {id} */
  call: Call<unknown, unknown, unknown, R>
  id: number
  /** whose time line stands beside what the page says; left out: its records have none (declareRecord) */
  of?: Entity
  /** of the open page in the bar above */
  title(row: NoInfer<R>): string
  name(row: NoInfer<R>): string
  /** the states it is in */
  states(row: NoInfer<R>): readonly (Choice | undefined)[]
  actions: readonly Act<NoInfer<R>>[]
  /** where 返回 leads */
  back: string
  /** what has to be known before anything else */
  notice?(row: NoInfer<R>): ReactNode
  picture?(row: NoInfer<R>): ReactNode
  /** beneath the name, unless it is the name */
  number?(row: NoInfer<R>): string
  /** at most four */
  figures?(row: NoInfer<R>): readonly Figure[]
  parts(row: NoInfer<R>): readonly InfoPart[]
}

/** 详情: what a row is, in which states, and what can be done with it. Frame §5. */
export function InfoPage<R extends ListRow>(props: InfoPageProps<R>) {
  const { call, id, actions, back } = props
  const { line: Line } = theHouse().slots
  const { data: row, error, refetch } = useCall(call, { id }, { quiet: true })
  const tab = useTab()
  const { setTitle } = tab
  const title = row === undefined ? '' : props.title(row)
  useEffect(() => {
    if (title !== '') setTitle(title)
  }, [setTitle, title])
  if (row === undefined)
    return error === null ? (
      <Loading rows={10} />
    ) : (
      <ErrorState error={error} onRetry={() => void refetch()} />
    )
  return (
    <div className="k-page">
      {props.notice?.(row)}
      <RecordHead
        name={props.name(row)}
        number={props.number?.(row)}
        picture={props.picture?.(row)}
        states={props.states(row)}
        figures={props.figures?.(row) ?? []}
      >
        <Acts acts={actions} target={row} max={4} />
        {props.of !== undefined && <Neighbours entity={props.of.name} id={id} />}
        <Button onClick={() => tab.close(back)}>返回</Button>
      </RecordHead>
      <div className="k-record">
        <Parts parts={props.parts(row)} />
        {props.of !== undefined && Line !== undefined && (
          <aside className="k-record-line">
            <Suspense fallback={<Loading rows={6} />}>
              <Line of={props.of} id={id} />
            </Suspense>
          </aside>
        )}
      </div>
    </div>
  )
}

function Parts({ parts }: { parts: readonly InfoPart[] }) {
  const [address, setAddress] = useSearchParams()
  const asked = address.get('tab')
  return (
    <Tabs
      className="k-page-tabs"
      activeKey={parts.find((one) => one.key === asked)?.key ?? parts[0]?.key ?? ''}
      items={parts.map(({ key, label, content }) => ({ key, label, children: content }))}
      onChange={(key) => setAddress({ tab: key }, { replace: true })}
    />
  )
}
