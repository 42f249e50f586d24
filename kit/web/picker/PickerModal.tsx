import { Button, Input, type InputRef, Radio, Space, Tag } from 'antd'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react'
import { FieldCell } from '#kit/fields/web.tsx'
import type { Call, Page } from '#kit/shared/call.ts'
import { debounce } from '#kit/shared/text.ts'
import { Dialog } from '#kit/web/Dialog.tsx'
import { openDialog } from '#kit/web/host.tsx'
import type { ListRow } from '#kit/web/list/columnsOf.tsx'
import { Pager } from '#kit/web/list/Pager.tsx'
import { usePaging } from '#kit/web/list/usePaging.ts'
import { type Recent, recentOf, rememberChosen } from '#kit/web/recent.ts'
import { CallError, request } from '#kit/web/request.ts'
import { Empty } from '#kit/web/states/Empty.tsx'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Table } from '#kit/web/Table.tsx'
import { toastError, toastInfo } from '#kit/web/toast.ts'
import { useCall } from '#kit/web/useCall.ts'
import { NoneYet } from '#kit/web/Way.tsx'

/** What a picker is, whoever opens it. Platform §5.1. */
export interface PickerFacts<R extends ListRow> {
  title: string
  /** the title is read out, not shown */
  untitled?: boolean
  width: number
  call: Call<unknown, unknown, unknown, Page<R>>
  /** names of fields of the answer, or columns of its own */
  columns: readonly (string | PickerColumn<R>)[]
  /** what keywords search */
  searched?: string
  /** text when 确定 is pressed with nothing chosen */
  empty: string
  /** what stands for a chosen row */
  label(row: R): string
  /** the keywords that find it again; its label unless given */
  words?(row: R): string
  /** what the rows are, and the list where they are made: said while there are none at all */
  made: { title: string; page: string | null }
  /** why a row cannot be chosen */
  off?(row: R): string | null
  /** input that is always sent */
  fixed?: Readonly<Record<string, unknown>>
  /** filters beside the keywords, e.g. a tree; gets and sets further input */
  side?(input: Readonly<Record<string, unknown>>, set: (input: Record<string, unknown>) => void): ReactNode
  /** the same at the left of the table, on phones above it */
  left?(input: Readonly<Record<string, unknown>>, set: (input: Record<string, unknown>) => void): ReactNode
  /** done with the chosen rows before they are answered; false: the picker stays open */
  give?(rows: readonly R[]): Promise<boolean>
  /** of the button that gives them */
  okText?: string
}

export interface PickerColumn<R> {
  title: string
  width?: number
  /** `forget` takes the row out of the choice, e.g. when the column lets a person delete it */
  render(row: R, forget: () => void): ReactNode
}

/** What the caller wants of it. */
export interface PickerWish<R extends ListRow> {
  /** rows chosen before, in their order */
  value?: readonly R[]
  multiple?: boolean
  /** the most rows that may be chosen */
  limit?: number
  /** narrows on the server */
  filter?: Readonly<Record<string, unknown>>
}

/**
 * Opens a picker; the chosen rows in the order of choice, or null (and 已取消) when the person gave up.
 * Platform §5.1.
 */
export async function openPicker<R extends ListRow>(
  facts: PickerFacts<R>,
  wish: PickerWish<R> = {},
): Promise<readonly R[] | null> {
  const chosen = await openDialog<readonly R[] | null>((close) => (
    <PickerModal facts={facts} wish={wish} onClose={close} />
  ))
  if (chosen === null) toastInfo('已取消')
  return chosen
}

interface PickerModalProps<R extends ListRow> {
  facts: PickerFacts<R>
  wish: PickerWish<R>
  onClose(rows: readonly R[] | null): void
}

const COLUMN_WIDTH = 150
const TABLE_HEIGHT = 400
const SEARCH_MS = 300

function PickerModal<R extends ListRow>({ facts, wish, onClose }: PickerModalProps<R>) {
  const { multiple = false, limit = 1000 } = wish
  const [chosen, setChosen] = useState<readonly R[]>(wish.value ?? [])
  const [words, setWords] = useState('')
  const search = useRef<InputRef>(null)
  const [asked, setAsked] = useState<Record<string, unknown>>({})
  const [giving, setGiving] = useState(false)
  const { paging, state: pagerState, first: toFirst } = usePaging()
  const input = { ...paging, ...asked, ...facts.fixed, ...wish.filter }
  const query = useCall(facts.call, input, { keep: true, quiet: true })
  const { data, error, isFetching, refetch } = query
  const rows = data?.list ?? []
  const reasonOf = (row: R) => facts.off?.(row) ?? null
  const narrow = (more: Record<string, unknown>) => {
    setAsked((now) => ({ ...now, ...more }))
    toFirst()
  }
  const later = useMemo(
    () =>
      debounce((keywords: string) => {
        setAsked((now) => ({ ...now, keywords }))
        toFirst()
      }, SEARCH_MS),
    [toFirst],
  )
  const seek = () => {
    later.cancel()
    narrow({ keywords: words.trim() })
  }
  const narrowed = Object.values(asked).some((one) => one !== undefined && one !== '')
  const has = (row: R) => chosen.some((one) => one.id === row.id)
  const choose = (row: R, on: boolean) => {
    if (!multiple) setChosen([row])
    else if (!on) setChosen(chosen.filter((one) => one.id !== row.id))
    else if (chosen.length >= limit) toastError(`最多选择${limit}条`)
    else if (!has(row)) setChosen([...chosen, row])
  }
  const chooseAll = (on: boolean, rows: readonly R[]) => {
    const rest = chosen.filter((one) => !rows.some((row) => row.id === one.id))
    const next = on ? [...chosen, ...rows.filter((row) => !has(row))] : rest
    if (next.length > limit) toastError(`最多选择${limit}条`)
    setChosen(next.slice(0, limit))
  }
  const give = async (rows: readonly R[]) => {
    if (giving) return
    if (rows.length === 0) {
      toastError(facts.empty)
      return
    }
    setChosen(rows)
    setGiving(true)
    const given = (await facts.give?.(rows)) ?? true
    setGiving(false)
    if (!given) return
    rememberChosen(
      facts.call.path,
      rows.map((row) => ({ id: row.id, label: facts.label(row), words: (facts.words ?? facts.label)(row) })),
    )
    onClose(rows)
  }
  // Of one there is nothing more to decide than which.
  const take = (row: R) => {
    const reason = reasonOf(row)
    if (reason !== null) toastError(reason)
    else if (multiple) choose(row, !has(row))
    else void give([row])
  }
  // What was chosen another day may be gone since, or not to be had here: the same list is asked for it.
  const takeAgain = async ({ id, label, words }: Recent) => {
    try {
      const { list } = await request(facts.call, { ...input, page: 1, keywords: words })
      const found = list.find((row) => row.id === id)
      if (found === undefined) toastError(`“${label}”现在不能选择`)
      else take(found)
    } catch (error) {
      // The refusal has been shown.
      if (!(error instanceof CallError)) throw error
    }
  }
  const keys = useRowKeys({
    rows,
    may: (row) => reasonOf(row) === null,
    found: words.trim() !== '' && words.trim() === asked.keywords && !query.isPlaceholderData,
    take,
  })
  const forget = (row: R) => setChosen((now) => now.filter((one) => one.id !== row.id))
  const columns = withReasons(
    facts.columns.map((column) => pickerColumn(facts.call, column, forget)),
    reasonOf,
  )
  const recent = facts.searched === undefined || narrowed ? [] : recentOf(facts.call.path)
  return (
    <Dialog
      title={facts.untitled ? <span className="ts-unseen">{facts.title}</span> : facts.title}
      width={facts.width}
      first={search}
      okText={facts.okText ?? '确定'}
      confirmLoading={giving}
      cancelText="取消"
      onOk={() => void give(chosen)}
      onCancel={() => onClose(null)}
    >
      <div className={facts.left === undefined ? undefined : 'k-picker-halves'}>
        {facts.left?.(asked, narrow)}
        <div>
          <form
            onSubmit={(event) => {
              event.preventDefault()
              seek()
            }}
          >
            <Space wrap style={{ marginBottom: 8 }}>
              {facts.side?.(asked, narrow)}
              {facts.searched !== undefined && (
                <Input
                  value={words}
                  allowClear
                  maxLength={100}
                  aria-label="关键字"
                  placeholder={facts.searched}
                  ref={search}
                  aria-activedescendant={keys.active}
                  onKeyDown={keys.onKeyDown}
                  onChange={(event) => {
                    setWords(event.target.value)
                    later(event.target.value.trim())
                  }}
                />
              )}
              <Button htmlType="submit" type="primary">
                查询
              </Button>
            </Space>
          </form>
          {recent.length > 0 && (
            <div className="k-recent">
              <span className="k-hint">最近选过</span>
              {recent.map((one) => (
                <Button key={one.id} size="small" onClick={() => void takeAgain(one)}>
                  {one.label}
                </Button>
              ))}
            </div>
          )}
          {data === undefined && error !== null ? (
            <ErrorState error={error} onRetry={() => void refetch()} />
          ) : (
            <Table<R>
              loading={isFetching}
              columns={columns}
              dataSource={rows}
              scroll={{ x: columns.reduce((sum, one) => sum + one.width, 0), y: TABLE_HEIGHT }}
              locale={{
                emptyText: narrowed ? (
                  <Empty text="没有匹配的数据" />
                ) : (
                  <NoneYet {...facts.made} onLeave={() => onClose(null)} />
                ),
              }}
              rowSelection={{
                type: multiple ? 'checkbox' : 'radio',
                selectedRowKeys: chosen.map((row) => row.id),
                preserveSelectedRowKeys: true,
                getCheckboxProps: (row) => ({ disabled: reasonOf(row) !== null }),
                // Tables are built without radio buttons of their own (kit/web/libraries.ts).
                renderCell: (checked, row, _index, box) =>
                  multiple ? (
                    box
                  ) : (
                    <Radio
                      checked={checked}
                      disabled={reasonOf(row) !== null}
                      onClick={(event) => event.stopPropagation()}
                      onChange={() => choose(row, true)}
                    />
                  ),
                onSelect: choose,
                onSelectAll: (on, _rows, changed) => chooseAll(on, changed),
              }}
              onRow={(row) => ({
                id: keys.idOf(row),
                className: [
                  reasonOf(row) === null ? 'k-choosable' : '',
                  keys.idOf(row) === keys.active ? 'k-at' : '',
                ].join(' '),
                // What is pressed inside a cell is meant for that alone.
                onClick: (event) => {
                  if (reasonOf(row) === null && !isControl(event.target)) take(row)
                },
              })}
            />
          )}
          {data !== undefined && data.total > 0 && (
            <Pager total={data.total} more={data.more ?? false} state={pagerState} />
          )}
        </div>
      </div>
      {multiple && chosen.length > 0 && (
        <div className="k-picked" role="status" aria-label={`已选${chosen.length}条`}>
          {chosen.map((row) => (
            <Tag key={row.id} closable onClose={() => choose(row, false)}>
              {facts.label(row)}
            </Tag>
          ))}
        </div>
      )}
    </Dialog>
  )
}

interface RowKeys<R> {
  rows: readonly R[]
  may(row: R): boolean
  /** these are what the typed words find: Enter takes the first of them */
  found: boolean
  take(row: R): void
}

/** Arrows go through the rows below an input that keeps the focus, Enter takes the one they are at. Screens §4. */
function useRowKeys<R extends ListRow>({ rows, may, found, take }: RowKeys<R>) {
  const uid = useId()
  const [moved, setMoved] = useState<number | null>(null)
  const open = rows.filter(may)
  const at = open.find((row) => row.id === moved) ?? (found ? open[0] : undefined)
  const idOf = (row: R) => `${uid}row${row.id}`
  const active = at === undefined ? undefined : idOf(at)
  useEffect(() => {
    if (active !== undefined) document.getElementById(active)?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return {
    idOf,
    active,
    onKeyDown(event: KeyboardEvent) {
      const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
      const now = at === undefined ? -1 : open.indexOf(at)
      const next = open[now + step]
      if (step !== 0) {
        event.preventDefault()
        if (next !== undefined) setMoved(next.id)
      } else if (event.key === 'Enter' && at !== undefined && !event.nativeEvent.isComposing) {
        event.preventDefault()
        take(at)
      }
    },
  }
}

interface Drawn<R> {
  key: string
  title: string
  width: number
  render(value: unknown, row: R): ReactNode
}

/** Why a row cannot be chosen stands in its widest cell. */
function withReasons<R>(columns: readonly Drawn<R>[], reasonOf: (row: R) => string | null): Drawn<R>[] {
  const most = Math.max(...columns.map((one) => one.width))
  const widest = columns.find((one) => one.width === most)
  return columns.map((one) =>
    one !== widest
      ? one
      : {
          ...one,
          render: (value, row) => (
            <>
              {one.render(value, row)}
              <div className="k-hint">{reasonOf(row)}</div>
            </>
          ),
        },
  )
}

function pickerColumn<R extends ListRow>(
  call: PickerFacts<R>['call'],
  column: string | PickerColumn<R>,
  forget: (row: R) => void,
): Drawn<R> {
  if (typeof column !== 'string')
    return {
      key: column.title,
      title: column.title,
      width: column.width ?? COLUMN_WIDTH,
      render: (_: unknown, row: R) => column.render(row, () => forget(row)),
    }
  const field = call.answer.shape?.[column]
  return {
    key: column,
    title: field?.label ?? column,
    width: field?.width ?? COLUMN_WIDTH,
    render: (_: unknown, row: R) =>
      field === undefined ? null : <FieldCell field={field} name={column} value={row[column]} row={row} />,
  }
}

function isControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest('button, a, input, label, .ant-image') !== null
}
