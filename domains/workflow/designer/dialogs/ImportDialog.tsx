import { DeleteOutlined, DownOutlined, UploadOutlined } from '@ant-design/icons'
import { Alert, Button, Input, Popover } from 'antd'
import dayjs from 'dayjs'
import { useId, useRef, useState } from 'react'
import { confirm } from '#kit/web/confirm.tsx'
import { Dialog } from '#kit/web/Dialog.tsx'
import { openDialog } from '#kit/web/host.tsx'
import { toastError, toastSuccess, toastWarning } from '#kit/web/toast.ts'
import { orthogonal } from '../../model/geometry.ts'
import { LIMITS } from '../../model/names.ts'
import { parseProcess } from '../../model/parse.ts'
import { ModelError } from '../../model/problem.ts'
import type { Known, Problem, Process, ProcessValues } from '../../model/types.ts'
import { validate } from '../../model/validate.ts'
import type { Canvas } from '../canvas.types.ts'
import { listSaved, removeSaved, type SavedEntry } from '../saved.ts'
import './dialogs.css'

const WIDTH = 680
const SHOWN_TIME = 'YYYY-MM-DD HH:mm:ss'

export interface ImportWish {
  canvas: Canvas
  /** what the process is told so far; the import keeps what it does not say itself */
  process: ProcessValues
  onProcessChange(values: ProcessValues): void
  /** of the prefix of the host's types */
  typePrefix?: string
  known?: Known
}

/**
 * 导入: takes json or xml over into the drawing. What hinders drawing is listed and nothing changes; the rest is
 * answered, to be shown as warnings; null when the person gave up. Workflow §2.1.
 */
export function openImport(wish: ImportWish): Promise<readonly Problem[] | null> {
  return openDialog<readonly Problem[] | null>((close) => <ImportDialog {...wish} onClose={close} />)
}

interface ImportDialogProps extends ImportWish {
  onClose(problems: readonly Problem[] | null): void
}

function ImportDialog({ canvas, process, onProcessChange, typePrefix, known, onClose }: ImportDialogProps) {
  const id = useId()
  const file = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [saved, setSaved] = useState(() => listSaved())
  const [open, setOpen] = useState(false)
  const [faults, setFaults] = useState<readonly Problem[]>([])
  const write = (next: string) => {
    setText(next)
    setFaults([])
  }
  const take = () => {
    if (text.trim() === '') {
      toastError('请输入要导入的内容')
      return
    }
    try {
      const { process: given } = parseProcess(text, typePrefix)
      const values = valuesIn(given, process)
      const found = validate({ ...given, ...values }, known)
      canvas.replace(orthogonal(given))
      onProcessChange(values)
      if (found.length === 0) toastSuccess('导入成功')
      else toastWarning(`已导入，有 ${found.length} 个问题`)
      onClose(found)
    } catch (error) {
      if (!(error instanceof ModelError)) throw error
      setFaults(error.problems)
    }
  }
  const readFile = async (given: File | undefined) => {
    if (given === undefined) return
    if (!/\.(json|xml|snaker)$/i.test(given.name))
      toastError('文件格式不正确, 请上传json/xml/snaker格式文件!')
    else if (given.size > LIMITS.bytes) toastError('上传文件大小不能超过 5 MB!')
    else write(await given.text())
  }
  const forget = async (entry: SavedEntry) => {
    if (!(await confirm(`确定删除「${entry.title}」`, { danger: true }))) return
    removeSaved(entry.key)
    setSaved(listSaved())
    // Answering the question was a click beside the list, which closed it.
    setOpen(true)
  }

  const reasons = faults.filter(({ code }) => code !== 'IMPORT_FAILED').map(({ message }) => message)
  return (
    <Dialog
      title="导入"
      width={WIDTH}
      okText="导入"
      cancelText="取消"
      onOk={take}
      onCancel={() => onClose(null)}
    >
      <div className="wf-import-bar">
        <Popover
          open={open}
          onOpenChange={setOpen}
          trigger="click"
          placement="bottomLeft"
          arrow={false}
          // Beside its button, so that the keyboard goes on from there.
          getPopupContainer={(button) => button.parentElement ?? document.body}
          content={
            <ul className="wf-saved" aria-label="本地保存的流程">
              {saved.map((entry) => (
                <SavedLine
                  key={entry.key}
                  entry={entry}
                  onTake={() => {
                    write(pretty(entry.json))
                    setOpen(false)
                  }}
                  onRemove={() => void forget(entry)}
                />
              ))}
              {saved.length === 0 && <li className="k-hint">没有本地保存的流程</li>}
            </ul>
          }
        >
          <Button icon={<DownOutlined />} iconPlacement="end" aria-expanded={open}>
            本地保存的流程
          </Button>
        </Popover>
        <Button icon={<UploadOutlined />} onClick={() => file.current?.click()}>
          选择文件
        </Button>
        <input
          ref={file}
          type="file"
          hidden
          accept=".json,.xml,.snaker"
          aria-label="选择导入文件"
          onChange={(event) => {
            void readFile(event.target.files?.[0])
            event.target.value = ''
          }}
        />
      </div>
      <Input.TextArea
        id={id}
        className="k-code"
        aria-label="导入内容"
        placeholder="粘贴 json 或 xml"
        rows={14}
        value={text}
        autoFocus
        {...(faults.length === 0 ? {} : { 'aria-invalid': true, 'aria-describedby': `${id}-help` })}
        onChange={(event) => write(event.target.value)}
      />
      {faults.length > 0 && (
        <Alert
          id={`${id}-help`}
          className="wf-faults"
          type="error"
          showIcon
          title={faults[0]?.code === 'IMPORT_FAILED' ? faults[0].message : '内容有误，没有导入'}
          description={
            <ul>
              {[...new Set(reasons)].map((reason) => (
                <li key={reason}>{reason}</li>
              ))}
            </ul>
          }
        />
      )}
    </Dialog>
  )
}

interface SavedLineProps {
  entry: SavedEntry
  onTake(): void
  onRemove(): void
}

function SavedLine({ entry: { key, title, savedAt }, onTake, onRemove }: SavedLineProps) {
  return (
    <li>
      <button type="button" onClick={onTake}>
        {title}
        {savedAt !== null && <small className="k-hint">{dayjs(savedAt).format(SHOWN_TIME)}</small>}
        {savedAt === null && title !== key && <small className="k-hint">{key}</small>}
      </button>
      <Button
        type="text"
        size="small"
        icon={<DeleteOutlined />}
        aria-label={`删除${title}`}
        onClick={onRemove}
      />
    </li>
  )
}

/** The values of the process: what the text says of them, the rest as it was. */
function valuesIn({ nodes: _nodes, edges: _edges, ...given }: Process, before: ProcessValues): ProcessValues {
  const { name, displayName, ...rest } = given
  return { ...before, ...rest, name: name || before.name, displayName: displayName || before.displayName }
}

/** Json on several lines, so that it can be read before it is taken; other text as it is. */
function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
