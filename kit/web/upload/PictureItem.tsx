import { DeleteOutlined, LeftOutlined, RightOutlined } from '@ant-design/icons'
import { Button, Image } from 'antd'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import { isFilm } from '#kit/shared/media.ts'

interface PictureItemProps {
  url: string
  label: string
  place: { first: boolean; last: boolean }
  /** may neither be moved nor removed */
  fixed: boolean
  onMove(by: 1 | -1): void
  onRemove(): void
  /** it is picked up (true) or let go */
  onDrag(now: boolean): void
  onDrop(event: DragEvent): void
}

const SIDE = 80

/** One picture or film among others: shown large when pressed, moved by dragging or by its buttons. */
export function PictureItem({
  url,
  label,
  place,
  fixed,
  onMove,
  onRemove,
  onDrag,
  onDrop,
}: PictureItemProps) {
  const single = place.first && place.last
  const moving = useRef<HTMLDivElement>(null)
  const [moved, setMoved] = useState<1 | -1 | null>(null)
  // The browser takes the focus from what is moved about in a page.
  useEffect(() => {
    if (moved === null) return
    const [back, on] = moving.current?.querySelectorAll('button') ?? []
    const same = moved === 1 ? on : back
    const wanted = same?.disabled ? (moved === 1 ? back : on) : same
    wanted?.focus()
    setMoved(null)
  }, [moved])
  const step = (by: 1 | -1) => {
    onMove(by)
    setMoved(by)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dragging is a shortcut; the buttons do the same.
    <div
      className="k-picture"
      draggable={!fixed && !single}
      onDragStart={() => onDrag(true)}
      onDragEnd={() => onDrag(false)}
      onDragOver={(event) => event.preventDefault()}
      onDrop={onDrop}
    >
      {isFilm(url) ? (
        // biome-ignore lint/a11y/useMediaCaption: product films come without captions.
        <video src={url} controls width={SIDE} height={SIDE} aria-label={label} />
      ) : (
        <Image src={url} alt={label} width={SIDE} height={SIDE} style={{ objectFit: 'contain' }} />
      )}
      {!fixed && (
        <Button
          className="k-picture-remove"
          size="small"
          shape="circle"
          icon={<DeleteOutlined />}
          aria-label={`删除${label}`}
          onClick={onRemove}
        />
      )}
      {!fixed && !single && (
        <div ref={moving} className="k-picture-move">
          <Button
            type="text"
            size="small"
            icon={<LeftOutlined />}
            disabled={place.first}
            aria-label={`前移${label}`}
            onClick={() => step(-1)}
          />
          <Button
            type="text"
            size="small"
            icon={<RightOutlined />}
            disabled={place.last}
            aria-label={`后移${label}`}
            onClick={() => step(1)}
          />
        </div>
      )}
    </div>
  )
}
