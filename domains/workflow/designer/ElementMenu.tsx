import { Dropdown } from 'antd'
import type { DrawnCanvas } from './canvas/drawnCanvas.ts'
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

/** What a right click on a node or an edge offers, or on one of several that are chosen. Workflow §2.2. */
export function ElementMenu({ place: { id, x, y }, canvas, silent, onProperties, onClose }: Props) {
  const type = (canvas.node(id) ?? canvas.edge(id))?.type ?? ''
  const chosen = canvas.chosen()
  const ids = chosen.includes(id) ? chosen : [id]
  const items = [
    ...(silent(type) || ids.length > 1 ? [] : [{ key: 'properties', label: DESIGNER_TEXTS.properties }]),
    ...(ids.every((one) => canvas.node(one) === null) ? [] : [{ key: 'copy', label: DESIGNER_TEXTS.copy }]),
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
          else if (key === 'copy') canvas.duplicate(ids)
          else void canvas.remove(ids)
        },
      }}
    >
      <span className="ts-designer-menu" style={{ left: x, top: y }} />
    </Dropdown>
  )
}
