import { Button, Tabs } from 'antd'
import { type ReactNode, Suspense, useEffect, useId, useRef } from 'react'
import { useSearchParams } from 'react-router'
import type { Call } from '#kit/shared/call.ts'
import type { Entity } from '#kit/shared/entity.ts'
import type { Choice } from '#kit/shared/field.ts'
import { type Act, Acts } from '#kit/web/actions.tsx'
import { documentTrace } from '#kit/web/document/trace.ts'
import { JumpList } from '#kit/web/JumpList.tsx'
import type { ListRow } from '#kit/web/list/columnsOf.tsx'
import { theHouse } from '#kit/web/shell/house.ts'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { useTab } from '#kit/web/tab.ts'
import { useCall } from '#kit/web/useCall.ts'
import { useIsPhone } from '#kit/web/useScreen.ts'
import { type Changes, useChanges } from './changes.tsx'
import { type Facts, InfoSections, toldSections } from './InfoSections.tsx'
import { Neighbours } from './Neighbours.tsx'
import { type Figures, RecordHead } from './RecordHead.tsx'

/** A part of the page below a heading, or on a tab. */
export interface InfoPart {
  /** in the address: ?tab=, as is the title of a section */
  key: string
  label: string
  content: ReactNode
}

export interface InfoPageProps<R extends ListRow> extends Facts<NoInfer<R>> {
  /** answers the row by {id} */
  call: Call<unknown, unknown, unknown, R>
  id: number
  /** whose time line stands beside what the page says (declareRecord) */
  of: Entity
  /** of the open page in the bar above */
  title(row: NoInfer<R>): string
  name(row: NoInfer<R>): string
  /** the states it is in */
  states(row: NoInfer<R>): readonly (Choice | undefined)[]
  /** the main one is that which says so (primary), else the first of all where it may be done */
  actions: readonly Act<NoInfer<R>>[]
  /** where 返回 leads */
  back: string
  /** what has to be known before anything else */
  notice?(row: NoInfer<R>): ReactNode
  picture?(row: NoInfer<R>): ReactNode
  /** beneath the name, unless that begins with it */
  number?(row: NoInfer<R>): string
  figures?(row: NoInfer<R>): Figures
  /** behind the fields */
  parts?(row: NoInfer<R>): readonly InfoPart[]
  /** long lists, each on a tab of its own that reads them when it is opened */
  lists?(row: NoInfer<R>): readonly InfoPart[]
  /** how it differs from what was approved last; null: it does not */
  changes?(row: NoInfer<R>): Changes<NoInfer<R>> | null
  /** names of the query that say which record it is: they stay when a tab is chosen */
  keeps?: readonly string[]
  /** whether processes can decide it */
  processes?: boolean
  /** 通过 and 驳回 at the bottom, where it is decided */
  decision?(row: NoInfer<R>): ReactNode
}

/** The number of a document: its letters, its day and its place in the day. Who is called so is told by kind as well. */
const NUMBER = /^[A-Z]{1,4}\d{8,}/

/** The page of a record: what it is, in which states, what can be done with it, what it says and what happened. Screens §3. */
export function InfoPage<R extends ListRow>(props: InfoPageProps<R>) {
  const { call, id, actions, back, of } = props
  const { line: Line } = theHouse().slots
  const Trace = documentTrace()
  const { data: row, error, refetch, dataUpdatedAt } = useCall(call, { id }, { quiet: true })
  const tab = useTab()
  const phone = useIsPhone()
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
  const name = props.name(row)
  const [number] = NUMBER.exec(name) ?? []
  return (
    <div className="k-page">
      <RecordHead
        stays
        name={name}
        kind={number === undefined ? undefined : of.label}
        number={props.number?.(row) ?? number}
        picture={props.picture?.(row)}
        states={props.states(row)}
        figures={props.figures?.(row) ?? []}
      >
        <Acts acts={actions} target={row} max={phone ? 2 : 4} leads />
        <Neighbours entity={of.name} id={id} />
        <Button onClick={() => tab.close(back)}>返回</Button>
      </RecordHead>
      {props.notice?.(row)}
      <div className="k-record">
        <Content {...props} row={row} />
        <aside className="k-record-line">
          <Suspense fallback={<Loading rows={6} />}>
            {props.processes && Trace !== null && <Trace businessType={of.name} businessId={id} />}
            {Line !== undefined && <Line of={of} id={id} readAt={dataUpdatedAt} />}
          </Suspense>
        </aside>
      </div>
      {props.decision?.(row)}
    </div>
  )
}

const BASE = 'base'
/** So many sections are listed above the first. */
const MANY = 4

function Content<R extends ListRow>({ row: now, parts, lists, ...props }: InfoPageProps<R> & { row: R }) {
  const [address, setAddress] = useSearchParams()
  const asked = address.get('tab') ?? ''
  const page = useId()
  const idOf = (title: string) => `${page}${title}`
  // An address leads to a part only when its page is opened: who reads on is not called back.
  const first = useRef(idOf(asked))
  useEffect(() => document.getElementById(first.current)?.scrollIntoView(), [])

  const { row, note, alone, ...told } = useChanges(props.changes?.(now) ?? null, now, props.sections)
  const facts = { ...props, ...told, shape: props.shape ?? props.call.answer.shape ?? props.of.all }
  const sections = toldSections(facts, row)
  const own = alone ? [] : (parts?.(row) ?? [])
  const apart = lists?.(row) ?? []
  const titles = [...sections.map(({ title }) => title), ...own.map(({ label }) => label)]
  const base = (
    <div>
      {note}
      {titles.length >= MANY && <JumpList sections={titles.map((title) => ({ id: idOf(title), title }))} />}
      <InfoSections {...facts} row={row} idOf={idOf} />
      {own.map(({ key, label, content }) => (
        <section key={key} className="k-section" id={idOf(label)} aria-label={label}>
          <h3 className="k-group-title">{label}</h3>
          {content}
        </section>
      ))}
    </div>
  )
  if (apart.length === 0) return base
  return (
    <Tabs
      className="k-page-tabs"
      activeKey={apart.some((one) => one.key === asked) ? asked : BASE}
      items={[
        { key: BASE, label: '详情', children: base },
        ...apart.map(({ key, label, content }) => ({ key, label, children: content })),
      ]}
      onChange={(key) => {
        // What narrowed the list of the tab before means nothing to the next one.
        const kept = (props.keeps ?? []).flatMap((name) =>
          address.getAll(name).map((value): [string, string] => [name, value]),
        )
        setAddress(key === BASE ? kept : [...kept, ['tab', key]], { replace: true })
      }}
    />
  )
}
