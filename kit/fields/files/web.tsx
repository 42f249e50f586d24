import { DeleteOutlined, PaperClipOutlined, UploadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useRef, useState } from 'react'
import { entriesOf, type FileEntry } from '#kit/fields/files/shared.ts'
import { type CellProps, type FieldUi, type InputProps, NONE } from '#kit/web/fieldUi.ts'
import { acceptOf, mayUpload, tooMany, uploadFiles } from '#kit/web/upload/uploads.ts'

function FileLink({ entry }: { entry: FileEntry }) {
  return (
    <a href={entry.url} target="_blank" rel="noreferrer">
      <PaperClipOutlined aria-hidden /> {entry.name || entry.url.split('/').at(-1)}
    </a>
  )
}

function FilesInput({ field, value, onChange, id, disabled }: InputProps) {
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const entries = entriesOf(value)
  const max = field.max ?? 20
  const kind = field.accept ?? 'attachment'
  const send = async (files: readonly File[]) => {
    const room = max - entries.length
    tooMany(entries.length + files.length, max)
    setBusy(true)
    const done = await uploadFiles(files.slice(0, room), kind)
    setBusy(false)
    if (done.length > 0) onChange([...entries, ...done.map((one) => ({ name: one.fileName, url: one.url }))])
  }
  return (
    <div>
      {entries.map((entry) => (
        <div key={entry.url} className="k-file">
          <FileLink entry={entry} />
          {!disabled && (
            <Button
              type="text"
              size="small"
              icon={<DeleteOutlined />}
              aria-label={`删除${entry.name}`}
              onClick={() => onChange(entries.filter((one) => one !== entry))}
            />
          )}
        </div>
      ))}
      {!disabled && mayUpload() && entries.length < max && (
        <Button id={id} icon={<UploadOutlined />} loading={busy} onClick={() => input.current?.click()}>
          上传文件
        </Button>
      )}
      {!disabled && !mayUpload() && <span className="k-hint">没有上传文件的权限，请联系管理员</span>}
      <input
        ref={input}
        type="file"
        hidden
        multiple
        aria-label={`上传${field.label}`}
        accept={acceptOf(kind)}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          event.target.value = ''
          void send(files)
        }}
      />
    </div>
  )
}

function FilesCell({ value, wide }: CellProps) {
  const entries = entriesOf(value)
  if (entries.length === 0) return <>{NONE}</>
  if (!wide) return <>{entries.length}个</>
  return (
    <>
      {entries.map((entry) => (
        <div key={entry.url}>
          <FileLink entry={entry} />
        </div>
      ))}
    </>
  )
}

export const filesUi: FieldUi = { Input: FilesInput, Cell: FilesCell }
