import { Alert, Input } from 'antd'
import { useId, useState } from 'react'
import { Dialog } from '#kit/web/Dialog.tsx'
import { openDialog } from '#kit/web/host.tsx'
import { toastSuccess, toastWarning } from '#kit/web/toast.ts'
import type { Canvas, Highlight } from '../canvas.types.ts'
import { readHighlight } from './readHighlight.ts'
import './dialogs.css'

const WIDTH = 560

export interface HighlightWish {
  canvas: Canvas
  /** what stands out now */
  now?: Highlight
}

const NONE: Highlight = { historyNodeNames: [], activeNodeNames: [], historyEdgeNames: [] }

/** 设置高亮: names of nodes and edges that shall stand out; the new ones, or null when the person gave up. */
export function openHighlight(wish: HighlightWish): Promise<Highlight | null> {
  return openDialog<Highlight | null>((close) => <HighlightDialog {...wish} onClose={close} />)
}

interface HighlightDialogProps extends HighlightWish {
  onClose(names: Highlight | null): void
}

function HighlightDialog({ canvas, now = NONE, onClose }: HighlightDialogProps) {
  const id = useId()
  const [text, setText] = useState(() => JSON.stringify(now, null, 2))
  const [fault, setFault] = useState<string | null>(null)
  const give = () => {
    const names = readHighlight(text)
    if (typeof names === 'string') {
      setFault(names)
      return
    }
    const unknown = canvas.highlight(names)
    if (unknown.length === 0) toastSuccess('高亮已设置')
    else toastWarning(`以下名称不存在：${unknown.join('、')}`)
    onClose(names)
  }
  return (
    <Dialog
      title="设置高亮"
      width={WIDTH}
      okText="确定"
      cancelText="取消"
      onOk={give}
      onCancel={() => onClose(null)}
    >
      <Input.TextArea
        id={id}
        className="k-code"
        aria-label="高亮内容"
        rows={12}
        value={text}
        autoFocus
        {...(fault === null ? {} : { 'aria-invalid': true, 'aria-describedby': `${id}-help` })}
        onChange={(event) => {
          setText(event.target.value)
          setFault(null)
        }}
      />
      {fault !== null && (
        <Alert id={`${id}-help`} className="wf-faults" type="error" showIcon title={fault} />
      )}
      <p className="k-hint">
        historyNodeNames：已办节点；activeNodeNames：当前节点；historyEdgeNames：走过的连线
      </p>
    </Dialog>
  )
}
