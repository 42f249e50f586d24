import { Empty as Nothing } from 'antd'
import type { ReactNode } from 'react'

/** Nothing is there: says what and offers what to do. */
export function Empty({ text = '暂无数据', children }: { text?: string; children?: ReactNode }) {
  return (
    <Nothing image={Nothing.PRESENTED_IMAGE_SIMPLE} description={text}>
      {children}
    </Nothing>
  )
}
