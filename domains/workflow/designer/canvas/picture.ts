import type { LogicFlow } from '@logicflow/core'

const MARGIN = 30
const SHARPNESS = 2
/** beyond this a browser gives an empty picture */
const MOST_PIXELS = 8000

/** A png of all that is drawn, seen or not. */
export async function pictureOf(lf: LogicFlow): Promise<Blob> {
  const { graphModel } = lf
  const partial = graphModel.getPartial()
  graphModel.setPartial(false)
  try {
    await frames()
    const svg = graphModel.rootEl.querySelector('.lf-canvas-overlay')
    const drawn = svg?.querySelector('.lf-base')
    if (!(svg instanceof SVGSVGElement) || !(drawn instanceof SVGGElement))
      throw new Error('nothing is drawn')
    const box = drawn.getBBox()
    const [width, height] = [box.width + 2 * MARGIN, box.height + 2 * MARGIN]
    const copy = svg.cloneNode(true)
    if (!(copy instanceof SVGSVGElement)) throw new Error('a copy of a drawing is a drawing')
    copy.querySelector('g')?.removeAttribute('transform')
    for (const extra of copy.querySelectorAll('.lf-anchor, .lf-resize-control, foreignObject')) extra.remove()
    copy.setAttribute('viewBox', `${box.x - MARGIN} ${box.y - MARGIN} ${width} ${height}`)
    copy.setAttribute('width', String(width))
    copy.setAttribute('height', String(height))
    copy.setAttribute('font-family', 'sans-serif')
    return await painted(new XMLSerializer().serializeToString(copy), width, height)
  } finally {
    graphModel.setPartial(partial)
  }
}

/** The library draws in the next frame, and what that changes in the one after it. */
async function frames(): Promise<void> {
  for (let frame = 0; frame < 2; frame++) await new Promise((resolve) => requestAnimationFrame(resolve))
}

async function painted(svg: string, width: number, height: number): Promise<Blob> {
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  await image.decode()
  const scale = Math.min(SHARPNESS, MOST_PIXELS / Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.ceil(width * scale)
  canvas.height = Math.ceil(height * scale)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('the browser paints no pictures')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the picture is too large')))),
  )
}
