import { CopyOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Space, type TableRef, Tooltip } from 'antd'
import {
  type ClipboardEvent,
  type ComponentType,
  memo,
  type ReactNode,
  useCallback,
  useEffect,
  useMemo,
  useRef,
} from 'react'
import { FieldCell, FieldInput, mayShow, uiOf } from '#kit/fields/web.tsx'
import type { Field, Shape } from '#kit/shared/field.ts'
import type { InputProps, WireRow } from '#kit/web/fieldUi.ts'
import { same } from '#kit/web/form/changed.ts'
import { useFormErrors } from '#kit/web/form/errors.ts'
import {
  changedLine,
  columnsOf,
  type Derive,
  editedLine,
  filledDown,
  keyOfLine,
  newLine,
  parseSheet,
  pasteCells,
  rowsOf,
} from '#kit/web/lines/line.ts'
import { HANDLE, useFillDown } from '#kit/web/lines/useFillDown.ts'
import { useHeld } from '#kit/web/lines/useHeld.ts'
import { Table } from '#kit/web/Table.tsx'
import { toastError, toastSuccess } from '#kit/web/toast.ts'
import { toastUndo } from '#kit/web/undo.tsx'
import { useIsPhone } from '#kit/web/useScreen.ts'

const NONE_SHAPE: Shape = {}
/** More rows are drawn only while they are in view, so that 600 of them stay fluent. */
const VIRTUAL_FROM = 100
const VIRTUAL_HEIGHT = 480
const COLUMN_WIDTH = 140

export interface LinesInputProps extends InputProps {
  /** in place of one empty line, e.g. a picker; null: nothing was chosen */
  onAdd?: () => Promise<readonly WireRow[] | null>
  addLabel?: string
  derive?: Derive
  /** a line below the table: sums */
  totals?: (rows: readonly WireRow[]) => ReactNode
  /** lines come only through onAdd */
  noCopy?: boolean
  /** which lines there are is decided elsewhere: they can be changed and, with 'less', removed */
  fixed?: boolean | 'less'
  /** in place of the inputs of the columns' types, and of what read-only columns show */
  inputs?: Readonly<Record<string, ComponentType<InputProps>>>
  /** said while there are no lines */
  emptyText?: string
  /** columns that stay in view when the table is wider than the page */
  freeze?: readonly string[]
}

/** The same function at every drawing, or the table would know its lines anew. */
const keyOfRow = (row: WireRow) => keyOfLine(row)
const NO_INPUTS = {}
/** What a cell says of its column where lines are cards (kit.css). */
const labelled = (label: string) => () => ({ 'data-label': label, className: 'k-line-cell' })
const NO_LINES = '没有明细'
const HOW_TO_ADD = '还没有明细，可新增或从表格软件复制后粘贴'
const NO_NAMES: readonly string[] = []
/** So many errors are told below the table. */
const TOLD = 3

/** 明细: an editable table; rows are added, copied, deleted and pasted from a spreadsheet. Frame §5. */
export default function LinesInput({
  field,
  value,
  onChange,
  disabled = false,
  path = '',
  id = path,
  onAdd,
  addLabel = '新增一行',
  derive,
  totals,
  noCopy = false,
  fixed = false,
  inputs = NO_INPUTS,
  freeze = NO_NAMES,
  emptyText = disabled || fixed ? NO_LINES : HOW_TO_ADD,
}: LinesInputProps) {
  const shape = field.shape ?? NONE_SHAPE
  const rows = useMemo(() => rowsOf(value), [value])
  const max = fixed ? rows.length : (field.max ?? 1000)
  const wrong = useWrongCells(path)
  const table = useRef<TableRef>(null)
  const phone = useIsPhone()
  // The cells keep one function each, so that typing in one row does not draw the others.
  const now = useRef({ rows, onChange, derive })
  useEffect(() => {
    now.current = { rows, onChange, derive }
  })
  const edit = useCallback((key: string, name: string, next: unknown) => {
    const { rows, onChange, derive } = now.current
    onChange(rows.map((row) => (keyOfLine(row) === key ? editedLine(row, name, next, derive) : row)))
  }, [])
  const drop = useCallback((key: string) => {
    const { rows, onChange } = now.current
    onChange(rows.filter((row) => keyOfLine(row) !== key))
  }, [])
  const copy = useCallback(
    (key: string) => {
      const { rows, onChange } = now.current
      if (rows.length >= max) toastError(`${field.label}不能超过${max}行`)
      // An id belongs to one stored line only.
      else
        onChange(rows.flatMap((row) => (keyOfLine(row) === key ? [row, { ...row, id: undefined }] : [row])))
    },
    [field.label, max],
  )
  const add = async () => {
    const added = onAdd === undefined ? [newLine(shape)] : await onAdd()
    if (added === null) return
    const room = max - rows.length
    if (added.length > room) toastError(`${field.label}不能超过${max}行`)
    onChange([...rows, ...added.slice(0, room)])
  }
  const paste = (event: ClipboardEvent<HTMLElement>) => {
    const cells = parseSheet(event.clipboardData.getData('text/plain'))
    const place = event.target instanceof HTMLElement ? event.target.closest('[data-line]') : null
    // One cell is ordinary pasting into the input.
    if (disabled || (cells.length < 2 && (cells[0]?.length ?? 0) < 2)) return
    event.preventDefault()
    const at = rows.findIndex((row) => keyOfLine(row) === place?.getAttribute('data-line'))
    const name = place?.getAttribute('data-name') ?? columnsOf(shape)[0]?.[0] ?? ''
    const start = at < 0 ? rows.length : at
    const pasted = pasteCells(rows, cells, shape, { at: start, name, max })
    onChange(
      derive === undefined
        ? pasted
        : pasted.map((row, index) => (index < start ? row : changedLine(row, derive(row, name)))),
    )
    if (start + cells.length > max) toastError(`粘贴的内容超出${max}行，多余的没有粘贴`)
    else toastSuccess(`已粘贴${cells.length}行`)
  }

  const fill = (name: string, from: number, to: number) => {
    const filled = filledDown(rows, { name, from, to }, derive)
    onChange(filled)
    if (to - from > 1)
      toastUndo(`已向下填充${to - from}行`, async () => {
        if (same(now.current.rows, filled)) now.current.onChange(rows)
        else toastError('填充之后又有修改，不能撤销')
      })
  }
  const enter = (name: string, at: number) => {
    const next = rows[at]
    if (next !== undefined) document.getElementById(`${id}.${keyOfLine(next)}.${name}`)?.focus()
  }
  const { around, rowClassName } = useFillDown({ rows, table, fill, enter })

  const fields = useMemo(() => columnsOf(shape).filter(([, one]) => mayShow(one)), [shape])
  const moved = useMoved(rows)
  const virtual = rows.length > VIRTUAL_FROM
  // On a phone each line is a card; of a long table only those in view are drawn, which needs rows of one height.
  const cards = phone && !virtual
  const columns = useMemo(() => {
    // Without this the table would draw every cell of every row at each key. Where lines came, went or changed places all
    // are drawn, because they tell their numbers.
    const shouldCellUpdate = (next: WireRow, before: WireRow) => moved || next !== before
    return [
      {
        key: 'number',
        title: '序号',
        width: 56,
        shouldCellUpdate,
        ...(freeze.length > 0 && !phone ? { fixed: 'start' as const } : {}),
        onCell: labelled('序号'),
        render: (_: unknown, _row: WireRow, index: number) => index + 1,
      },
      ...fields.map(([name, one]) => ({
        key: name,
        title: (
          <span>
            {one.required && <span className="k-required">*</span>}
            {one.label}
          </span>
        ),
        width: one.width ?? COLUMN_WIDTH,
        align: (cards ? undefined : uiOf(one).align) ?? ('left' as const),
        ...(freeze.includes(name) && !phone ? { fixed: 'start' as const } : {}),
        onCell: labelled(one.required ? `* ${one.label}` : one.label),
        shouldCellUpdate,
        render: (_: unknown, row: WireRow, index: number) => (
          <LineCell
            field={one}
            Input={inputs[name]}
            name={name}
            row={row}
            index={index}
            path={path}
            id={id}
            disabled={disabled}
            isHeld={virtual}
            edit={edit}
          />
        ),
      })),
      ...(disabled || fixed === true
        ? []
        : [
            {
              key: 'action',
              title: '操作',
              onCell: labelled('操作'),
              shouldCellUpdate,
              width: noCopy || fixed ? 56 : 80,
              ...(phone ? {} : { fixed: 'end' as const }),
              render: (_: unknown, row: WireRow, index: number) => (
                <Space size={0}>
                  {!noCopy && !fixed && (
                    <Button
                      type="text"
                      size="small"
                      icon={<CopyOutlined />}
                      aria-label={`复制第${index + 1}行`}
                      onClick={() => copy(keyOfLine(row))}
                    />
                  )}
                  <Button
                    type="text"
                    size="small"
                    danger
                    icon={<DeleteOutlined />}
                    aria-label={`删除第${index + 1}行`}
                    onClick={() => drop(keyOfLine(row))}
                  />
                </Space>
              ),
            },
          ]),
    ]
  }, [
    fields,
    disabled,
    path,
    id,
    edit,
    copy,
    drop,
    noCopy,
    fixed,
    inputs,
    freeze,
    phone,
    cards,
    moved,
    virtual,
  ])
  const width = columns.reduce((sum, column) => sum + column.width, 0)
  return (
    <div className={cards ? 'k-lines k-lines-cards' : 'k-lines'} onPaste={paste} {...around}>
      <Table<WireRow>
        ref={table}
        id={id}
        bordered={!cards}
        rowKey={keyOfRow}
        rowClassName={rowClassName}
        columns={columns}
        dataSource={rows}
        virtual={virtual}
        scroll={virtual ? { x: width, y: VIRTUAL_HEIGHT } : cards ? undefined : { x: width }}
        locale={{ emptyText: <span className="k-hint">{emptyText}</span> }}
      />
      <div className="k-lines-foot">
        {!disabled && !fixed && (
          <Button
            type="dashed"
            icon={<PlusOutlined />}
            disabled={rows.length >= max}
            onClick={() => void add()}
          >
            {addLabel}
          </Button>
        )}
        <span className="k-hint">共 {rows.length} 行</span>
        {wrong.length > 0 && <span className="k-error">{wrong.length} 处有误</span>}
        {totals?.(rows)}
      </div>
      {wrong.slice(0, TOLD).map((one) => (
        <Button
          key={one.at}
          type="link"
          danger
          className="k-link k-line-error"
          onClick={() => table.current?.scrollTo({ index: one.index })}
        >
          第{one.index + 1}行：{one.message}
        </Button>
      ))}
    </div>
  )
}

/** Whether other lines are at the same places than at the drawing before. */
function useMoved(rows: readonly WireRow[]): boolean {
  const before = useRef(rows)
  useEffect(() => {
    before.current = rows
  }, [rows])
  return useMemo(() => {
    const was = before.current
    return was.length !== rows.length || was.some((row, at) => row !== rows[at] && !isSameLine(row, rows[at]))
  }, [rows])
}

const isSameLine = (one: WireRow, other: WireRow | undefined): boolean =>
  other !== undefined && keyOfLine(one) === keyOfLine(other)

/** The errors inside the lines of a field, in the order of the lines. */
function useWrongCells(path: string) {
  const errors = useFormErrors()
  return useMemo(
    () =>
      Object.entries(errors)
        .filter(([at]) => at.startsWith(`${path}.`))
        .map(([at, message]) => ({ at, message, index: Number(at.slice(path.length + 1).split('.')[0]) }))
        .filter((one) => Number.isInteger(one.index))
        .sort((a, b) => a.index - b.index),
    [errors, path],
  )
}

interface LineCellProps {
  field: Field
  Input?: ComponentType<InputProps> | undefined
  name: string
  row: WireRow
  index: number
  path: string
  /** of the whole table; ids of the inputs begin with it */
  id: string
  disabled: boolean
  /** the table gets what is typed a moment later */
  isHeld: boolean
  edit(key: string, name: string, value: unknown): void
}

/** What only shows something changes nothing. */
const keep = () => undefined

const LineCell = memo(function LineCell({
  field,
  Input,
  name,
  row,
  index,
  path,
  id,
  disabled,
  isHeld,
  edit,
}: LineCellProps) {
  const error = useFormErrors()[`${path}.${index}.${name}`]
  const key = keyOfLine(row)
  const held = useHeld(row[name], (value) => edit(key, name, value), isHeld)
  if (field.readOnly && Input !== undefined)
    return <Input field={field} compact disabled row={row} value={row[name]} onChange={keep} />
  if (disabled || field.readOnly) return <FieldCell field={field} name={name} value={row[name]} row={row} />
  const Cell = Input ?? FieldInput
  const input = (
    <div
      className={error === undefined ? 'k-cell' : 'k-cell k-cell-wrong'}
      data-line={key}
      data-name={name}
      data-path={`${path}.${index}.${name}`}
      {...held.around}
    >
      <Cell
        field={field}
        compact
        id={`${id}.${key}.${name}`}
        row={row}
        value={held.value}
        invalid={error !== undefined}
        onChange={held.onChange}
      />
      <span className={HANDLE} title="向下拖动填充，双击填充到末行" aria-hidden />
    </div>
  )
  return error === undefined ? input : <Tooltip title={error}>{input}</Tooltip>
})
