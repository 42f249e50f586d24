import { Skeleton } from 'antd'

/** Stands in the place of a page or a section while its data is on its way. */
export function Loading({ rows = 6 }: { rows?: number }) {
  return (
    <div className="k-state" role="status" aria-label="加载中">
      <Skeleton active title={false} paragraph={{ rows }} />
    </div>
  )
}
