import { useEffect, useRef } from 'react'

interface CodeProps {
  /** what is encoded */
  text: string
  kind?: 'code128' | 'ean13' | 'ean8' | 'itf14' | 'qrcode'
  /** on paper, in mm */
  height?: number
  /** the text below the bars */
  plain?: boolean
}

/** dots per point, so that bars are sharp on paper */
const SCALE = 3

/** A barcode or QR code; its drawing code is loaded when the first one is shown. */
export function Code({ text, kind = 'code128', height = 10, plain = true }: CodeProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    let gone = false
    void import('bwip-js/browser').then(({ toCanvas }) => {
      const sheet = canvas.current
      if (gone || sheet === null || text === '') return
      const flat = kind === 'qrcode'
      try {
        toCanvas(sheet, {
          bcid: kind,
          text,
          scale: SCALE,
          ...(flat ? { width: height, height } : { height, includetext: plain, textxalign: 'center' }),
        })
        sheet.style.width = `${sheet.width / SCALE}pt`
      } catch (error) {
        // Not a text this kind of code can hold; the paper then shows an empty place.
        console.error(error)
      }
    })
    return () => {
      gone = true
    }
  }, [text, kind, height, plain])
  return <canvas ref={canvas} role="img" aria-label={`${kind === 'qrcode' ? '二维码' : '条码'} ${text}`} />
}
