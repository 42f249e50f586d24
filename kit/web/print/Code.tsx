import { useEffect, useState } from 'react'

interface CodeProps {
  /** what is encoded */
  text: string
  kind?: 'code128' | 'ean13' | 'ean8' | 'itf14' | 'qrcode'
  /** of the bars on paper, in mm */
  height?: number
  /** the text below the bars */
  plain?: boolean
}

/** Width of the thinnest bar, in mm: what every scanner reads. */
const MODULE = 0.33

interface Drawing {
  /** address of the picture; '' when this kind of code cannot hold the text */
  address: string
  /** in modules */
  width: number
}

/**
 * A barcode or QR code on paper, drawn in lines so that bars are sharp on any printer, at the usual width or as wide
 * as its place is; its drawing code is loaded when the first one is shown.
 */
export function Code({ text, kind = 'code128', height = 10, plain = true }: CodeProps) {
  const [drawing, setDrawing] = useState<Drawing>()
  useEffect(() => {
    let gone = false
    void import('bwip-js/browser').then(({ toSVG }) => {
      if (gone) return
      try {
        setDrawing(drawingOf(toSVG({ bcid: kind, text, scale: 1 })))
      } catch {
        // Not a text this kind of code can hold.
        setDrawing({ address: '', width: 0 })
      }
    })
    return () => {
      gone = true
    }
  }, [text, kind])
  const flat = kind === 'qrcode'
  if (drawing?.address === '') return <span className="k-barcode">无法生成条码 {text}</span>
  return (
    <span className="k-barcode">
      <span className="k-barcode-bars" style={{ height: `${height}mm` }}>
        {drawing !== undefined && (
          <img
            src={drawing.address}
            alt={`${flat ? '二维码' : '条码'} ${text}`}
            style={{ width: `${flat ? height : drawing.width * MODULE}mm` }}
          />
        )}
      </span>
      {plain && !flat && <span className="k-barcode-text">{text}</span>}
    </span>
  )
}

function drawingOf(svg: string): Drawing {
  const width = Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1] ?? 0)
  // Bars are as high as their place, however wide it is.
  const stretched = svg.replace('<svg ', '<svg preserveAspectRatio="none" ')
  return { address: `data:image/svg+xml,${encodeURIComponent(stretched)}`, width }
}
