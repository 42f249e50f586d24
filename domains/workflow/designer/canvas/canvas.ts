import { type BaseEdgeModel, type BaseNodeModel, updateEdgePointByAnchors } from '@logicflow/core'
import { canonical } from '../../model/canonical.ts'
import { isName, newId, shortType } from '../../model/names.ts'
import { TYPE_LABELS } from '../../model/texts.ts'
import { TYPE_PREFIX } from '../../model/types.ts'
import { onStep } from '../drawer/edit.ts'
import { showConnecting } from './connecting.ts'
import { childrenOf, type Drawing, part, renamed, shifted } from './drawing.ts'
import { Drawn } from './drawn.ts'
import type { CanvasOptions, DrawnCanvas } from './drawnCanvas.ts'
import { GroupModel, holds, realEdge } from './group.ts'
import { marksOf, unknownOf } from './highlight.ts'
import { inserting } from './inserting.ts'
import { landingsOf } from './landing.ts'
import { boxOf } from './large.ts'
import { chooseByArea, GRID, idsIn, openLibrary } from './library.ts'
import { createMinimap } from './minimap.ts'
import { pictureOf } from './picture.ts'
import { bringIntoSight, fitAll, fitReadable, fitWhenPlaced, middle } from './sight.ts'
import { Steps } from './steps.ts'
import { CANVAS_TEXTS } from './texts.ts'

const SHIFT = 40
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

  const lf = openLibrary(place, {
    viewer,
    nodes: options.process.nodes.length,
    keys: [
      [['backspace', 'delete'], () => void remove(chosen())],
      [['ctrl + s', 'cmd + s'], () => options.onSave()],
      [['ctrl + a', 'cmd + a'], chooseAll],
      [['ctrl + c', 'cmd + c'], copy],
      [['ctrl + v', 'cmd + v'], paste],
      [['ctrl + z', 'cmd + z'], () => move('undo')],
      [['ctrl + y', 'cmd + y', 'ctrl + shift + z', 'cmd + shift + z'], () => move('redo')],
    ],
  })
  const graph = lf.graphModel
  const drawn = new Drawn(lf)
  const inserted = inserting(lf, drawn)
  const landings = landingsOf(graph)
  let placed: string | null = null
  let copied: { drawing: Drawing; times: number } | null = null
  let held = false
  let changed = false
  let down = { x: 0, y: 0 }

  drawn.show(options.process)
  const steps = new Steps(drawn.text())
  const minimap = createMinimap(place, lf)
  const stopConnecting = viewer ? () => undefined : showConnecting(lf, place)
  // Who only looks wants to see where everything stands; who draws must be able to read it.
  const stopFitting = fitWhenPlaced(lf, place, viewer ? fitAll : fitReadable)

  /** Keeps what has changed since the last time as a step, and tells it. */
  function settle(session?: string): void {
    changed = false
    if (drawn.showing || !steps.take(drawn.text(), session)) return
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
    drawn.show(then)
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
    if (ids.size > 0) copied = { drawing: part(drawn.read(), ids), times: 0 }
  }

  function paste(): void {
    if (copied) put(copied.drawing, ++copied.times)
  }

  function put(source: Drawing, times: number): void {
    if (source.nodes.length === 0) return
    const names = idsIn(graph)
    const now = new Map<string, string>()
    for (const { id, type } of [...source.nodes, ...source.edges]) {
      const name = newId(type, names)
      names.add(name)
      now.set(id, name)
    }
    const added = shifted(renamed(source, now), SHIFT * times)
    const groups = new Map(source.nodes.map(({ id }) => [now.get(id) ?? id, drawn.groupOf(id)?.id] as const))
    change(() => {
      const { nodes, edges } = drawn.read()
      drawn.show({ nodes: [...nodes, ...added.nodes], edges: [...edges, ...added.edges] })
      const inside = new Set(added.nodes.flatMap(childrenOf))
      for (const { id } of added.nodes) {
        if (inside.has(id)) continue
        const parent = graph.getNodeModelById(groups.get(id) ?? '')
        if (parent instanceof GroupModel && holds(parent, graph.getNodeModelById(id))) parent.addChild(id)
        lf.selectElementById(id, true, false)
      }
    })
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
    lf.on('node:dnd-drag', () => {
      if (graph.fakeNode) inserted.mark(graph.fakeNode)
    })
    lf.on('node:dnd-add', ({ data }) => {
      placed = data.id
    })
    lf.on('node:drag', ({ data }) => {
      const node = nodeModel(data.id)
      if (node && isMovedIn(node.id)) inserted.mark(node)
    })
    lf.on('node:drop', ({ data }) => {
      if (isMovedIn(data.id)) placed = data.id
    })
    lf.on(CHANGES, () => {
      if (drawn.showing || changed) return
      changed = true
      if (!held) setTimeout(settle)
    })
  }
  // A drag out of the palette may leave again; nobody says so.
  const leave = () => landings.clear()
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
      stopConnecting()
      landings.clear()
      if (placed !== null) inserted.putDown(placed)
      placed = null
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
  place.addEventListener('pointerleave', leave)
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

  /** Whether moving a node puts it into the line it comes to lie on: it alone, and not yet part of any way. */
  function isMovedIn(id: string): boolean {
    const ids = chosen()
    return (ids.length === 1 || !ids.includes(id)) && inserted.isFree(id)
  }

  function nodeModel(id: string): BaseNodeModel | undefined {
    return graph.getNodeModelById(id)
  }

  function elementModel(id: string): BaseNodeModel | BaseEdgeModel | undefined {
    return graph.getNodeModelById(id) ?? graph.getEdgeModelById(id)
  }

  return {
    read: (values) => canonical(drawn.read(), values),
    node: (id) => drawn.node(id),
    edge: (id) => drawn.edge(id),
    setProperties(id, properties) {
      const model = elementModel(id)
      if (!model) return
      change(() => {
        const gone = Object.keys(model.getProperties()).filter((key) => !(key in properties))
        for (const key of gone) model.deleteProperty(key)
        model.setProperties({ ...properties, ...(drawn.marks.has(id) ? { state: drawn.marks.get(id) } : {}) })
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
      if (idsIn(graph).has(to)) return 'taken'
      change(() => {
        const mine = drawn.marks.get(id)
        if (mine) drawn.marks.set(to, mine)
        drawn.marks.delete(id)
        const wasChosen = chosen().includes(id)
        drawn.show(renamed(drawn.read(), new Map([[id, to]])))
        if (wasChosen) lf.selectElementById(to)
      })
      return 'done'
    },
    replace(process) {
      change(() => drawn.show(canonical(process)))
      fitReadable(lf)
    },
    clear: () => change(() => drawn.show({ nodes: [], edges: [] })),
    undo: () => move('undo'),
    redo: () => move('redo'),
    highlight(names) {
      drawn.marks = marksOf(names)
      drawn.mark()
      return unknownOf(names, graph.nodes, graph.edges)
    },
    focus(id) {
      change(() => drawn.reveal(id))
      if (!elementModel(id)) return
      lf.selectElementById(id)
      lf.focusOn(id)
    },
    zoom(by) {
      if (by === 'fit') fitAll(lf)
      else if (by === 'reset') {
        lf.resetZoom()
        lf.translateCenter()
      } else lf.zoom(by === 'in')
    },
    minimap: (shown) => minimap.show(shown),
    async picture() {
      const now = drawn.read()
      const { nodes } = now
      const unfolded = nodes.map((node) => ({
        ...node,
        properties: { ...node.properties, isCollapsed: false },
      }))
      drawn.show({ ...now, nodes: unfolded })
      try {
        return await pictureOf(lf)
      } finally {
        drawn.show(now)
      }
    },
    destroy() {
      drawn.showing = true
      stopFitting()
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
      const { x, y } = middle(lf, GRID)
      const [line, ...others] = chosen()
      change(() => {
        const { id } = lf.addNode({ type: TYPE_PREFIX + type, x, y, text: TYPE_LABELS[type], properties: {} })
        if (line !== undefined && others.length === 0 && graph.getEdgeModelById(line)) {
          if (inserted.mayStandBetween(type)) inserted.putInto(id, line)
        } else inserted.putDown(id)
        lf.clearSelectElements()
        lf.selectElementById(id)
      })
    },
    fill(id) {
      const { width, height } = place.getBoundingClientRect()
      if (width === 0 || Math.max(Math.abs(width - graph.width), Math.abs(height - graph.height)) <= 1) return
      lf.resize()
      const model = id === undefined ? undefined : elementModel(id)
      if (model) bringIntoSight(lf, boxOf(model))
    },
    chosen,
    duplicate: (ids) => put(part(drawn.read(), copyable(ids)), 1),
    remove,
    chooseByArea: (on) => chooseByArea(lf, on),
  }
}
