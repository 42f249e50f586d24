import { Button, Modal, Slider } from 'antd'
import { type KeyboardEvent, type PointerEvent, useEffect, useMemo, useState } from 'react'
import { toastError } from '#kit/web/toast.ts'

interface CropDialogProps {
  file: File
  /** the same, decoded */
  picture: ImageBitmap
  /** wanted width ÷ height */
  ratio: number
  onClose(file: File | null): void
}

const FRAME = 280
const MOST_ZOOM = 4
const STEP = 0.02
const ARROWS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
}

const within = (share: number): number => Math.min(1, Math.max(0, share))

/** Cuts a picture to a width ÷ height: it is moved and enlarged behind a frame of that shape. Platform §5.2. */
export default function CropDialog({ file, picture, ratio, onClose }: CropDialogProps) {
  const [zoom, setZoom] = useState(1)
  // Where the part lies in what is left and right of it, above and below: 0–1, so it never leaves the picture.
  const [at, setAt] = useState({ x: 0.5, y: 0.5 })
  const address = useMemo(() => URL.createObjectURL(file), [file])
  useEffect(() => () => URL.revokeObjectURL(address), [address])

  const wide = picture.width / picture.height > ratio
  const width = (wide ? picture.height * ratio : picture.width) / zoom
  const height = (wide ? picture.height : picture.width / ratio) / zoom
  const left = at.x * (picture.width - width)
  const top = at.y * (picture.height - height)
  const shown = { width: ratio >= 1 ? FRAME : FRAME * ratio, height: ratio >= 1 ? FRAME / ratio : FRAME }
  const scale = shown.width / width
  const move = (x: number, y: number) => setAt((now) => ({ x: within(now.x + x), y: within(now.y + y) }))

  const drag = (event: PointerEvent) => {
    if (event.buttons === 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const share = (pixels: number, rest: number) => (rest < 1 ? 0 : -pixels / scale / rest)
    move(share(event.movementX, picture.width - width), share(event.movementY, picture.height - height))
  }
  const press = (event: KeyboardEvent) => {
    const [x, y] = ARROWS[event.key] ?? [0, 0]
    if (x === 0 && y === 0) return
    event.preventDefault()
    move(x, y)
  }
  const cut = async () => {
    const canvas = new OffscreenCanvas(Math.round(width), Math.round(height))
    canvas.getContext('2d')?.drawImage(picture, left, top, width, height, 0, 0, canvas.width, canvas.height)
    const type = file.type === 'image/png' ? 'image/png' : 'image/jpeg'
    const blob = await canvas.convertToBlob({ type, quality: 0.92 }).catch(() => null)
    if (blob === null) toastError('图片无法裁剪，请换一张')
    else onClose(new File([blob], file.name, { type }))
  }

  return (
    <Modal
      open
      title="裁剪图片"
      width={400}
      mask={{ closable: false }}
      onCancel={() => onClose(null)}
      footer={
        <>
          <Button onClick={() => onClose(null)}>取消</Button>
          <Button onClick={() => onClose(file)}>使用原图</Button>
          <Button type="primary" onClick={() => void cut()}>
            裁剪并上传
          </Button>
        </>
      }
    >
      <button
        type="button"
        className="k-crop"
        style={shown}
        aria-label="拖动或按方向键移动图片"
        onPointerMove={drag}
        onKeyDown={press}
      >
        <img
          src={address}
          alt={file.name}
          draggable={false}
          style={{
            width: picture.width * scale,
            height: picture.height * scale,
            transform: `translate(${-left * scale}px, ${-top * scale}px)`,
          }}
        />
      </button>
      <Slider
        ariaLabelForHandle="缩放"
        min={1}
        max={MOST_ZOOM}
        step={0.05}
        value={zoom}
        onChange={setZoom}
        tooltip={{ formatter: (value) => `${Math.round((value ?? 1) * 100)}%` }}
      />
    </Modal>
  )
}
