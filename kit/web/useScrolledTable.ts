import type { TableRef } from 'antd'
import { type RefObject, useEffect, useRef } from 'react'

/**
 * A table that may be wider than its place: what can only be scrolled must be reached by the keyboard too, and the
 * library's table offers no way to say so. Set the answer as its `ref`.
 */
export function useScrolledTable(): RefObject<TableRef | null> {
  const table = useRef<TableRef>(null)
  // After every drawing: the library makes the scrolled part anew when the width of the window changes.
  useEffect(() => {
    table.current?.nativeElement
      .querySelector('.ant-table-body, .ant-table-content')
      ?.setAttribute('tabindex', '0')
  })
  return table
}
