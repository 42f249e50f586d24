import { LinkOutlined } from '@ant-design/icons'
import { Button, type TableRef } from 'antd'
import { useEffect, useRef } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { FieldCell, mayShow, uiOf } from '#kit/fields/web.tsx'
import type { Field, Shape } from '#kit/shared/field.ts'
import { copyText } from '#kit/web/confirm.tsx'
import { type CellProps, isBlank, type WireRow } from '#kit/web/fieldUi.ts'
import { Table } from '#kit/web/Table.tsx'
import { Beneath } from './Beneath.tsx'
import { fitting } from './fitting.ts'
import { columnsOf, keyOfLine, rowsOf } from './line.ts'
import { useRoom } from './useRoom.ts'

const NONE_SHAPE: Shape = {}
const COLUMN_WIDTH = 130
/** More rows are drawn only while they are in view. */
const VIRTUAL_FROM = 100
/** px: the number of a line, with the button that copies its address */
const NUMBER_WIDTH = 76

/** In the address: the line that is meant, by the name of its field and its number, e.g. `?line=lines.12`. */
const LINE = 'line'

/**
 * Lines of a document, to be read. What has no room beside the others is told beneath what a line is called. Each line has an
 * address of its own, which brings it into view and marks it. Screens §3.
 */
export default function LinesView({ field, name, value }: CellProps) {
  const rows = rowsOf(value)
  const meant = useMeant(name, rows.length)
  const table = useRef<TableRef>(null)
  // Once: whoever scrolls away is not brought back.
  useEffect(() => {
    if (meant !== null) table.current?.scrollTo({ index: meant })
    if (meant !== null)
      table.current?.nativeElement.querySelector('[aria-current]')?.scrollIntoView({ block: 'center' })
  }, [meant])
  const { place, room } = useRoom()
  const shown = columnsOf(field.shape ?? NONE_SHAPE)
    .filter(([, one]) => mayShow(one))
    .map(([name, one]) => ({
      name,
      field: one,
      width: one.width ?? COLUMN_WIDTH,
      aside: one.aside,
      isEmpty: rows.every((row) => isBlank(one, row[name])),
    }))
  const { kept, beneath } = fitting(shown, room - NUMBER_WIDTH)
  const cell = ({ name, field: one }: { name: string; field: Field }, row: WireRow) => (
    <FieldCell field={one} name={name} value={row[name]} row={row} />
  )
  const told = (row: WireRow) =>
    beneath
      .filter(({ name, field: one }) => !isBlank(one, row[name]))
      .map((one) => ({ name: one.name, label: one.field.label, content: cell(one, row) }))
  const columns = kept.map((one, at) => ({
    key: one.name,
    title: one.field.label,
    width: one.width,
    align: uiOf(one.field).align ?? ('left' as const),
    render: (_: unknown, row: WireRow) => (
      <>
        {cell(one, row)}
        {at === 0 && <Beneath told={told(row)} />}
      </>
    ),
  }))
  const number = {
    key: 'number',
    title: '序号',
    width: NUMBER_WIDTH,
    render: (_: unknown, _row: WireRow, index: number) => (
      <span className="k-line-number">
        {index + 1}
        <LineLink at={`${name}.${index + 1}`} number={index + 1} />
      </span>
    ),
  }
  const width = columns.reduce((sum, column) => sum + column.width, number.width)
  const virtual = rows.length > VIRTUAL_FROM
  return (
    <div ref={place}>
      <Table<WireRow>
        ref={table}
        bordered
        onRow={(_row, index) => (index === meant ? { 'aria-current': true } : {})}
        rowKey={(row) => keyOfLine(row)}
        columns={[number, ...columns]}
        dataSource={rows}
        virtual={virtual}
        scroll={virtual ? { x: width, y: 480 } : { x: width }}
        locale={{ emptyText: <span className="k-hint">没有明细</span> }}
      />
    </div>
  )
}

/** The place of the line that the address means, among so many; null when it means none of these. */
function useMeant(name: string, count: number): number | null {
  const [address] = useSearchParams()
  const [field, number] = (address.get(LINE) ?? '').split('.')
  const at = Number(number) - 1
  return field === name && Number.isInteger(at) && at >= 0 && at < count ? at : null
}

/** Copies the address of a line, to be sent to a colleague. */
function LineLink({ at, number }: { at: string; number: number }) {
  const { pathname, search } = useLocation()
  const copy = () => {
    const address = new URLSearchParams(search)
    address.set(LINE, at)
    void copyText(`${location.origin}${pathname}?${address}`)
  }
  return (
    <Button
      type="text"
      size="small"
      icon={<LinkOutlined />}
      aria-label={`复制第${number}行的链接`}
      title="复制这一行的链接"
      onClick={copy}
    />
  )
}
