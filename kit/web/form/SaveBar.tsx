import { Button, Space } from 'antd'
import type { ReactNode } from 'react'
import { confirm } from '#kit/web/confirm.tsx'
import { type FormState, LEAVE, useUnsaved } from './useForm.ts'

interface Props {
  /** in the order 提交 · 保存, the main one first; then what else there is to do */
  children: ReactNode
  /** leaving asks when something was typed that is not saved; none: what is typed is kept anyway */
  form?: FormState
  onLeave(): void
  /** nothing is filled in here: it is gone back from, not cancelled */
  readOnly?: boolean
}

/** The foot of a form that is a page: 提交 · 保存 · 取消, always in view. Screens §4. */
export function SaveBar({ children, form, onLeave, readOnly = false }: Props) {
  const unsaved = (form?.dirty ?? false) && !readOnly
  useUnsaved(unsaved)
  const leave = async () => {
    if (unsaved && !(await confirm(LEAVE))) return
    if (unsaved) form?.kept?.drop()
    onLeave()
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
