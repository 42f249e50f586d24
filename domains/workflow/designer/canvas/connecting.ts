import {
  type BaseNodeModel,
  formatAnchorConnectValidateData,
  type LogicFlow,
  targetNodeInfo,
} from '@logicflow/core'
import { type Landing, landingsOf } from './landing.ts'

/** px between the pointer and the words beside it */
const BESIDE = 16

/** A line that is being pulled, from a new one's beginning or at one end of an old one. */
interface Pulled {
  /** the node at its other end */
  fixed: string
  /** where it was fastened when the pulling began */
  anchor: string | undefined
  /** why it must not end at a node; null: it may */
  refusals: ReadonlyMap<string, string | null>
}

/**
 * While a line is pulled, shows which nodes may take it, where it ends when it is released now, and why it may not end
 * where the pointer is. The rules are those that decide at the release. Workflow §2.1. Answers how to stop showing.
 */
export function showConnecting(lf: LogicFlow, place: HTMLElement): () => void {
  const graph = lf.graphModel
  const landings = landingsOf(graph)
  const words = document.createElement('div')
  words.className = 'ts-canvas-reason'
  words.setAttribute('role', 'status')
  place.append(words)
  let pulled: Pulled | null = null

  function begin(fixed: string, anchor: string | undefined, refusal: (node: BaseNodeModel) => string | null) {
    const nodes = graph.nodes.filter(({ visible }) => visible)
    pulled = { fixed, anchor, refusals: new Map(nodes.map((node) => [node.id, refusal(node)])) }
  }

  function move({ clientX, clientY }: MouseEvent): void {
    if (pulled === null) return
    const { fixed, anchor, refusals } = pulled
    const { canvasOverlayPosition } = graph.getPointByClient({ x: clientX, y: clientY })
    const found: ReturnType<typeof targetNodeInfo> | undefined = targetNodeInfo(canvasOverlayPosition, graph)
    // Where it was fastened it may stay.
    const over = found?.anchor.id === anchor ? undefined : found
    const marks = new Map<string, Landing>()
    for (const [id, reason] of refusals) {
      if (reason === null) marks.set(id, id === over?.node.id ? 'here' : 'may')
      else if (id !== fixed) marks.set(id, 'mayNot')
    }
    const why = over ? (refusals.get(over.node.id) ?? null) : null
    landings.set(marks, over && why === null ? (over.anchor.id ?? null) : null)
    say(why, clientX, clientY)
  }

  function say(text: string | null, x: number, y: number): void {
    const { left, top, width } = place.getBoundingClientRect()
    // Never beyond the edge of the drawing, where nobody reads it.
    const turned = x - left > width / 2
    const across = x - left + (turned ? -BESIDE : BESIDE)
    words.style.transform = `translate(${across}px, ${y - top + BESIDE}px)${turned ? ' translateX(-100%)' : ''}`
    if (words.textContent !== (text ?? '')) words.textContent = text
  }

  function end(): void {
    if (pulled === null) return
    pulled = null
    landings.clear()
    words.textContent = ''
  }

  lf.on('anchor:dragstart', ({ data, nodeModel }) =>
    begin(nodeModel.id, data.id, (node) => refusalOf(nodeModel, node)),
  )
  lf.on('anchor:drag', ({ e }) => move(e))
  lf.on('anchor:dragend', end)
  lf.on('adjustPoint:dragstart', ({ data }) => {
    const { type, edgeData } = data
    const [source, target] = [edgeData.sourceNodeId, edgeData.targetNodeId].map((id: string) =>
      graph.getNodeModelById(id),
    )
    if (!source || !target) return
    if (type === 'SOURCE')
      begin(target.id, edgeData.sourceAnchorId, (node) => refusalOf(node, target, edgeData.id))
    else begin(source.id, edgeData.targetAnchorId, (node) => refusalOf(source, node, edgeData.id))
  })
  lf.on('adjustPoint:drag', ({ e }) => move(e))
  lf.on('adjustPoint:dragend', end)
  return end
}

/** Why a way must not lead from one node to another, in the words that are said when it is tried; null: it may. */
function refusalOf(source: BaseNodeModel, target: BaseNodeModel, edge?: string): string | null {
  const [from] = source.anchors
  const [to] = target.anchors
  const atTarget = formatAnchorConnectValidateData(target.isAllowConnectedAsTarget(source, from, to, edge))
  const atSource = formatAnchorConnectValidateData(source.isAllowConnectedAsSource(target, from, to, edge))
  if (atTarget.isAllPass && atSource.isAllPass) return null
  return atTarget.msg || atSource.msg || ''
}
