import { PictureOutlined, PlusOutlined, UploadOutlined } from '@ant-design/icons'
import { Button, Image, Progress } from 'antd'
import { type ClipboardEvent, type DragEvent, useRef, useState } from 'react'
import { toastError } from '#kit/web/toast.ts'
import { cropAll } from './crop.tsx'
import { PictureItem } from './PictureItem.tsx'
import {
  acceptOf,
  imagePicker,
  mayUpload,
  ONE_PICTURE,
  TYPES,
  tooMany,
  type UploadKind,
  uploadFiles,
} from './uploads.ts'

interface PicturesProps {
  value: readonly string[]
  onChange(urls: string[]): void
  max: number
  id?: string | undefined
  label: string
  disabled?: boolean | undefined
  /** width ÷ height to which pictures from disk are cut */
  ratio?: number | undefined
  kind?: UploadKind
}

/** Pictures of a form: from the library, from disk, by dropping or pasting; in an order a person changes. Platform §5.2. */
export default function Pictures({
  value,
  onChange,
  max,
  id,
  label,
  disabled,
  ratio,
  kind = 'image',
}: PicturesProps) {
  const input = useRef<HTMLInputElement>(null)
  const [percent, setPercent] = useState<number | null>(null)
  const [dragged, setDragged] = useState<number | null>(null)
  const room = max - value.length

  const add = (urls: readonly string[]) => {
    const taken = urls.slice(0, room)
    if (taken.length > 0) onChange([...value, ...taken])
  }
  const send = async (files: readonly File[]) => {
    if (files.length === 0 || disabled || !mayUpload()) return
    if (max === 1 && room === 0) {
      toastError(ONE_PICTURE)
      return
    }
    tooMany(value.length + files.length, max)
    if (room === 0) return
    const fitting = files.slice(0, room)
    const ready = ratio === undefined ? fitting : await cropAll(fitting, ratio)
    setPercent(0)
    const done = await uploadFiles(ready, kind, { onProgress: setPercent })
    setPercent(null)
    add(done.map((one) => one.url))
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    // A picture of this place that was let go beside the others is no new file.
    if (dragged === null) void send([...event.dataTransfer.files])
    setDragged(null)
  }
  const paste = (event: ClipboardEvent) => {
    void send([...event.clipboardData.files])
  }
  const choose = async () => {
    const picked = await imagePicker()?.({ multiple: room > 1, limit: room })
    if (picked) add(picked.map((one) => one.url))
  }
  const move = (from: number, to: number) => {
    const moved = value[from]
    if (moved === undefined || from === to) return
    const rest = value.filter((_, index) => index !== from)
    onChange([...rest.slice(0, to), moved, ...rest.slice(to)])
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping and pasting are shortcuts; the buttons do the same.
    <div className="k-pictures" onDrop={drop} onDragOver={(event) => event.preventDefault()} onPaste={paste}>
      <Image.PreviewGroup>
        {value.map((url, index) => (
          <PictureItem
            key={url}
            url={url}
            label={`${label}${index + 1}`}
            place={{ first: index === 0, last: index === value.length - 1 }}
            fixed={disabled ?? false}
            onMove={(by) => move(index, index + by)}
            onRemove={() => onChange(value.filter((_, at) => at !== index))}
            onDrag={(now) => setDragged(now ? index : null)}
            onDrop={(event) => {
              if (dragged === null) return
              event.stopPropagation()
              event.preventDefault()
              move(dragged, index)
              setDragged(null)
            }}
          />
        ))}
      </Image.PreviewGroup>
      {percent !== null && <Progress type="circle" size={80} percent={percent} />}
      {!disabled && room > 0 && percent === null && (
        <div className="k-picture-add">
          {imagePicker() !== undefined && (
            <Button id={id} icon={<PictureOutlined />} onClick={() => void choose()}>
              选择图片
            </Button>
          )}
          {mayUpload() && (
            <Button
              {...(imagePicker() === undefined ? { id } : {})}
              icon={kind === 'image' ? <UploadOutlined /> : <PlusOutlined />}
              onClick={() => input.current?.click()}
            >
              上传
            </Button>
          )}
          <span className="k-hint">
            {max > 1 ? `最多${max}个，` : ''}
            {ratio === undefined ? '' : `建议宽高比 ${ratio}，`}
            {TYPES[kind].join('/')}
          </span>
          <input
            ref={input}
            type="file"
            hidden
            aria-label={`上传${label}`}
            multiple={room > 1}
            accept={acceptOf(kind)}
            onChange={(event) => {
              const files = [...(event.target.files ?? [])]
              event.target.value = ''
              void send(files)
            }}
          />
        </div>
      )}
    </div>
  )
}
