import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { FieldCell, mayShow } from '#kit/fields/web.tsx'
import type { Call } from '#kit/shared/call.ts'
import type { Entity } from '#kit/shared/entity.ts'
import { trust } from '#kit/shared/loose.ts'
import { formatTime } from '#kit/shared/time.ts'
import { textOf, type WireRow } from '#kit/web/fieldUi.ts'
import { rowsOf } from '#kit/web/lines/line.ts'
import { PrintPage } from '#kit/web/print/PrintPage.tsx'
import { Empty } from '#kit/web/states/Empty.tsx'
import { browserZone } from '#kit/web/time/zone.ts'
import { useCall } from '#kit/web/useCall.ts'
import type { DocumentInfo } from './DocumentPage.tsx'

export interface DocumentPrintProps<R extends DocumentInfo> {
  of: Entity
  call: Call<unknown, { ids?: string }, unknown, R[]>
  /** of the address; ?ids= unless given */
  ids?: string
  /** headline of a sheet, e.g. 价格通知单 */
  title: string
  /** fields of the head, in their order */
  head: readonly string[]
  /** the lines field and its columns, in their order */
  lines?: { name: string; columns: readonly string[] }
  /** who signs, e.g. 制单, 审核, 盖章 */
  signs: readonly string[]
  /** rows of a page, after which the table goes on on the next sheet */
  perSheet?: number
  foot?(row: R): ReactNode
}

const PER_SHEET = 22

/** Documents on A4, one after the other: head, lines, who signs. Frame §5. */
export function DocumentPrint<R extends DocumentInfo>(props: DocumentPrintProps<R>) {
  const [address] = useSearchParams()
  const ids = props.ids ?? address.get('ids') ?? ''
  const { data, error, refetch } = useCall(props.call, { ids }, { quiet: true, enabled: ids !== '' })
  if (ids === '') return <Empty text={`请在列表中选择要打印的${props.of.label}`} />
  return (
    <PrintPage
      title={`打印${props.of.label}`}
      error={error}
      onRetry={() => void refetch()}
      sheets={data?.flatMap((row) => sheetsOf(props, row))}
    />
  )
}

function sheetsOf<R extends DocumentInfo>(props: DocumentPrintProps<R>, row: R): ReactNode[] {
  const { lines, perSheet = PER_SHEET } = props
  const all = lines === undefined ? [] : rowsOf(row[lines.name])
  const pages = Math.max(1, Math.ceil(all.length / perSheet))
  return Array.from({ length: pages }, (_, page) => (
    <Sheet
      // biome-ignore lint/suspicious/noArrayIndexKey: the pages of a document never change their order.
      key={`${row.id}-${page}`}
      {...props}
      row={row}
      rows={all.slice(page * perSheet, (page + 1) * perSheet)}
      start={page * perSheet}
      page={page + 1}
      pages={pages}
    />
  ))
}

interface SheetProps<R extends DocumentInfo> extends DocumentPrintProps<R> {
  row: R
  rows: readonly WireRow[]
  start: number
  page: number
  pages: number
}

function Sheet<R extends DocumentInfo>({
  of,
  call,
  title,
  head,
  lines,
  signs,
  foot,
  row,
  rows,
  start,
  page,
  pages,
}: SheetProps<R>) {
  const shape = call.answer.shape ?? of.all
  const lineShape = lines === undefined ? {} : (shape[lines.name]?.shape ?? {})
  const columns = (lines?.columns ?? []).flatMap((name) => {
    const field = lineShape[name]
    return field !== undefined && mayShow(field) ? [{ name, field }] : []
  })
  return (
    <div className="k-paper">
      <h1 className="k-paper-title">{title}</h1>
      <dl className="k-paper-head">
        {head.map((name) => {
          const field = shape[name]
          return field === undefined || !mayShow(field) ? null : (
            <div key={name} className="k-paper-fact">
              <dt>{field.label}</dt>
              <dd>
                <FieldCell field={field} name={name} value={row[name]} row={trust(row)} />
              </dd>
            </div>
          )
        })}
      </dl>
      {columns.length > 0 && (
        <table className="k-paper-lines">
          <thead>
            <tr>
              <th>序号</th>
              {columns.map(({ name, field }) => (
                <th key={name}>{field.label}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((line, index) => (
              <tr key={textOf(line.id) || String(start + index)}>
                <td>{start + index + 1}</td>
                {columns.map(({ name, field }) => (
                  <td key={name}>
                    <FieldCell field={field} name={name} value={line[name]} row={line} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {page === pages && foot?.(row)}
      <div className="k-paper-signs">
        {signs.map((sign) => (
          <span key={sign}>{sign}：</span>
        ))}
      </div>
      <div className="k-paper-foot">
        打印时间 {formatTime(Math.floor(Date.now() / 1000), browserZone)}　第 {page} / {pages} 页
      </div>
    </div>
  )
}
