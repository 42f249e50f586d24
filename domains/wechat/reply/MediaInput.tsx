import { DeleteOutlined, SoundOutlined, UploadOutlined } from '@ant-design/icons'
import { Button, Image, Space } from 'antd'
import { useRef, useState } from 'react'
import { ariaOf, type InputProps } from '#kit/web/fieldUi.ts'
import { mayCall } from '#kit/web/session.ts'
import { toastError, toastLoading, toastSuccess } from '#kit/web/toast.ts'
import { upload } from '#kit/web/transfer.ts'
import { MEDIA_RULES, uploadMedia } from './reply.calls.ts'

type Kind = keyof typeof MEDIA_RULES

const MB = 1024 * 1024
const LONGEST_S = 60

/** Seconds of a sound; null for kinds the browser cannot read. */
function lengthOf(file: File): Promise<number | null> {
  const address = URL.createObjectURL(file)
  return new Promise<number | null>((resolve) => {
    const sound = new Audio()
    sound.onloadedmetadata = () => resolve(Number.isFinite(sound.duration) ? sound.duration : null)
    sound.onerror = () => resolve(null)
    sound.src = address
  }).finally(() => URL.revokeObjectURL(address))
}

/** Why the platform would not take a file, or null. */
async function refusalOf(file: File, kind: Kind): Promise<string | null> {
  const { extensions, maxMb } = MEDIA_RULES[kind]
  const extension = file.name.split('.').at(-1)?.toLowerCase() ?? ''
  if (!extensions.some((one) => one === extension))
    return `文件格式不正确, 请上传${extensions.join('/')}格式文件!`
  if (file.size > maxMb * MB) return `上传文件大小不能超过 ${maxMb} MB!`
  const seconds = kind === 'voice' ? await lengthOf(file) : null
  return seconds !== null && seconds > LONGEST_S ? `声音不能超过${LONGEST_S}秒` : null
}

interface Media {
  mediaId: string
  srcUrl: string
}

const mediaOf = (value: unknown): Media | null =>
  typeof value === 'object' && value !== null && 'mediaId' in value
    ? { mediaId: String(value.mediaId), srcUrl: 'srcUrl' in value ? String(value.srcUrl) : '' }
    : null

/** A picture or sound that lies at the platform. Platform §11.2. */
function MediaInput({ kind, ...props }: InputProps & { kind: Kind }) {
  const { id, value, disabled, onChange } = props
  const input = useRef<HTMLInputElement>(null)
  const [sending, setSending] = useState(false)
  const media = mediaOf(value)
  const { extensions, maxMb } = MEDIA_RULES[kind]
  const send = async (file: File) => {
    const refusal = await refusalOf(file, kind)
    if (refusal !== null) {
      toastError(refusal)
      return
    }
    setSending(true)
    const close = toastLoading('上传中，请稍候')
    try {
      const { mediaId, url } = await upload(uploadMedia, { type: kind }, file, { field: 'media' })
      onChange({ mediaId, srcUrl: url })
      toastSuccess('上传成功')
    } catch {
      // The refusal has been shown; what was there stays.
    } finally {
      close()
      setSending(false)
    }
  }
  return (
    <div>
      <Space wrap>
        {media !== null && kind === 'image' && media.srcUrl !== '' && (
          <Image src={media.srcUrl} alt="回复图片" width={96} />
        )}
        {media !== null && (
          <span className="wx-media">
            {kind === 'voice' && <SoundOutlined />} {media.mediaId}
          </span>
        )}
        <Button
          {...ariaOf(props)}
          id={id}
          icon={<UploadOutlined />}
          loading={sending}
          disabled={disabled || !mayCall(uploadMedia)}
          onClick={() => input.current?.click()}
        >
          {media === null ? '上传' : '重新上传'}
        </Button>
        {media !== null && (
          <Button
            icon={<DeleteOutlined />}
            disabled={disabled}
            aria-label="删除素材"
            onClick={() => onChange(null)}
          />
        )}
      </Space>
      <div className="k-hint">
        支持{extensions.join('、')}格式，不超过{maxMb}MB{kind === 'voice' ? `、${LONGEST_S}秒` : ''}
      </div>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={kind === 'image' ? '选择图片文件' : '选择声音文件'}
        accept={extensions.map((one) => `.${one}`).join(',')}
        onChange={({ target }) => {
          const file = target.files?.[0]
          // The same file may be chosen again.
          target.value = ''
          if (file !== undefined) void send(file)
        }}
      />
    </div>
  )
}

export const ImageMedia = (props: InputProps) => <MediaInput {...props} kind="image" />
export const VoiceMedia = (props: InputProps) => <MediaInput {...props} kind="voice" />
