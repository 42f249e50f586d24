import { useEffect, useEffectEvent, useRef } from 'react'
import type { Process } from '../model/types.ts'
import { createCanvas } from './canvas/canvas.ts'
import type { CanvasOptions, DrawnCanvas } from './canvas/drawnCanvas.ts'
import { CANVAS_TEXTS } from './canvas/texts.ts'
import './designer.css'

interface Props extends Omit<CanvasOptions, 'process'> {
  /** what is drawn at first; another one needs another surface (give it a key) */
  process: Process
  /** the canvas stands, or is gone */
  onCanvas(canvas: DrawnCanvas | null): void
}

/** The place of a canvas. What people do on it reaches the newest handlers; the canvas itself is made once. */
export function Surface({ process, viewer = false, onCanvas, ...events }: Props) {
  const place = useRef<HTMLElement>(null)
  const first = useRef(process)
  const told = {
    onNode: useEffectEvent(events.onNode),
    onEdge: useEffectEvent(events.onEdge),
    onBlank: useEffectEvent(events.onBlank),
    onRefused: useEffectEvent(events.onRefused),
    onChange: useEffectEvent(events.onChange),
    onHistory: useEffectEvent(events.onHistory),
    onSave: useEffectEvent(events.onSave),
    onMenu: useEffectEvent(events.onMenu),
    onHover: useEffectEvent((...args: Parameters<NonNullable<CanvasOptions['onHover']>>) =>
      events.onHover?.(...args),
    ),
    confirm: useEffectEvent(events.confirm),
  }
  const stands = useEffectEvent(onCanvas)
  const make = useEffectEvent((at: HTMLElement) =>
    createCanvas(at, { process: first.current, viewer, ...told }),
  )
  useEffect(() => {
    if (!place.current) return
    const canvas = make(place.current)
    stands(canvas)
    return () => {
      stands(null)
      canvas.destroy()
    }
  }, [])
  return <section ref={place} className="ts-canvas" aria-label={CANVAS_TEXTS.drawing} />
}
