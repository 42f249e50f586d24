import { Button } from 'antd'
import { type PointerEvent, useRef, useState } from 'react'
import { Dialog } from '#kit/web/Dialog.tsx'
import { toastError } from '#kit/web/toast.ts'
import { uploadFiles } from '#kit/web/upload/uploads.ts'

const WIDTH = 560
/** pixels of the picture; on screen it is as wide as the dialog */
const PICTURE = { width: 1000, height: 400 }
const PEN = 8

/** A field to write on; answers the address of the picture. */
export default function SignaturePad({ onClose }: { onClose(url: string | null): void }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [written, setWritten] = useState(false)
  const [missing, setMissing] = useState(false)
  const [saving, setSaving] = useState(false)

  const at = (event: PointerEvent<HTMLCanvasElement>): [number, number] => {
    const box = event.currentTarget.getBoundingClientRect()
    return [
      ((event.clientX - box.left) / box.width) * PICTURE.width,
      ((event.clientY - box.top) / box.height) * PICTURE.height,
    ]
  }
  const begin = (event: PointerEvent<HTMLCanvasElement>) => {
    const pen = event.currentTarget.getContext('2d')
    if (pen === null) return
    event.currentTarget.setPointerCapture(event.pointerId)
    Object.assign(pen, { lineWidth: PEN, lineCap: 'round', lineJoin: 'round', strokeStyle: '#111' })
    pen.beginPath()
    pen.moveTo(...at(event))
    // A dot is a stroke too.
    pen.lineTo(...at(event))
    pen.stroke()
    setWritten(true)
    setMissing(false)
  }
  const move = (event: PointerEvent<HTMLCanvasElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    const pen = event.currentTarget.getContext('2d')
    pen?.lineTo(...at(event))
    pen?.stroke()
  }
  const clear = () => {
    canvas.current?.getContext('2d')?.clearRect(0, 0, PICTURE.width, PICTURE.height)
    setWritten(false)
  }
  const save = async () => {
    if (!written) {
      setMissing(true)
      return
    }
    const picture = await new Promise<Blob | null>((done) => {
      canvas.current?.toBlob(done, 'image/png')
    })
    if (picture === null) {
      toastError('签名保存失败，请重试')
      return
    }
    setSaving(true)
    const [kept] = await uploadFiles([new File([picture], '签名.png', { type: 'image/png' })], 'document')
    setSaving(false)
    if (kept !== undefined) onClose(kept.url)
  }

  return (
    <Dialog
      title="手写签名"
      width={WIDTH}
      onCancel={() => onClose(null)}
      footer={
        <>
          <Button onClick={clear} disabled={!written}>
            清空
          </Button>
          <Button onClick={() => onClose(null)}>取消</Button>
          <Button type="primary" loading={saving} onClick={() => void save()}>
            确定
          </Button>
        </>
      }
    >
      <canvas
        ref={canvas}
        {...PICTURE}
        className="td-pad"
        aria-label="签名区域"
        onPointerDown={begin}
        onPointerMove={move}
      />
      <p className={missing ? 'k-error' : 'k-hint'} role={missing ? 'alert' : undefined}>
        {missing ? '请先签名' : '请在框内书写签名'}
      </p>
    </Dialog>
  )
}
