import type { LogicFlow } from '@logicflow/core'

const MARGIN = 60
/** smaller nobody reads anything; a drawing that would need less is opened at its beginning */
const READABLE = 0.4
export const LEAST_SCALE = 0.05

/** Brings the whole drawing into view, at most in its own size; where that were smaller than `least`, its beginning. */
export function fitAll(lf: LogicFlow, least = LEAST_SCALE): void {
  const { graphModel: graph } = lf
  const [first] = graph.nodes
  if (!first) return
  lf.fitView(MARGIN, MARGIN)
  const { SCALE_X } = lf.getTransform()
  if (SCALE_X > 1) {
    lf.resetZoom()
    lf.translateCenter()
  } else if (SCALE_X < least) {
    lf.zoom(1)
    lf.focusOn({ coordinate: { x: first.x + graph.width / 3, y: first.y + graph.height / 3 } })
  }
}

/** As far as it can be read. */
export function fitReadable(lf: LogicFlow): void {
  fitAll(lf, READABLE)
}

/** Brings the drawing into view as soon as the place has its size; a dialog that opens grows into it. Answers how to stop. */
export function fitWhenPlaced(lf: LogicFlow, place: HTMLElement, bring: (lf: LogicFlow) => void): () => void {
  let done = false
  const attempt = () => {
    const { width, height } = place.getBoundingClientRect()
    if (done || width === 0) return
    if (Math.abs(width - place.offsetWidth) > 1) {
      requestAnimationFrame(attempt)
      return
    }
    done = true
    const { graphModel } = lf
    if (Math.abs(graphModel.width - width) > 1 || Math.abs(graphModel.height - height) > 1) lf.resize()
    bring(lf)
  }
  attempt()
  lf.on('graph:resize', attempt)
  return () => {
    done = true
  }
}

/** px between an element that is kept in sight and the edge of what is seen */
const EDGE = 24

/** Moves the drawing as little as it takes to see an element whole; of one too large for that its left and top. */
export function bringIntoSight(
  lf: LogicFlow,
  box: { minX: number; minY: number; maxX: number; maxY: number },
): void {
  const { graphModel: graph } = lf
  const [left, top] = graph.transformModel.CanvasPointToHtmlPoint([box.minX, box.minY])
  const [right, bottom] = graph.transformModel.CanvasPointToHtmlPoint([box.maxX, box.maxY])
  const [across, down] = [shift(left, right, graph.width), shift(top, bottom, graph.height)]
  if (across !== 0 || down !== 0) lf.translate(across, down)
}

function shift(from: number, to: number, length: number): number {
  if (from < EDGE) return EDGE - from
  return to > length - EDGE ? Math.max(length - EDGE - to, EDGE - from) : 0
}

/** The middle of what is seen, on the grid. */
export function middle(lf: LogicFlow, grid: number): { x: number; y: number } {
  const { width, height } = lf.graphModel
  const { SCALE_X, SCALE_Y, TRANSLATE_X, TRANSLATE_Y } = lf.getTransform()
  const onGrid = (value: number) => Math.round(value / grid) * grid
  return { x: onGrid((width / 2 - TRANSLATE_X) / SCALE_X), y: onGrid((height / 2 - TRANSLATE_Y) / SCALE_Y) }
}
