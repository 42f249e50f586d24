import { CloseOutlined, PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useRef, useState } from 'react'
import { acceptOf, imagePicker, mayUpload, uploadFiles } from './uploads.ts'

interface SmallPictureProps {
  value: string
  onChange(url: string): void
  label: string
  id?: string | undefined
  disabled?: boolean | undefined
}

/** One picture in a cell of a line table: pressing it chooses another from the library, or from disk without one. */
export default function SmallPicture({ value, onChange, label, id, disabled }: SmallPictureProps) {
  const input = useRef<HTMLInputElement>(null)
  const [sending, setSending] = useState(false)
  const choose = async () => {
    const pick = imagePicker()
    if (pick === undefined) {
      input.current?.click()
      return
    }
    const [picked] = (await pick({ multiple: false, limit: 1 })) ?? []
    if (picked !== undefined) onChange(picked.url)
  }
  const send = async (files: readonly File[]) => {
    setSending(true)
    const [done] = await uploadFiles(files.slice(0, 1), 'image')
    setSending(false)
    if (done !== undefined) onChange(done.url)
  }
  const off = disabled || (imagePicker() === undefined && !mayUpload())
  return (
    <span className="k-small-picture">
      <Button
        id={id}
        type={value === '' ? 'dashed' : 'text'}
        aria-label={value === '' ? `选择${label}` : `更换${label}`}
        disabled={off}
        loading={sending}
        icon={
          value === '' ? (
            <PlusOutlined />
          ) : (
            <img src={value} alt={label} width={32} height={32} loading="lazy" />
          )
        }
        onClick={() => void choose()}
      />
      {value !== '' && !off && (
        <Button
          className="k-small-picture-remove"
          size="small"
          type="text"
          icon={<CloseOutlined />}
          aria-label={`删除${label}`}
          onClick={() => onChange('')}
        />
      )}
      <input
        ref={input}
        type="file"
        hidden
        aria-label={`上传${label}`}
        accept={acceptOf('image')}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          event.target.value = ''
          if (files.length > 0) void send(files)
        }}
      />
    </span>
  )
}
