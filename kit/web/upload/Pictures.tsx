import { DeleteOutlined, PictureOutlined, PlusOutlined, UploadOutlined } from '@ant-design/icons'
import { Button, Image, Progress } from 'antd'
import { type ClipboardEvent, type DragEvent, useRef, useState } from 'react'
import { toastError } from '#kit/web/toast.ts'
import { imagePicker, mayUpload, TYPES, tooMany, type UploadKind, uploadFiles } from './uploads.ts'

interface PicturesProps {
  value: readonly string[]
  onChange(urls: string[]): void
  max: number
  id?: string | undefined
  label: string
  disabled?: boolean | undefined
  ratio?: number | undefined
  kind?: UploadKind
}

const isVideo = (url: string) => /\.mp4$/i.test(url)

/** Pictures of a form: from the library, from disk, by dropping or pasting; in an order that dragging changes. */
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
      toastError('只能上传一张图片，请删除后再上传!')
      return
    }
    tooMany(value.length + files.length, max)
    if (room === 0) return
    setPercent(0)
    const done = await uploadFiles(files.slice(0, room), kind, { onProgress: setPercent })
    setPercent(null)
    add(done.map((one) => one.url))
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    void send([...event.dataTransfer.files])
  }
  const paste = (event: ClipboardEvent) => {
    void send([...event.clipboardData.files])
  }
  const choose = async () => {
    const picked = await imagePicker()?.({ multiple: room > 1, limit: room })
    if (picked) add(picked.map((one) => one.url))
  }
  const move = (to: number) => {
    if (dragged === null || dragged === to) return
    const moved = value[dragged]
    if (moved === undefined) return
    const rest = value.filter((_, index) => index !== dragged)
    onChange([...rest.slice(0, to), moved, ...rest.slice(to)])
    setDragged(null)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping and pasting are shortcuts; the buttons do the same.
    <div className="k-pictures" onDrop={drop} onDragOver={(event) => event.preventDefault()} onPaste={paste}>
      <Image.PreviewGroup>
        {value.map((url, index) => (
          // biome-ignore lint/a11y/noStaticElementInteractions: the order can also be changed by removing and adding.
          <div
            key={url}
            className="k-picture"
            draggable={!disabled && value.length > 1}
            onDragStart={() => setDragged(index)}
            onDragOver={(event) => event.preventDefault()}
            onDrop={(event) => {
              if (dragged === null) return
              event.stopPropagation()
              event.preventDefault()
              move(index)
            }}
          >
            {isVideo(url) ? (
              // biome-ignore lint/a11y/useMediaCaption: product films come without captions.
              <video src={url} controls width={80} height={80} />
            ) : (
              <Image
                src={url}
                alt={`${label}${index + 1}`}
                width={80}
                height={80}
                style={{ objectFit: 'contain' }}
              />
            )}
            {!disabled && (
              <Button
                className="k-picture-remove"
                size="small"
                shape="circle"
                icon={<DeleteOutlined />}
                aria-label={`删除${label}${index + 1}`}
                onClick={() => onChange(value.filter((_, at) => at !== index))}
              />
            )}
          </div>
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
            accept={TYPES[kind].map((type) => `.${type}`).join(',')}
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
