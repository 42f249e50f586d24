import { BaseEdgeModel, type BaseNodeModel, type LogicFlow } from '@logicflow/core'
import type { Label, ProcessNode } from '../../model/types.ts'
import { type Drawing, extrasOf, readEdge, readNode } from './drawing.ts'
import { GroupModel, realEdge } from './group.ts'
import { isLarge } from './large.ts'
import type { Mark } from './look.ts'

/** What is drawn: shown as a whole, read as a whole, with what the library does not keep of it. */
export class Drawn {
  /** nothing that happens now is done by a person */
  showing = false
  /** the highlight, by id */
  marks = new Map<string, Mark>()
  #extras = new Map<string, Record<string, unknown>>()
  readonly #lf: LogicFlow

  constructor(lf: LogicFlow) {
    this.#lf = lf
  }

  read(): Drawing {
    const { nodes, edges } = this.#lf.graphModel.modelToGraphData()
    return {
      nodes: nodes.map((node) => readNode(node, this.#extras.get(node.id))),
      edges: edges.map((edge) => readEdge(edge, this.#extras.get(edge.id))),
    }
  }

  /** The same as a text, to be compared and kept. */
  text(): string {
    return JSON.stringify(this.read())
  }

  node(id: string): ProcessNode | null {
    const model = this.#lf.graphModel.getNodeModelById(id)
    return model ? readNode(model.getData(), this.#extras.get(id)) : null
  }

  edge(id: string) {
    const model = this.#lf.graphModel.getEdgeModelById(id)
    return model ? readEdge(model.getData(), this.#extras.get(id)) : null
  }

  /** Replaces what is drawn; groups are folded only when their children are there, the inner ones first. */
  show({ nodes, edges }: Drawing): void {
    const { graphModel } = this.#lf
    const before = this.showing
    this.showing = true
    this.#extras = new Map([...nodes, ...edges].map((element) => [element.id, extrasOf(element)]))
    // Every element hears this, which never happens here, and would be kept by it for good.
    graphModel.eventCenter.off('overlap:change')
    this.#lf.clearSelectElements()
    graphModel.setPartial(isLarge(nodes.length))
    this.#lf.render({
      nodes: nodes.map(({ text, ...node }) => ({ ...node, ...(text ? { text: at(text, node) } : {}) })),
      edges: edges.map(({ text, ...edge }) => ({ ...edge, ...(text?.value ? { text: placed(text) } : {}) })),
    })
    this.#fold()
    this.mark()
    this.showing = before
  }

  /** Shows the highlight as it is now. */
  mark(): void {
    const { nodes, edges } = this.#lf.graphModel
    for (const element of [...nodes, ...edges]) {
      const now = this.marks.get(element instanceof BaseEdgeModel ? realEdge(element) : element.id)
      if (element.properties.state === now) continue
      // The library drops what is undefined and would keep the former state.
      if (now === undefined) element.deleteProperty('state')
      else element.setProperties({ state: now })
    }
  }

  /** The group a node lies in. */
  groupOf(id: string): GroupModel | undefined {
    const group: unknown = this.#lf.graphModel.dynamicGroup?.getGroupByNodeId(id)
    return group instanceof GroupModel ? group : undefined
  }

  /** Opens the folded groups around an element. */
  reveal(id: string): void {
    const edge = this.#lf.graphModel.getEdgeModelById(id)
    for (const node of edge ? [edge.sourceNodeId, edge.targetNodeId] : [id]) {
      const group = this.groupOf(node)
      if (!group) continue
      this.reveal(group.id)
      if (group.isCollapsed) group.toggleCollapse(false)
    }
  }

  #fold(): void {
    const groups = this.#lf.graphModel.nodes.filter((node) => node instanceof GroupModel)
    const depth = (node: BaseNodeModel): number => {
      const parent = this.groupOf(node.id)
      return parent ? depth(parent) + 1 : 0
    }
    for (const node of groups.toSorted((a, b) => depth(b) - depth(a))) {
      if (node.foldAtFirst && !node.isCollapsed) node.toggleCollapse(true)
    }
  }
}

/** A label always has a place: the centre unless it says otherwise. */
function at(text: Label, { x, y }: { x: number; y: number }) {
  return { x: text.x ?? x, y: text.y ?? y, value: text.value }
}

/** The label of an edge; without a place of its own it stands where the library puts it. */
function placed({ x, y, value = '' }: Partial<Label>) {
  return x === undefined || y === undefined ? value : { x, y, value }
}
