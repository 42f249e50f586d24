import { useInfiniteQuery } from '@tanstack/react-query'
import { Button, Segmented } from 'antd'
import { useEffect, useMemo, useRef, useState } from 'react'
import { FieldCell, mayShow } from '#kit/fields/web.tsx'
import type { Entity } from '#kit/shared/entity.ts'
import type { Field } from '#kit/shared/field.ts'
import { spanText } from '#kit/shared/text.ts'
import { formatTime } from '#kit/shared/time.ts'
import { confirm } from '#kit/web/confirm.tsx'
import { refFacts } from '#kit/web/refs.ts'
import { CallError, request } from '#kit/web/request.ts'
import type { LineProps } from '#kit/web/shell/calls.ts'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { browserZone } from '#kit/web/time/zone.ts'
import { toastSuccess } from '#kit/web/toast.ts'
import { change } from '#kit/web/useCall.ts'
import { agoText } from './ago.ts'
import { deskCalls, type LineEntry } from './desk.calls.ts'
import { NoteInput } from './NoteInput.tsx'
import { recordNote } from './recordNote.entity.ts'
import './desk.css'

/** Notes lie under another path than the line that tells them. */
const LINE = { touches: [deskCalls.line.path] }
const LIMIT = 20
const FIRST: number | null = null

const ALL = [
  { value: 0, label: '全部' },
  { value: 1, label: '备注' },
]

/** 时间线 of a record: who changed, decided or wrote what, the latest first; a note is written above it. Screens §3. */
export default function TimeLine({ of, id, readAt }: LineProps) {
  const [notesOnly, setNotesOnly] = useState(0)
  const asked = {
    recordType: of.name,
    recordId: id,
    limit: LIMIT,
    notesOnly: notesOnly === 1 ? 1 : 0,
  } as const
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: [deskCalls.line.path, asked],
    queryFn: ({ pageParam, signal }) =>
      request(deskCalls.line, pageParam === null ? asked : { ...asked, before: pageParam }, {
        signal,
        quiet: true,
      }),
    initialPageParam: FIRST,
    getNextPageParam: ({ next }) => next,
  })
  // What was read of the record anew may have changed: so has its line.
  const known = useRef(readAt)
  useEffect(() => {
    if (known.current === readAt) return
    known.current = readAt
    void refetch()
  }, [readAt, refetch])
  const entries = useMemo(() => {
    const all = (data?.pages ?? []).flatMap(({ list }) => list)
    // A page begins with what stood at the very end of the one before.
    return [...new Map(all.map((one) => [one.key, one])).values()]
  }, [data])
  // Its page may be read by another call as well, e.g. by who decides it.
  if (error instanceof CallError && error.code === 404) return null
  return (
    <section className="desk-time" aria-label="时间线">
      <header>
        <h3>时间线</h3>
        <Segmented size="small" options={ALL} value={notesOnly} onChange={setNotesOnly} />
      </header>
      <NoteInput type={of.name} id={id} />
      {data === undefined ? (
        error === null ? (
          <Loading />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <>
          {entries.length === 0 && (
            <p className="desk-none">{notesOnly === 1 ? '还没有备注' : '还没有记录'}</p>
          )}
          <ol>
            {entries.map((entry) => (
              <Entry key={entry.key} of={of} entry={entry} />
            ))}
          </ol>
          {hasNextPage && (
            <Button type="link" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              更早的
            </Button>
          )}
        </>
      )}
    </section>
  )
}

function Entry({ of, entry }: { of: Entity; entry: LineEntry }) {
  const { kind, who, title, text, time, took, noteId } = entry
  const remove = async () => {
    if (!(await confirm('确定删除这条备注吗？'))) return
    await change(deskCalls.removeNote, { id: noteId }, LINE)
    toastSuccess('已删除备注')
  }
  return (
    <li className={`desk-entry desk-entry-${kind}`}>
      <p>
        <strong>{who}</strong> {title}
        {took > 0 && <small className="k-hint">用时{spanText(took)}</small>}
        <time dateTime={new Date(time * 1000).toISOString()} title={formatTime(time, browserZone)}>
          {agoText(time, Date.now() / 1000)}
        </time>
      </p>
      {text !== '' && <p className="k-prose">{text}</p>}
      {entry.files.length > 0 && (
        <FieldCell field={recordNote.shape.files} name="files" value={entry.files} row={{}} wide />
      )}
      <Changes of={of} fields={entry.fields} />
      {noteId > 0 && (
        <Button type="link" size="small" className="k-link" onClick={() => void remove()}>
          删除
        </Button>
      )}
    </li>
  )
}

// A new row is told by what it was given.
const BLANK = new Set(['null', '""', '[]'])
const isBlank = (value: unknown): boolean => BLANK.has(JSON.stringify(value ?? null))
/** The id of another record that nothing turns into a name says nothing. */
const isNameless = (name: string, field: Field): boolean =>
  field.type === 'ref' ? refFacts(field.ref) === undefined : field.type === 'int' && name.endsWith('Id')

/** Told whole below the first ones. */
const SHOWN = 4

function Changes({ of, fields }: Pick<LineEntry, 'fields'> & { of: Entity }) {
  const [whole, setWhole] = useState(false)
  const told = fields.filter(({ field: name, before, after }) => {
    const field = of.all[name]
    if (field === undefined || field.type === 'json' || !mayShow(field)) return false
    return !isNameless(name, field) && !(isBlank(before) && isBlank(after))
  })
  if (told.length === 0) return null
  return (
    <>
      <dl>
        {(whole ? told : told.slice(0, SHOWN)).map(({ field: name, label, before, after }) => {
          const field = of.all[name]
          const cell = (value: unknown) =>
            field && (
              <FieldCell field={field} name={name} value={value ?? null} row={{ [name]: value ?? null }} />
            )
          return (
            <div key={name}>
              <dt>{label}</dt>
              <dd>
                {!isBlank(before) && (
                  <>
                    <del>{cell(before)}</del> →{' '}
                  </>
                )}
                {cell(after)}
              </dd>
            </div>
          )
        })}
      </dl>
      {told.length > SHOWN && !whole && (
        <Button type="link" size="small" className="k-link" onClick={() => setWhole(true)}>
          另有 {told.length - SHOWN} 项
        </Button>
      )}
    </>
  )
}
