import { Button, Input, Radio, Space, Tag, Tooltip } from 'antd'
import { type ReactNode, useState } from 'react'
import { FieldCell } from '#kit/fields/web.tsx'
import type { Call, Page } from '#kit/shared/call.ts'
import { Dialog } from '#kit/web/Dialog.tsx'
import { openDialog } from '#kit/web/host.tsx'
import type { ListRow } from '#kit/web/list/columnsOf.tsx'
import { Pager } from '#kit/web/list/Pager.tsx'
import { usePaging } from '#kit/web/list/usePaging.ts'
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

function PickerModal<R extends ListRow>({ facts, wish, onClose }: PickerModalProps<R>) {
  const { multiple = false, limit = 1000 } = wish
  const [chosen, setChosen] = useState<readonly R[]>(wish.value ?? [])
  const [words, setWords] = useState('')
  const [asked, setAsked] = useState<Record<string, unknown>>({})
  const [giving, setGiving] = useState(false)
  const { paging, state: pagerState, first: toFirst } = usePaging()
  const input = { ...paging, ...asked, ...facts.fixed, ...wish.filter }
  const { data, error, isFetching, refetch } = useCall(facts.call, input, { keep: true, quiet: true })
  const narrow = (more: Record<string, unknown>) => {
    setAsked((now) => ({ ...now, ...more }))
    toFirst()
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
  const give = async () => {
    if (chosen.length === 0) {
      toastError(facts.empty)
      return
    }
    setGiving(true)
    const given = (await facts.give?.(chosen)) ?? true
    setGiving(false)
    if (given) onClose(chosen)
  }
  const forget = (row: R) => setChosen((now) => now.filter((one) => one.id !== row.id))
  const columns = facts.columns.map((column) => pickerColumn(facts.call, column, forget))
  return (
    <Dialog
      title={facts.untitled ? <span className="ts-unseen">{facts.title}</span> : facts.title}
      width={facts.width}
      okText={facts.okText ?? '确定'}
      confirmLoading={giving}
      cancelText="取消"
      onOk={() => void give()}
      onCancel={() => onClose(null)}
    >
      <div className={facts.left === undefined ? undefined : 'k-picker-halves'}>
        {facts.left?.(asked, narrow)}
        <div>
          <form
            onSubmit={(event) => {
              event.preventDefault()
              narrow({ keywords: words.trim() })
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
                  onChange={(event) => setWords(event.target.value)}
                />
              )}
              <Button htmlType="submit" type="primary">
                查询
              </Button>
            </Space>
          </form>
          {data === undefined && error !== null ? (
            <ErrorState error={error} onRetry={() => void refetch()} />
          ) : (
            <Table<R>
              loading={isFetching}
              columns={columns}
              dataSource={data?.list ?? []}
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
                getCheckboxProps: (row) => ({ disabled: (facts.off?.(row) ?? null) !== null }),
                renderCell: (checked, row, _index, box) => {
                  const reason = facts.off?.(row) ?? null
                  // Tables are built without radio buttons of their own (kit/web/libraries.ts).
                  const node = multiple ? (
                    box
                  ) : (
                    <Radio
                      checked={checked}
                      disabled={reason !== null}
                      onClick={(event) => event.stopPropagation()}
                      onChange={() => choose(row, true)}
                    />
                  )
                  return reason === null ? node : <Tooltip title={reason}>{node}</Tooltip>
                },
                onSelect: choose,
                onSelectAll: (on, _rows, changed) => chooseAll(on, changed),
              }}
              onRow={(row) =>
                (facts.off?.(row) ?? null) === null
                  ? {
                      className: 'k-choosable',
                      // What is pressed inside a cell is meant for that alone.
                      onClick: (event) => {
                        if (!isControl(event.target)) choose(row, !has(row))
                      },
                      onDoubleClick: (event) => {
                        if (!multiple && !isControl(event.target)) onClose([row])
                      },
                    }
                  : {}
              }
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

function pickerColumn<R extends ListRow>(
  call: PickerFacts<R>['call'],
  column: string | PickerColumn<R>,
  forget: (row: R) => void,
) {
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
