import { Pagination } from 'antd'
import { PAGE_SIZES } from '#kit/shared/pager.ts'
import { useIsPhone } from '#kit/web/useScreen.ts'
import type { ListState } from './useListState.ts'

interface PagerProps {
  total: number
  /** there are more than total */
  more: boolean
  state: Pick<ListState, 'page' | 'limit' | 'set'>
  sizes?: readonly number[]
}

/** total, sizes, prev, pager (5), next, jumper. Platform §4.6. */
export function Pager({ total, more, state, sizes = PAGE_SIZES }: PagerProps) {
  const phone = useIsPhone()
  return (
    <nav className="k-pager" aria-label="分页">
      <Pagination
        size="small"
        current={state.page}
        pageSize={state.limit}
        total={total}
        simple={phone}
        showTotal={(count) => `共 ${count.toLocaleString()}${more ? '+' : ''} 条`}
        showSizeChanger={!phone && { 'aria-label': '每页条数' }}
        pageSizeOptions={[...sizes]}
        showQuickJumper={!phone}
        showLessItems
        onChange={(page, limit) => state.set(limit === state.limit ? { page } : { limit })}
      />
    </nav>
  )
}
