import { Dropdown } from 'antd'
import { useEffect, useState } from 'react'
import { confirm } from '#kit/web/confirm.tsx'
import { useUnsaved } from '#kit/web/form/useForm.ts'
import { toastError } from '#kit/web/toast.ts'
import { readJson } from '../model/json.ts'
import { shortType } from '../model/names.ts'
import type { Process, ProcessValues } from '../model/types.ts'
import type { DrawnCanvas } from './canvas/canvas.ts'
import { DESIGNER_TEXTS } from './canvas/texts.ts'
import type { Highlight } from './canvas.types.ts'
import { Palette } from './Palette.tsx'
import { Surface } from './Surface.tsx'
import { Toolbar } from './Toolbar.tsx'

export interface DesignerProps {
  value: string
  viewer?: boolean
  highlight?: Highlight
  disabledClickTypes?: readonly string[]
  onSave?(saved: unknown): void
}

export function Designer({ value, viewer = false, highlight, onSave }: DesignerProps) {
  const [process] = useState<Process>(() => readJson(value))
  const [canvas, setCanvas] = useState<DrawnCanvas | null>(null)
  const [history, setHistory] = useState({ canUndo: false, canRedo: false })
  const [menu, setMenu] = useState<{ id: string; at: { x: number; y: number } } | null>(null)
  const [values] = useState<ProcessValues>({ name: process.name, displayName: process.displayName })
  const [dirty, setDirty] = useState(false)
  const [on, setOn] = useState<('minimap' | 'area')[]>([])
  useUnsaved(dirty)
  useEffect(() => {
    if (highlight) canvas?.highlight(highlight)
  }, [canvas, highlight])
  const save = () => {
    if (!canvas) return
    onSave?.(canvas.read(values))
    setDirty(false)
  }
  return (
    <div className="ts-designer">
      <Toolbar
        viewer={viewer}
        idle={[...(history.canUndo ? [] : ['undo' as const]), ...(history.canRedo ? [] : ['redo' as const])]}
        on={on}
        onTool={(tool) => {
          if (tool === 'undo') canvas?.undo()
          if (tool === 'redo') canvas?.redo()
          if (tool === 'fit') canvas?.zoom('fit')
          if (tool === 'zoomIn') canvas?.zoom('in')
          if (tool === 'zoomOut') canvas?.zoom('out')
          if (tool === 'save') save()
          if (tool === 'clear')
            void confirm(DESIGNER_TEXTS.askClear).then((yes) => {
              if (yes) canvas?.clear()
            })
          if (tool === 'minimap') {
            canvas?.minimap(!on.includes('minimap'))
            setOn(on.includes('minimap') ? on.filter((one) => one !== 'minimap') : [...on, 'minimap'])
          }
        }}
      />
      <div className="ts-designer-body">
        {!viewer && (
          <Palette onDrag={(type) => canvas?.startDrag(type)} onAdd={(type) => canvas?.add(type)} />
        )}
        <Surface
          process={process}
          viewer={viewer}
          onCanvas={setCanvas}
          onNode={(id) => {
            document.title = `node ${id} ${shortType(canvas?.node(id)?.type ?? '')}`
          }}
          onEdge={(id) => {
            document.title = `edge ${id}`
          }}
          onBlank={() => {
            document.title = 'blank'
          }}
          onRefused={toastError}
          onChange={() => setDirty(true)}
          onHistory={setHistory}
          onSave={save}
          onMenu={(id, at) => setMenu({ id, at })}
          confirm={(text) => confirm(text, { danger: true })}
        />
      </div>
      {menu && (
        <Dropdown
          open
          onOpenChange={() => setMenu(null)}
          menu={{
            items: [
              { key: 'properties', label: DESIGNER_TEXTS.properties },
              { key: 'copy', label: DESIGNER_TEXTS.copy },
              { key: 'remove', label: DESIGNER_TEXTS.remove, danger: true },
            ],
            onClick: ({ key }) => {
              setMenu(null)
              if (key === 'copy') canvas?.duplicate([menu.id])
              if (key === 'remove') void canvas?.remove([menu.id])
            },
          }}
        >
          <span style={{ position: 'fixed', left: menu.at.x, top: menu.at.y, width: 1, height: 1 }} />
        </Dropdown>
      )}
    </div>
  )
}
