import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** px that an element has beside the page, kept true; without end before it is drawn. */
export function useRoom(): { place: RefObject<HTMLDivElement | null>; room: number } {
  const place = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState(Number.POSITIVE_INFINITY)
  useLayoutEffect(() => {
    const element = place.current
    if (element === null) return
    // On a tab or in a dialog that is not seen it has none.
    const measure = () => element.clientWidth > 0 && setRoom(element.clientWidth)
    measure()
    const watch = new ResizeObserver(measure)
    watch.observe(element)
    return () => watch.disconnect()
  }, [])
  return { place, room }
}
