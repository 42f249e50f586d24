import LogicFlow, { BaseEdgeModel, type BaseNodeModel, updateEdgePointByAnchors } from '@logicflow/core'
import '@logicflow/core/es/index.css'
import '@logicflow/extension/es/index.css'
import { SelectionSelect } from '@logicflow/extension/es/components/selection-select/index.js'
import { DynamicGroup } from '@logicflow/extension/es/dynamic-group/index.js'
import { canonical } from '../../model/canonical.ts'
import { isName, newId, shortType } from '../../model/names.ts'
import { TYPE_LABELS } from '../../model/texts.ts'
import {
  EDGE_TYPE,
  type Label,
  type NodeType,
  type Process,
  type ProcessNode,
  TYPE_PREFIX,
} from '../../model/types.ts'
import type { Canvas, CanvasEvents } from '../canvas.types.ts'
import { SIZE_STEP } from '../drawer/edit.ts'
import { childrenOf, type Drawing, extrasOf, part, readEdge, readNode, renamed, shifted } from './drawing.ts'
import { GROUP, GroupModel, realEdge } from './group.ts'
import { marksOf, unknownOf } from './highlight.ts'
import { drawOnlySeen, isLarge, readLazily } from './large.ts'
import { type Mark, THEME } from './look.ts'
import { createMinimap } from './minimap.ts'
import { pictureOf } from './picture.ts'
import { ELEMENTS } from './shapes.ts'
import { Steps } from './steps.ts'
import { CANVAS_TEXTS } from './texts.ts'

export interface CanvasOptions extends CanvasEvents {
  /** canonical */
  process: Process
  /** to look at only: nothing can be changed, no shortcut is bound */
  viewer?: boolean
  /** right click on a node or an edge, at a point of the window */
  onMenu(id: string, at: { x: number; y: number }): void
  /** the pointer stands on a node of a viewer, or has left it */
  onHover?(id: string | null, at: { x: number; y: number }): void
  /** asks before something is deleted that cannot be seen */
  confirm(text: string): Promise<boolean>
}

/** The canvas with what its own surroundings, and nobody else, may do with it. */
export interface DrawnCanvas extends Canvas {
  destroy(): void
  /** begins to drag a node out of the palette; the pointer is down */
  startDrag(type: NodeType): void
  /** puts a node into the middle of what is seen */
  add(type: NodeType): void
  /** ids of what is chosen, edges first */
  chosen(): string[]
  /** copies nodes beside themselves; a start is never copied */
  duplicate(ids: readonly string[]): void
  remove(ids: readonly string[]): Promise<void>
  /** whether dragging on the blank canvas chooses elements instead of moving the drawing */
  chooseByArea(on: boolean): void
}

const GRID = 10
const SHIFT = 40
/** smaller nobody reads anything; a drawing that would need less is opened at its beginning */
const READABLE = 0.4
const LEAST_SCALE = 0.05
/** px a pointer may move in a click */
const CLICK = 5
const CHANGES = [
  ...['node:drop', 'node:dnd-add', 'node:add', 'node:delete', 'node:resize', 'selection:drop'],
  ...['edge:add', 'edge:delete', 'edge:adjust', 'edge:exchange-node'],
  ...['dynamicGroup:collapse', 'group:add-node', 'group:remove-node'],
].join(',')

/**
 * Draws a process into a container and lets people work on it. Made anew for every definition, because what was undone
 * in one must not come back in another. Workflow §2.2, §2.3.
 */
export function createCanvas(container: HTMLElement, options: CanvasOptions): DrawnCanvas {
  const { viewer = false } = options
  // A child of its own: React may run an effect twice, and what was destroyed leaves nothing behind.
  const place = document.createElement('div')
  place.className = 'ts-canvas-place'
  container.append(place)

  const lf = new LogicFlow({
    container: place,
    partial: isLarge(options.process.nodes.length),
    history: false,
    grid: viewer
      ? false
      : { size: GRID, visible: true, type: 'dot', config: { color: '#d5dbe5', thickness: 1 } },
    background: { backgroundColor: '#fff' },
    style: THEME,
    textEdit: false,
    edgeTextDraggable: !viewer,
    allowResize: !viewer,
    adjustEdgeStartAndEnd: !viewer,
    hideAnchors: viewer,
    isSilentMode: viewer,
    multipleSelectKey: 'shift',
    keyboard: viewer
      ? { enabled: false }
      : {
          enabled: true,
          shortcuts: [
            shortcut(['backspace', 'delete'], () => void remove(chosen())),
            shortcut(['ctrl + s', 'cmd + s'], () => options.onSave()),
            shortcut(['ctrl + a', 'cmd + a'], chooseAll),
            shortcut(['ctrl + c', 'cmd + c'], copy),
            shortcut(['ctrl + v', 'cmd + v'], paste),
            shortcut(['ctrl + z', 'cmd + z'], () => move('undo')),
            shortcut(['ctrl + y', 'cmd + y', 'ctrl + shift + z', 'cmd + shift + z'], () => move('redo')),
          ],
        },
    idGenerator: (type = EDGE_TYPE) => newId(type, taken()),
    plugins: viewer ? [DynamicGroup] : [DynamicGroup, SelectionSelect],
  })
  const graph = lf.graphModel
  drawOnlySeen(graph)
  readLazily(graph)
  lf.setZoomMiniSize(LEAST_SCALE)
  lf.batchRegister(ELEMENTS)
  lf.register(GROUP)
  lf.setDefaultEdgeType(TYPE_PREFIX + EDGE_TYPE)

  let extras = new Map<string, Record<string, unknown>>()
  let marks = new Map<string, Mark>()
  let copied: { drawing: Drawing; times: number } | null = null
  let loading = true
  let held = false
  let changed = false
  let down = { x: 0, y: 0 }

  show(options.process)
  const steps = new Steps(state())
  const minimap = createMinimap(place, lf)
  let fitted = false
  fitOnce()
  loading = false

  function taken(): Set<string> {
    return new Set([...graph.nodes, ...graph.edges].map(({ id }) => id))
  }

  function drawing(): Drawing {
    const { nodes, edges } = graph.modelToGraphData()
    return {
      nodes: nodes.map((node) => readNode(node, extras.get(node.id))),
      edges: edges.map((edge) => readEdge(edge, extras.get(edge.id))),
    }
  }

  function state(): string {
    return JSON.stringify(drawing())
  }

  /** Replaces what is drawn; groups are folded only when their children are there, the inner ones first. */
  function show({ nodes, edges }: Drawing): void {
    extras = new Map([...nodes, ...edges].map((element) => [element.id, extrasOf(element)]))
    const before = loading
    loading = true
    // Every element hears this, which never happens here, and would be kept by it for good.
    graph.eventCenter.off('overlap:change')
    lf.clearSelectElements()
    graph.setPartial(isLarge(nodes.length))
    lf.render({
      nodes: nodes.map(({ text, ...node }) => ({ ...node, ...(text ? { text: at(text, node) } : {}) })),
      edges: edges.map(({ text, ...edge }) => ({ ...edge, ...(text?.value ? { text: placed(text) } : {}) })),
    })
    fold(graph.nodes)
    mark()
    loading = before
  }

  function fold(nodes: readonly BaseNodeModel[]): void {
    const groups = nodes.filter((node) => node instanceof GroupModel && node.foldAtFirst)
    const depth = (node: BaseNodeModel): number => {
      const parent: BaseNodeModel | undefined = graph.dynamicGroup?.getGroupByNodeId(node.id)
      return parent ? depth(parent) + 1 : 0
    }
    for (const node of groups.toSorted((a, b) => depth(b) - depth(a))) {
      if (node instanceof GroupModel && !node.isCollapsed) node.toggleCollapse(true)
    }
  }

  function mark(): void {
    for (const element of [...graph.nodes, ...graph.edges]) {
      const now = marks.get(element instanceof BaseEdgeModel ? realEdge(element) : element.id)
      if (element.properties.state === now) continue
      // The library drops what is undefined and would keep the former state.
      if (now === undefined) element.deleteProperty('state')
      else element.setProperties({ state: now })
    }
  }

  /** Keeps what has changed since the last time as a step, and tells it. */
  function settle(session?: string): void {
    changed = false
    if (loading || !steps.take(state(), session)) return
    options.onHistory(steps.state)
    options.onChange()
    minimap.draw()
  }

  function change(work: () => void, session?: string): void {
    work()
    settle(session)
  }

  function move(to: 'undo' | 'redo'): void {
    const text = steps[to]()
    if (text === undefined) return
    const then: Drawing = JSON.parse(text)
    show(then)
    options.onHistory(steps.state)
    options.onChange()
    minimap.draw()
  }

  function chosen(): string[] {
    const { nodes, edges } = lf.getSelectElements(true)
    return [...edges, ...nodes].map(({ id }) => id)
  }

  function chooseAll(): void {
    lf.clearSelectElements()
    for (const element of [...graph.nodes, ...graph.edges]) {
      if (element.visible) lf.selectElementById(element.id, true, false)
    }
  }

  async function remove(ids: readonly string[]): Promise<void> {
    const groups = ids.map((id) => graph.getNodeModelById(id)).filter((node) => node instanceof GroupModel)
    const full = groups.filter((group) => group.children.size > 0)
    if (full.length > 0) {
      const [one] = full
      const text =
        full.length === 1 && one
          ? CANVAS_TEXTS.removeGroup(one.text.value || one.id)
          : CANVAS_TEXTS.removeGroups
      if (!(await options.confirm(text))) return
    }
    change(() => {
      lf.clearSelectElements()
      // What stood in a group or at a node may be gone with it.
      for (const id of ids) lf.deleteElement(id)
    })
  }

  /** Nodes that may be copied: not the start of the whole drawing, of which there is one. */
  function copyable(ids: readonly string[]): Set<string> {
    const nodes = ids.map((id) => graph.getNodeModelById(id)).filter((node) => node !== undefined)
    const may = nodes.filter((node) => shortType(node.type) !== 'start')
    if (may.length < nodes.length) options.onRefused(CANVAS_TEXTS.startCopy)
    return new Set(may.map(({ id }) => id))
  }

  function copy(): void {
    const ids = copyable(chosen())
    if (ids.size > 0) copied = { drawing: part(drawing(), ids), times: 0 }
  }

  function paste(): void {
    if (copied) put(copied.drawing, ++copied.times)
  }

  function put(source: Drawing, times: number): void {
    if (source.nodes.length === 0) return
    const names = taken()
    const now = new Map<string, string>()
    for (const { id, type } of [...source.nodes, ...source.edges]) {
      const name = newId(type, names)
      names.add(name)
      now.set(id, name)
    }
    const added = shifted(renamed(source, now), SHIFT * times)
    const groupOf = new Map(
      source.nodes.map(({ id }) => [now.get(id) ?? id, graph.dynamicGroup?.getGroupByNodeId(id)] as const),
    )
    change(() => {
      const { nodes, edges } = drawing()
      show({ nodes: [...nodes, ...added.nodes], edges: [...edges, ...added.edges] })
      const inside = new Set(added.nodes.flatMap(childrenOf))
      for (const { id } of added.nodes) {
        if (inside.has(id)) continue
        const group = groupOf.get(id)
        const parent = group && graph.getNodeModelById(group.id)
        if (parent instanceof GroupModel && holds(parent, graph.getNodeModelById(id))) parent.addChild(id)
        lf.selectElementById(id, true, false)
      }
    })
  }

  /** The node that is seen in place of an element: itself, or the folded group around it. */
  function reveal(id: string): void {
    const edge = graph.getEdgeModelById(id)
    for (const node of edge ? [edge.sourceNodeId, edge.targetNodeId] : [id]) {
      const group: BaseNodeModel | undefined = graph.dynamicGroup?.getGroupByNodeId(node)
      if (!(group instanceof GroupModel)) continue
      reveal(group.id)
      if (group.isCollapsed) group.toggleCollapse(false)
    }
  }

  function fitAll(least = LEAST_SCALE): void {
    const [first] = graph.nodes
    if (!first) return
    lf.fitView(60, 60)
    const { SCALE_X } = lf.getTransform()
    if (SCALE_X > 1) {
      lf.resetZoom()
      lf.translateCenter()
    } else if (SCALE_X < least) {
      lf.zoom(1)
      lf.focusOn({ coordinate: { x: first.x + graph.width / 3, y: first.y + graph.height / 3 } })
    }
  }

  /** Brings the drawing into view as soon as the place has its size; a dialog that opens grows into it. */
  function fitOnce(): void {
    const { width } = place.getBoundingClientRect()
    if (fitted || width === 0) return
    if (Math.abs(width - place.offsetWidth) > 1) {
      requestAnimationFrame(fitOnce)
      return
    }
    fitted = true
    if (Math.abs(graph.width - width) > 1) lf.resize()
    fitAll(READABLE)
  }

  function moved(event: MouseEvent): boolean {
    return Math.hypot(event.clientX - down.x, event.clientY - down.y) > CLICK
  }

  // --- what people do -------------------------------------------------------------------------------------------

  lf.on('node:click', ({ data, e }) => {
    steps.closeSession()
    if (!moved(e)) options.onNode(data.id)
  })
  lf.on('edge:click', ({ data, e }) => {
    steps.closeSession()
    const edge = graph.getEdgeModelById(data.id)
    if (edge && !moved(e)) options.onEdge(realEdge(edge))
  })
  if (viewer) {
    lf.on('node:mouseenter', ({ data, e }) => options.onHover?.(data.id, { x: e.clientX, y: e.clientY }))
    lf.on('node:mouseleave', ({ e }) => options.onHover?.(null, { x: e.clientX, y: e.clientY }))
  } else {
    lf.on('blank:contextmenu', ({ e }) => {
      e.preventDefault()
      steps.closeSession()
      options.onBlank()
    })
    lf.on('node:contextmenu', ({ data, e }) => options.onMenu(data.id, { x: e.clientX, y: e.clientY }))
    lf.on('edge:contextmenu', ({ data, e }) => {
      const edge = graph.getEdgeModelById(data.id)
      if (edge) options.onMenu(realEdge(edge), { x: e.clientX, y: e.clientY })
    })
    lf.on('selection:contextmenu', ({ e }) => {
      const [first] = chosen()
      if (first !== undefined) options.onMenu(first, { x: e.clientX, y: e.clientY })
    })
    lf.on('connection:not-allowed', ({ msg }) => {
      if (msg) options.onRefused(msg)
    })
    lf.on('node:dragstart,selection:dragstart', () => snap(true))
    lf.on(CHANGES, () => {
      if (loading || changed) return
      changed = true
      if (!held) setTimeout(settle)
    })
  }
  lf.on('graph:resize', fitOnce)
  const resized = new Set<BaseNodeModel>()
  lf.on('node:resize', ({ model }) => resized.add(model))
  const noMenu = (event: Event) => event.preventDefault()
  const hold = (event: PointerEvent) => {
    held = true
    down = { x: event.clientX, y: event.clientY }
  }
  const release = (event: PointerEvent) => {
    // Not everything that is pulled is told by an event, labels for example.
    if (held && moved(event)) changed = true
    held = false
    if (viewer) return
    // After those who move the node on this very event.
    setTimeout(() => {
      snap(false)
      for (const model of resized) resize(model, onStep(model.width), onStep(model.height))
      resized.clear()
      if (changed) settle()
    })
  }
  // A shape that is redrawn loses the focus, and the keys would no longer reach the canvas.
  const keepFocus = ({ target }: FocusEvent) => {
    if (!viewer && target !== lf.container) lf.container.focus({ preventScroll: true })
  }
  place.addEventListener('focusin', keepFocus)
  place.addEventListener('contextmenu', noMenu)
  place.addEventListener('pointerdown', hold, true)
  document.addEventListener('pointerup', release)
  document.addEventListener('pointercancel', release)

  /** Loading must not move anything, so the grid holds only while something is dragged. */
  function snap(snapGrid: boolean): void {
    if (lf.getEditConfig().snapGrid !== snapGrid) lf.updateEditConfig({ snapGrid })
  }

  function resize(model: BaseNodeModel, width: number, height: number): void {
    if (model instanceof GroupModel) model.updateExpandedSize(width, height)
    else model.setProperties({ width, height })
    updateEdgePointByAnchors(model, graph)
  }

  function nodeModel(id: string): BaseNodeModel | undefined {
    return graph.getNodeModelById(id)
  }

  function elementModel(id: string): BaseNodeModel | BaseEdgeModel | undefined {
    return graph.getNodeModelById(id) ?? graph.getEdgeModelById(id)
  }

  return {
    read: (values) => canonical({ ...drawing() }, values),
    node(id) {
      const model = nodeModel(id)
      return model ? readNode(model.getData(), extras.get(id)) : null
    },
    edge(id) {
      const model = graph.getEdgeModelById(id)
      return model ? readEdge(model.getData(), extras.get(id)) : null
    },
    setProperties(id, properties) {
      const model = elementModel(id)
      if (!model) return
      change(() => {
        const gone = Object.keys(model.getProperties()).filter((key) => !(key in properties))
        for (const key of gone) model.deleteProperty(key)
        model.setProperties({ ...properties, ...(marks.has(id) ? { state: marks.get(id) } : {}) })
      })
    },
    setLabel(id, text) {
      change(() => elementModel(id)?.updateText(text), `label ${id}`)
    },
    setSize(id, width, height) {
      const model = nodeModel(id)
      if (!model) return
      change(() => resize(model, width, height))
    },
    rename(id, to) {
      if (to === id) return 'done'
      if (!isName(to)) return 'malformed'
      if (taken().has(to)) return 'taken'
      change(() => {
        const mine = marks.get(id)
        if (mine) marks.set(to, mine)
        marks.delete(id)
        const wasChosen = chosen().includes(id)
        show(renamed(drawing(), new Map([[id, to]])))
        if (wasChosen) lf.selectElementById(to)
      })
      return 'done'
    },
    replace(process) {
      change(() => show(canonical(process)))
      fitAll(READABLE)
    },
    clear: () => change(() => show({ nodes: [], edges: [] })),
    undo: () => move('undo'),
    redo: () => move('redo'),
    highlight(names) {
      marks = marksOf(names)
      mark()
      return unknownOf(names, graph.nodes, graph.edges)
    },
    focus(id) {
      change(() => reveal(id))
      if (!elementModel(id)) return
      lf.selectElementById(id)
      lf.focusOn(id)
    },
    zoom(by) {
      if (by === 'fit') fitAll()
      else if (by === 'reset') {
        lf.resetZoom()
        lf.translateCenter()
      } else lf.zoom(by === 'in')
    },
    minimap: (shown) => minimap.show(shown),
    async picture() {
      const now = drawing()
      const { nodes } = now
      const unfolded = nodes.map((node) => ({
        ...node,
        properties: { ...node.properties, isCollapsed: false },
      }))
      show({ ...now, nodes: unfolded })
      try {
        return await pictureOf(lf)
      } finally {
        show(now)
      }
    },
    destroy() {
      loading = true
      fitted = true
      document.removeEventListener('pointerup', release)
      document.removeEventListener('pointercancel', release)
      minimap.destroy()
      lf.destroy()
      place.remove()
    },
    startDrag(type) {
      snap(true)
      lf.dnd.startDrag({ type: TYPE_PREFIX + type, text: TYPE_LABELS[type], properties: {} })
    },
    add(type) {
      const { x, y } = middle(lf)
      change(() => {
        const { id } = lf.addNode({ type: TYPE_PREFIX + type, x, y, text: TYPE_LABELS[type], properties: {} })
        lf.clearSelectElements()
        lf.selectElementById(id)
      })
    },
    chosen,
    duplicate: (ids) => put(part(drawing(), copyable(ids)), 1),
    remove,
    chooseByArea(on) {
      const area = lf.extension.selectionSelect
      if (!(area instanceof SelectionSelect)) return
      if (on) area.openSelectionSelect()
      else area.closeSelectionSelect()
    },
  }
}

/** Sizes go in steps, those that are pulled too. */
function onStep(size: number): number {
  return Math.round(size / SIZE_STEP) * SIZE_STEP
}

/** A label always has a place: the centre unless it says otherwise. */
function at(text: NonNullable<ProcessNode['text']>, { x, y }: { x: number; y: number }) {
  return { x: text.x ?? x, y: text.y ?? y, value: text.value }
}

/** The label of an edge; without a place of its own it stands where the library puts it. */
function placed({ x, y, value = '' }: Partial<Label>) {
  return x === undefined || y === undefined ? value : { x, y, value }
}

function middle(lf: LogicFlow): { x: number; y: number } {
  const { width, height } = lf.graphModel
  const { SCALE_X, SCALE_Y, TRANSLATE_X, TRANSLATE_Y } = lf.getTransform()
  const onGrid = (value: number) => Math.round(value / GRID) * GRID
  return { x: onGrid((width / 2 - TRANSLATE_X) / SCALE_X), y: onGrid((height / 2 - TRANSLATE_Y) / SCALE_Y) }
}

/** Whether a node lies wholly within an unfolded group. */
function holds(group: GroupModel, node: BaseNodeModel | undefined): boolean {
  if (!node || group.isCollapsed) return false
  const [outer, inner] = [group.getBounds(), node.getBounds()]
  return (
    inner.minX >= outer.minX &&
    inner.maxX <= outer.maxX &&
    inner.minY >= outer.minY &&
    inner.maxY <= outer.maxY
  )
}

/** A key that does something here goes no further: the browser would act on it too. */
function shortcut(keys: string[], work: () => void) {
  return {
    keys,
    callback: () => {
      work()
      return false
    },
  }
}
