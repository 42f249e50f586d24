import { FIELD_LABELS } from '../../model/texts.ts'
import type { ProcessEdge, ProcessNode } from '../../model/types.ts'

export interface Fact {
  label: string
  text: string
}

/** What an edge says of itself by being drawn: where it leads, and over which points. Workflow §1.5. */
export function factsOf(element: ProcessNode | ProcessEdge): Fact[] {
  if (!isEdge(element)) return []
  const bends = (element.pointsList ?? []).slice(1, -1).map(({ x, y }) => `${round(x)},${round(y)}`)
  return [
    { label: FIELD_LABELS.to, text: element.targetNodeId },
    { label: FIELD_LABELS.g, text: bends.length === 0 ? '直线' : bends.join(';') },
  ]
}

function isEdge(element: ProcessNode | ProcessEdge): element is ProcessEdge {
  return 'sourceNodeId' in element
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
