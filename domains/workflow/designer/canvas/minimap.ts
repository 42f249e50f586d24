import type { LogicFlow } from '@logicflow/core'
import { CANVAS_TEXTS } from './texts.ts'

const WIDTH = 200
const HEIGHT = 130
const MARGIN = 20
const SVG = 'http://www.w3.org/2000/svg'

interface Minimap {
  show(shown: boolean): void
  /** the drawing has changed */
  draw(): void
  destroy(): void
}

/**
 * A small picture of the whole drawing with the part that is seen; pressing or dragging in it goes there. Drawn from
 * the places of the nodes alone: a second canvas, as the library's own has, would double the cost of every change.
 */
export function createMinimap(place: HTMLElement, lf: LogicFlow): Minimap {
  const graph = lf.graphModel
  const svg = document.createElementNS(SVG, 'svg')
  svg.setAttribute('class', 'ts-canvas-minimap')
  svg.setAttribute('width', String(WIDTH))
  svg.setAttribute('height', String(HEIGHT))
  svg.setAttribute('role', 'img')
  svg.setAttribute('aria-label', CANVAS_TEXTS.minimap)
  let shown = false
  let dragging = false

  function part(name: string, attributes: Record<string, string | number>): SVGElement {
    const element = document.createElementNS(SVG, name)
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value))
    return element
  }

  /** What is seen of the drawing, in its own units. */
  function seen() {
    const { SCALE_X, SCALE_Y, TRANSLATE_X, TRANSLATE_Y } = lf.getTransform()
    return {
      x: -TRANSLATE_X / SCALE_X,
      y: -TRANSLATE_Y / SCALE_Y,
      width: graph.width / SCALE_X,
      height: graph.height / SCALE_Y,
    }
  }

  function draw(): void {
    if (!shown) return
    const view = seen()
    const nodes = graph.nodes.filter(({ visible }) => visible)
    const left = Math.min(view.x, ...nodes.map((node) => node.x - node.width / 2)) - MARGIN
    const top = Math.min(view.y, ...nodes.map((node) => node.y - node.height / 2)) - MARGIN
    const right = Math.max(view.x + view.width, ...nodes.map((node) => node.x + node.width / 2)) + MARGIN
    const bottom = Math.max(view.y + view.height, ...nodes.map((node) => node.y + node.height / 2)) + MARGIN
    svg.setAttribute('viewBox', `${left} ${top} ${right - left} ${bottom - top}`)
    const line = Math.max((right - left) / WIDTH, (bottom - top) / HEIGHT)
    svg.replaceChildren(
      ...graph.edges
        .filter(({ visible }) => visible)
        .map(({ points }) =>
          part('polyline', { points, fill: 'none', stroke: '#a3b1c6', 'stroke-width': line }),
        ),
      ...nodes.map((node) =>
        part('rect', {
          x: node.x - node.width / 2,
          y: node.y - node.height / 2,
          width: node.width,
          height: node.height,
          fill: 'children' in node ? 'none' : '#6b7f99',
          stroke: '#6b7f99',
          'stroke-width': line,
        }),
      ),
      part('rect', { ...view, fill: 'rgb(29 95 191 / 10%)', stroke: '#1d5fbf', 'stroke-width': 1.5 * line }),
    )
  }

  function go(event: PointerEvent): void {
    const matrix = svg.getScreenCTM()
    if (!matrix) return
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse())
    lf.focusOn({ coordinate: { x, y } })
  }

  svg.addEventListener('pointerdown', (event) => {
    event.stopPropagation()
    dragging = true
    svg.setPointerCapture(event.pointerId)
    go(event)
  })
  svg.addEventListener('pointermove', (event) => {
    if (dragging) go(event)
  })
  svg.addEventListener('pointerup', () => {
    dragging = false
  })
  lf.on('graph:transform', draw)

  return {
    show(now) {
      shown = now
      if (now) place.append(svg)
      else svg.remove()
      draw()
    },
    draw,
    destroy() {
      shown = false
      svg.remove()
    },
  }
}
