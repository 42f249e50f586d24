import { Dropdown } from 'antd'
import type { DrawnCanvas } from './canvas/canvas.ts'
import { DESIGNER_TEXTS } from './canvas/texts.ts'

export interface MenuPlace {
  id: string
  x: number
  y: number
}

interface Props {
  place: MenuPlace
  canvas: DrawnCanvas
  /** whether the properties of a type are not shown */
  silent(type: string): boolean
  onProperties(): void
  onClose(): void
}

/** What a right click on a node or an edge offers. Workflow §2.2. */
export function ElementMenu({ place: { id, x, y }, canvas, silent, onProperties, onClose }: Props) {
  const node = canvas.node(id)
  const type = (node ?? canvas.edge(id))?.type ?? ''
  const items = [
    ...(silent(type) ? [] : [{ key: 'properties', label: DESIGNER_TEXTS.properties }]),
    ...(node === null ? [] : [{ key: 'copy', label: DESIGNER_TEXTS.copy }]),
    { key: 'remove', label: DESIGNER_TEXTS.remove, danger: true },
  ]
  return (
    <Dropdown
      open
      autoFocus
      onOpenChange={onClose}
      menu={{
        items,
        onClick: ({ key }) => {
          onClose()
          if (key === 'properties') onProperties()
          else if (key === 'copy') canvas.duplicate([id])
          else void canvas.remove([id])
        },
      }}
    >
      <span className="ts-designer-menu" style={{ left: x, top: y }} />
    </Dropdown>
  )
}
