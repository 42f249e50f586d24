import { HistoryOutlined } from '@ant-design/icons'
import { Button, Drawer, Space, Steps } from 'antd'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import type { Call } from '#kit/shared/call.ts'
import type { Entity } from '#kit/shared/entity.ts'
import { trust } from '#kit/shared/loose.ts'
import type { StateTable } from '#kit/shared/states.ts'
import { type Act, Acts } from '#kit/web/actions.tsx'
import { textOf } from '#kit/web/fieldUi.ts'
import type { ListRow } from '#kit/web/list/columnsOf.tsx'
import { StateTag } from '#kit/web/StateTag.tsx'
import { mayCall } from '#kit/web/session.ts'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { useTab } from '#kit/web/tab.ts'
import { useCall } from '#kit/web/useCall.ts'
import { Details } from './Details.tsx'
import { operLog } from './operLog.ts'

/** A part of the page: fields, or something of the screen's own. */
export interface InfoSection<R> {
  title: string
  fields?: readonly string[]
  render?(row: R): ReactNode
}

export interface InfoPageProps<R extends ListRow> {
  of: Entity
  /** answers the row by {id} */
  call: Call<unknown, unknown, unknown, R>
  id: number
  /** one section with all fields unless given */
  sections?: readonly InfoSection<R>[]
  /** in place of fields' own cells */
  cells?: Readonly<Record<string, { label?: string; cell(row: R): ReactNode }>>
  states?: StateTable<string | number, string>
  /** the usual way through the states, shown as steps */
  steps?: readonly (string | number)[]
  actions?: readonly Act<R>[]
  /** where 返回 leads */
  back?: string
  /** below the sections: trace of approvals, buttons of an examination */
  below?(row: R): ReactNode
}

/** 详情: what a row is, in which state, and what can be done with it. Frame §5. */
export function InfoPage<R extends ListRow>(props: InfoPageProps<R>) {
  const { of, call, id, sections, cells, states, steps, actions = [], back, below } = props
  const { data: row, error, isPending, refetch } = useCall(call, { id }, { quiet: true })
  const tab = useTab()
  const { setTitle } = tab
  const title = textOf(row?.[of.facts.title])
  useEffect(() => setTitle(`${of.label}详情${title === '' ? '' : ` ${title}`}`), [setTitle, of, title])
  if (isPending) return <Loading rows={10} />
  if (row === undefined) return <ErrorState error={error} onRetry={() => void refetch()} />
  const shape = call.answer.shape ?? of.all
  const state = states?.states.find((one) => one.value === row[states.field])
  return (
    <div className="k-page">
      <div className="k-info-head">
        <Space wrap>
          <h2 className="k-info-title">{title}</h2>
          {state !== undefined && <StateTag label={state.label} color={state.color} />}
        </Space>
        <Space wrap>
          <Acts acts={actions} target={row} max={5} />
          <LogButton entity={of.name} id={id} />
          {back !== undefined && <Button onClick={() => tab.close(back)}>返回</Button>}
        </Space>
      </div>
      {states !== undefined && steps !== undefined && (
        <StateSteps states={states} steps={steps} state={row[states.field]} />
      )}
      {(sections ?? [{ title: '基本信息' }]).map((section) => (
        <section key={section.title} className="k-section">
          <h3 className="k-group-title">{section.title}</h3>
          {section.render?.(row) ?? (
            <Details shape={shape} row={row} fields={section.fields} render={trust(cells)} />
          )}
        </section>
      ))}
      {below?.(row)}
    </div>
  )
}

interface StateStepsProps {
  states: StateTable<string | number, string>
  steps: readonly (string | number)[]
  state: unknown
}

/** The usual way through the states; a state beside it is shown by the tag alone. */
export function StateSteps({ states, steps, state }: StateStepsProps) {
  const current = steps.map(String).indexOf(String(state))
  if (current < 0) return null
  return (
    <Steps
      className="k-section"
      size="small"
      current={current}
      items={steps.map((step) => ({ title: states.states.find((one) => one.value === step)?.label ?? step }))}
    />
  )
}

const LOG_WIDTH = 640

/** 操作日志 of one row, when a room shows it. */
export function LogButton({ entity, id }: { entity: string; id: number }) {
  const [open, setOpen] = useState(false)
  const log = operLog()
  if (log === undefined || !mayCall(log.call)) return null
  return (
    <>
      <Button icon={<HistoryOutlined />} onClick={() => setOpen(true)}>
        操作日志
      </Button>
      <Drawer title="操作日志" size={LOG_WIDTH} open={open} destroyOnHidden onClose={() => setOpen(false)}>
        <Suspense fallback={<Loading />}>
          <log.View entity={entity} id={id} />
        </Suspense>
      </Drawer>
    </>
  )
}
