import { Button, Mentions } from 'antd'
import { useRef, useState } from 'react'
import { entriesOf } from '#kit/fields/files/shared.ts'
import { FieldInput } from '#kit/fields/web.tsx'
import { useRefOptions } from '#kit/web/refs.ts'
import { toastSuccess } from '#kit/web/toast.ts'
import { mayUpload } from '#kit/web/upload/uploads.ts'
import { useChange } from '#kit/web/useCall.ts'
import { deskCalls } from './desk.calls.ts'
import { recordNote } from './recordNote.entity.ts'

const MOST = 500
/** Notes lie under another path than the line that tells them. */
const LINE = { touches: [deskCalls.line.path] }

/** 备注 on the time line of a record; whoever is named by @ is told. Screens §3. */
export function NoteInput({ type, id }: { type: string; id: number }) {
  const [text, setText] = useState('')
  const [files, setFiles] = useState<unknown>([])
  /** what was typed behind an @; null: nothing yet */
  const [words, setWords] = useState<string | null>(null)
  const { options } = useRefOptions(recordNote.shape.mentions, words ?? '', words !== null)
  /** everybody who was chosen so far, by the name that stands in the text */
  const named = useRef(new Map<string, number>())
  const save = useChange(deskCalls.saveNote, LINE)

  const send = async () => {
    const mentions = [...named.current].filter(([name]) => text.includes(`@${name}`)).map(([, one]) => one)
    await save.run({
      recordType: type,
      recordId: id,
      content: text.trim(),
      mentions: mentions.join(','),
      files: entriesOf(files),
    })
    setText('')
    setFiles([])
    named.current.clear()
    toastSuccess(mentions.length === 0 ? '已新增备注' : `已新增备注，已通知${mentions.length}人`)
  }

  return (
    <div className="desk-note">
      <Mentions
        value={text}
        maxLength={MOST}
        autoSize={{ minRows: 2, maxRows: 6 }}
        aria-label="备注"
        placeholder="写备注，用 @ 提醒同事"
        notFoundContent="没有找到员工"
        filterOption={false}
        options={options.map(({ label }) => ({ value: label, label }))}
        onChange={setText}
        onSearch={setWords}
        onSelect={({ value: name = '' }) => {
          const chosen = options.find(({ label }) => label === name)
          if (chosen !== undefined) named.current.set(name, Number(chosen.value))
        }}
      />
      <div className="desk-note-foot">
        {mayUpload() ? (
          <FieldInput field={recordNote.shape.files} value={files} onChange={setFiles} />
        ) : (
          <span />
        )}
        <Button
          type="primary"
          disabled={text.trim() === ''}
          loading={save.running}
          onClick={() => void send()}
        >
          新增备注
        </Button>
      </div>
    </div>
  )
}
