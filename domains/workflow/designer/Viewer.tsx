import { CompressOutlined, ExpandOutlined, ZoomInOutlined, ZoomOutOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect, useMemo, useState } from 'react'
import { canonical } from '../model/canonical.ts'
import { orthogonal } from '../model/geometry.ts'
import type { Process } from '../model/types.ts'
import type { DrawnCanvas } from './canvas/drawnCanvas.ts'
import { DESIGNER_TEXTS } from './canvas/texts.ts'
import type { Highlight } from './canvas.types.ts'
import { Surface } from './Surface.tsx'

interface ViewerProps {
  process: Process
  highlight?: Highlight
  /** a node was pressed */
  onNode?(id: string): void
  /** the pointer stands on a node, at a point of the window, or has left it */
  onHover?(id: string | null, at: { x: number; y: number }): void
}

/** A drawing to look at: it can be moved and zoomed, with fingers too, and nothing else. Workflow §2.1, §4. */
export function Viewer({ process, highlight, onNode, onHover }: ViewerProps) {
  const [canvas, setCanvas] = useState<DrawnCanvas | null>(null)
  const text = JSON.stringify(process)
  const drawn = useMemo(() => orthogonal(canonical(JSON.parse(text))), [text])
  useEffect(() => {
    if (highlight) canvas?.highlight(highlight)
  }, [canvas, highlight])
  return (
    <div className="ts-viewer">
      <Surface
        key={text}
        viewer
        process={drawn}
        onCanvas={setCanvas}
        onNode={(id) => onNode?.(id)}
        onHover={onHover}
        {...NOTHING}
      />
      <div className="ts-viewer-tools">
        {TOOLS.map(({ by, icon, label }) => (
          <Button key={by} icon={icon} aria-label={label} title={label} onClick={() => canvas?.zoom(by)} />
        ))}
      </div>
    </div>
  )
}

const TOOLS = [
  { by: 'in', icon: <ZoomInOutlined />, label: DESIGNER_TEXTS.zoomIn },
  { by: 'out', icon: <ZoomOutOutlined />, label: DESIGNER_TEXTS.zoomOut },
  { by: 'fit', icon: <ExpandOutlined />, label: DESIGNER_TEXTS.fit },
  { by: 'reset', icon: <CompressOutlined />, label: DESIGNER_TEXTS.actual },
] as const

// Nobody changes anything here.
const nothing = () => undefined
const NOTHING = {
  onEdge: nothing,
  onBlank: nothing,
  onRefused: nothing,
  onChange: nothing,
  onHistory: nothing,
  onSave: nothing,
  onMenu: nothing,
  confirm: () => Promise.resolve(false),
}
