import { Button, Space } from 'antd'
import type { ReactNode } from 'react'
import { confirm } from '#kit/web/confirm.tsx'
import { LEAVE, useUnsaved } from './useForm.ts'

interface Props {
  /** in the order 提交 · 保存, the main one first; then what else there is to do */
  children: ReactNode
  /** something was typed that is not saved: leaving asks */
  unsaved: boolean
  onLeave(): void
  /** nothing is filled in here: it is gone back from, not cancelled */
  readOnly?: boolean
}

/** The foot of a form that is a page: 提交 · 保存 · 取消, always in view. Screens §4. */
export function SaveBar({ children, unsaved, onLeave, readOnly = false }: Props) {
  useUnsaved(unsaved)
  const leave = async () => {
    if (!unsaved || (await confirm(LEAVE))) onLeave()
  }
  return (
    <div className="k-page-foot">
      <Space wrap>
        {children}
        <Button onClick={() => void leave()}>{readOnly ? '返回' : '取消'}</Button>
      </Space>
    </div>
  )
}
