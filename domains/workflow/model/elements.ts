import { shortType } from './names.ts'
import type { ProcessEdge, ProcessNode } from './types.ts'

/** What people know an element by: its label, without one its id. */
export function titleOf(element: ProcessNode | ProcessEdge): string {
  return element.text?.value || element.id
}

/** Ids of what lies in an inline sub-process; none for any other node. */
export function childIds(node: ProcessNode): string[] {
  const { children } = node.properties
  if (shortType(node.type) !== 'subProcess' || !Array.isArray(children)) return []
  return children.filter((id) => typeof id === 'string')
}
