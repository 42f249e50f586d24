import { Table as AntTable, type TableProps, type TableRef } from 'antd'
import { type RefObject, useEffect, useRef } from 'react'

interface Props<R> extends TableProps<R> {
  /** so many rows at a time where there are more */
  pages?: number
  ref?: RefObject<TableRef | null>
}

/**
 * The table of the library as the house uses it: small, its rows known by their id, all of them at once. What is wider or
 * higher than its place is reached by the keyboard. Screens §2.
 */
export function Table<R>({ pages, scroll, ref, ...props }: Props<R>) {
  const own = useRef<TableRef>(null)
  const table = ref ?? own
  // After every drawing: the library makes the scrolled part anew when the width of the window changes, and offers no way
  // to say that it takes the focus.
  useEffect(() => {
    if (scroll === undefined) return
    table.current?.nativeElement
      .querySelector('.ant-table-body, .ant-table-content')
      ?.setAttribute('tabindex', '0')
  })
  const paging =
    pages === undefined
      ? false
      : { pageSize: pages, size: 'small' as const, showSizeChanger: false, hideOnSinglePage: true }
  return <AntTable<R> ref={table} size="small" rowKey="id" pagination={paging} scroll={scroll} {...props} />
}

Table.Summary = AntTable.Summary
