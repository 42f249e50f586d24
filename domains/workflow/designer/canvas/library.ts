import LogicFlow, { type GraphModel } from '@logicflow/core'
import '@logicflow/core/es/index.css'
import '@logicflow/extension/es/index.css'
import { SelectionSelect } from '@logicflow/extension/es/components/selection-select/index.js'
import { DynamicGroup } from '@logicflow/extension/es/dynamic-group/index.js'
import { newId } from '../../model/names.ts'
import { EDGE_TYPE, TYPE_PREFIX } from '../../model/types.ts'
import { GROUP } from './group.ts'
import { drawOnlySeen, isLarge, keepMaps, readLazily } from './large.ts'
import { THEME } from './look.ts'
import { ELEMENTS } from './shapes.ts'
import { LEAST_SCALE } from './sight.ts'

export const GRID = 10

interface Wish {
  viewer: boolean
  /** how many nodes it begins with */
  nodes: number
  /** what keys do; a viewer has none */
  keys: readonly (readonly [keys: string[], work: () => void])[]
}

/** The drawing library in a place, with all that is ours registered and nothing drawn. Workflow §2.2. */
export function openLibrary(place: HTMLElement, { viewer, nodes, keys }: Wish): LogicFlow {
  const lf = new LogicFlow({
    container: place,
    partial: isLarge(nodes),
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
    // A viewer is made one: made silent later, it would keep its shortcuts.
    isSilentMode: viewer,
    multipleSelectKey: 'shift',
    keyboard: viewer ? { enabled: false } : { enabled: true, shortcuts: keys.map(shortcut) },
    idGenerator: (type = EDGE_TYPE) => newId(type, idsIn(lf.graphModel)),
    plugins: viewer ? [DynamicGroup] : [DynamicGroup, SelectionSelect],
  })
  drawOnlySeen(lf.graphModel)
  readLazily(lf.graphModel)
  keepMaps(lf.graphModel)
  lf.setZoomMiniSize(LEAST_SCALE)
  lf.batchRegister(ELEMENTS)
  lf.register(GROUP)
  lf.setDefaultEdgeType(TYPE_PREFIX + EDGE_TYPE)
  return lf
}

/** Switches choosing by area on or off. */
export function chooseByArea(lf: LogicFlow, on: boolean): void {
  const area = lf.extension.selectionSelect
  if (!(area instanceof SelectionSelect)) return
  if (on) area.openSelectionSelect()
  else area.closeSelectionSelect()
}

/** The ids of all that is drawn. */
export function idsIn(graph: GraphModel): Set<string> {
  return new Set([...graph.nodes, ...graph.edges].map(({ id }) => id))
}

/** A key that does something here goes no further: the browser would act on it too. */
function shortcut([keys, work]: Wish['keys'][number]) {
  return {
    keys,
    callback: () => {
      work()
      return false
    },
  }
}
