import { TYPE_LABELS } from '../model/texts.ts'
import { NODE_TYPES, type NodeType } from '../model/types.ts'
import { iconOf } from './canvas/look.ts'
import { DESIGNER_TEXTS } from './canvas/texts.ts'

interface Props {
  /** the pointer is down on a type */
  onDrag(type: NodeType): void
  /** a type was chosen with the keyboard */
  onAdd(type: NodeType): void
}

/** What can be drawn: dragged onto the canvas, or put into its middle with Enter. */
export function Palette({ onDrag, onAdd }: Props) {
  return (
    <div className="ts-designer-palette" role="toolbar" aria-label={DESIGNER_TEXTS.palette}>
      {NODE_TYPES.map((type) => (
        <button
          key={type}
          type="button"
          title={DESIGNER_TEXTS.paletteHint}
          onPointerDown={(event) => {
            if (event.button !== 0) return
            // A finger would keep the events of its drag to itself.
            if (event.currentTarget.hasPointerCapture(event.pointerId))
              event.currentTarget.releasePointerCapture(event.pointerId)
            onDrag(type)
          }}
          onClick={(event) => {
            // No pointer stands behind a press of Enter or the space bar.
            if (event.detail === 0) onAdd(type)
          }}
        >
          <TypeIcon type={type} />
          {TYPE_LABELS[type]}
        </button>
      ))}
    </div>
  )
}

function TypeIcon({ type }: { type: NodeType }) {
  const { path, outlined, colour } = iconOf(type)
  return (
    <svg width="18" height="18" viewBox="0 0 16 16" aria-hidden="true">
      <path
        d={path}
        fill={outlined ? 'none' : colour}
        stroke={outlined ? colour : 'none'}
        strokeWidth={1.6}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
