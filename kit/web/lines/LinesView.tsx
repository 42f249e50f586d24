import { FieldCell, mayShow, uiOf } from '#kit/fields/web.tsx'
import type { Shape } from '#kit/shared/field.ts'
import type { CellProps, WireRow } from '#kit/web/fieldUi.ts'
import { Table } from '#kit/web/Table.tsx'
import { columnsOf, keyOfLine, rowsOf } from './line.ts'

const NONE_SHAPE: Shape = {}
/** More rows are drawn only while they are in view. */
const VIRTUAL_FROM = 100
const COLUMN_WIDTH = 130

/** Lines of a document, to be read. */
export default function LinesView({ field, value }: CellProps) {
  const rows = rowsOf(value)
  const columns = columnsOf(field.shape ?? NONE_SHAPE)
    .filter(([, one]) => mayShow(one))
    .map(([name, one]) => ({
      key: name,
      title: one.label,
      width: one.width ?? COLUMN_WIDTH,
      align: uiOf(one).align ?? ('left' as const),
      render: (_: unknown, row: WireRow) => <FieldCell field={one} name={name} value={row[name]} row={row} />,
    }))
  const number = {
    key: 'number',
    title: '序号',
    width: 60,
    render: (_: unknown, _row: WireRow, index: number) => index + 1,
  }
  const width = columns.reduce((sum, column) => sum + column.width, number.width)
  const virtual = rows.length > VIRTUAL_FROM
  return (
    <Table<WireRow>
      bordered
      rowKey={(row) => keyOfLine(row)}
      columns={[number, ...columns]}
      dataSource={rows}
      virtual={virtual}
      scroll={virtual ? { x: width, y: 480 } : { x: width }}
      locale={{ emptyText: <span className="k-hint">没有明细</span> }}
    />
  )
}
