import { DownloadOutlined, ExportOutlined, InboxOutlined } from '@ant-design/icons'
import { Alert, Button, Checkbox, Modal, Progress, Radio, Space, Statistic } from 'antd'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import { FAILED, MOVING } from '#kit/shared/fileTask.entity.ts'
import { confirm } from '#kit/web/confirm.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { invalidate } from '#kit/web/query.ts'
import { CallError } from '#kit/web/request.ts'
import { Table } from '#kit/web/Table.tsx'
import { toastError } from '#kit/web/toast.ts'
import { download, upload } from '#kit/web/transfer.ts'
import { useCall } from '#kit/web/useCall.ts'
import { ColumnMatch, type Matches, mappingOf, matchesOf } from './ColumnMatch.tsx'
import { exportForImport } from './exportRows.tsx'
import { type Importing, importCalls, type Matching } from './importing.ts'
import { isSheet } from './isSheet.ts'
import { UPLOADS, watchTask } from './watchTask.tsx'

const POLL_MS = 1000
/** what 我的上传 shows */
const TASKS = '/file/import'

type Mode = 'check' | 'whole' | 'skip'

const MODES = [
  { value: 'check', label: '仅校验' },
  { value: 'whole', label: '导入（有错误则全部不导入）' },
  { value: 'skip', label: '导入，跳过错误行' },
] as const

interface ImportDialogProps {
  importing: Importing
  onClose(): void
}

/** 导入: template, file, check or import, and what came of it; the task goes on in 我的上传. Platform §5.4. */
export default function ImportDialog({ importing, onClose }: ImportDialogProps) {
  const { bizType, title } = importing
  const calls = importCalls()
  const { data: types } = useCall(calls.types, {}, { quiet: true })
  const exports = types?.find((one) => one.bizType === bizType)?.exports === true
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File | null>(null)
  const [matching, setMatching] = useState<Matching | null>(null)
  const [matches, setMatches] = useState<Matches>({})
  const [mode, setMode] = useState<Mode>('check')
  const [ticks, setTicks] = useState<string[]>([])
  const [sent, setSent] = useState<number | null>(null)
  const [taskId, setTaskId] = useState<number | null>(null)

  const over = useRef(false)
  const leave = () => {
    if (taskId !== null && !over.current) watchTask(taskId, UPLOADS)
    onClose()
  }
  const take = (given: File | undefined) => {
    if (given === undefined || !isSheet(given)) return
    setFile(given)
    setMatching(null)
    setTicks([])
    void match(given)
  }
  // What is wrong with the file itself is told here already.
  const match = async (given: File) => {
    try {
      const found = await upload(calls.headings, { bizType }, given)
      setMatching(found)
      setMatches(matchesOf(found))
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setFile(null)
    }
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    take(event.dataTransfer.files[0])
  }
  const start = async (force: 0 | 1 = 0) => {
    if (file === null) {
      toastError('请选择文件')
      return
    }
    setSent(0)
    try {
      const asked = {
        bizType,
        dryRun: mode === 'check' ? 1 : 0,
        skipBad: mode === 'skip' ? 1 : 0,
        force,
        mapping: matching === null ? '' : mappingOf(matching, matches),
        ticks: ticks.join(','),
      } as const
      const answer = await upload(calls.upload, asked, file, { onProgress: setSent, quiet: true })
      setTaskId(answer.taskId)
      void invalidate(TASKS)
    } catch (error) {
      if (!(error instanceof CallError)) return
      // The same file was imported a short while ago: 该文件已导入过，是否继续.
      if (error.code !== 409 || force === 1) toastError(error.message)
      else if (await confirm(error.message)) await start(1)
    } finally {
      setSent(null)
    }
  }

  return (
    <Modal
      open
      title={`导入${title}`}
      width={560}
      mask={{ closable: false }}
      onCancel={leave}
      footer={
        taskId === null ? (
          <Space>
            <Button onClick={onClose}>取消</Button>
            <Button
              type="primary"
              loading={sent !== null}
              disabled={file !== null && matching === null}
              onClick={() => void start()}
            >
              {mode === 'check' ? '开始校验' : '开始导入'}
            </Button>
          </Space>
        ) : (
          <Space wrap>
            <Button onClick={() => setTaskId(null)}>再导入一个文件</Button>
            <Button
              onClick={() => {
                leave()
                goTo(UPLOADS)
              }}
            >
              我的上传
            </Button>
            <Button type="primary" onClick={leave}>
              完成
            </Button>
          </Space>
        )
      }
    >
      {taskId !== null ? (
        <TaskResult
          taskId={taskId}
          checking={mode === 'check'}
          onOver={() => {
            over.current = true
          }}
        />
      ) : (
        <>
          <p>
            <Space wrap>
              <Button
                type="link"
                className="k-link"
                icon={<DownloadOutlined />}
                onClick={() => void download(calls.template, { bizType }, `${title}导入模板.xlsx`)}
              >
                下载模板
              </Button>
              {exports && (
                <Button
                  type="link"
                  className="k-link"
                  icon={<ExportOutlined />}
                  onClick={() => void exportForImport(importing)}
                >
                  按导入模板导出已有数据
                </Button>
              )}
            </Space>
          </p>
          <button
            type="button"
            className="k-drop"
            onClick={() => input.current?.click()}
            onDrop={drop}
            onDragOver={(event) => event.preventDefault()}
          >
            <InboxOutlined aria-hidden className="k-drop-icon" />
            <span>
              {file === null ? '点击选择或拖入文件（xlsx、csv，不超过 20 MB、50000 行）' : file.name}
            </span>
          </button>
          <input
            ref={input}
            type="file"
            hidden
            accept=".xlsx,.csv"
            aria-label="选择导入文件"
            onChange={(event) => {
              take(event.target.files?.[0])
              event.target.value = ''
            }}
          />
          <Radio.Group
            className="k-modes"
            value={mode}
            options={MODES.filter((one) => one.value !== 'skip' || importing.allOrNone !== true)}
            aria-label="导入方式"
            onChange={(event) => setMode(event.target.value)}
          />
          {/* What is known of a file only when it has been looked at stands below what may be pressed meanwhile. */}
          {matching !== null && (
            <ColumnMatch key={file?.name} matching={matching} matches={matches} onChange={setMatches} />
          )}
          {matching !== null && matching.ticks.length > 0 && (
            <Checkbox.Group
              className="k-ticks"
              value={ticks}
              options={matching.ticks.map(({ name, label }) => ({ value: name, label }))}
              onChange={setTicks}
            />
          )}
          {sent !== null && <Progress percent={sent} />}
        </>
      )}
    </Modal>
  )
}

interface TaskResultProps {
  taskId: number
  checking: boolean
  onOver(): void
}

function TaskResult({ taskId, checking, onOver }: TaskResultProps) {
  const calls = importCalls()
  const { data: task } = useCall(
    calls.info,
    { id: taskId },
    { every: (answer) => (answer === undefined || MOVING.includes(answer.status) ? POLL_MS : false) },
  )
  const over = task !== undefined && !MOVING.includes(task.status)
  useEffect(() => {
    // Which list shows the imported rows is not known here: what is on the screen is read again.
    if (over && !checking) void invalidate('/admin')
    if (!over) return
    void invalidate(TASKS)
    onOver()
  }, [over, checking, onOver])
  if (task === undefined) return <Progress percent={0} status="active" />
  const failed = task.fail > 0 || task.status === FAILED
  return (
    <div role="status">
      <Progress percent={task.percent} status={!over ? 'active' : failed ? 'exception' : 'success'} />
      <Space size={32} className="k-figures">
        <Statistic title="总行数" value={task.total} />
        <Statistic title={checking ? '通过' : '成功'} value={task.success} />
        <Statistic title="失败" value={task.fail} />
      </Space>
      {over && (
        <Alert
          showIcon
          type={failed ? 'warning' : 'success'}
          title={task.message || (failed ? '部分数据有误' : checking ? '校验通过，可以导入' : '导入完成')}
          action={
            task.errorName === '' ? undefined : (
              <Button onClick={() => void download(calls.file, { fileName: task.errorName })}>
                下载错误报告
              </Button>
            )
          }
        />
      )}
      {task.errors.length > 0 && (
        <ul className="k-import-errors">
          {task.errors.map((one) => (
            <li key={`${one.sheet} ${one.rowNo} ${one.field}`}>
              {one.sheet}第{one.rowNo}行 {one.field}：{one.message}
            </li>
          ))}
        </ul>
      )}
      {over && task.noteCount > 0 && (
        <section aria-label="提示">
          <p className="k-hint">
            {checking ? '导入时请注意' : '提示'}（{task.noteCount}条）
          </p>
          <ul className="k-import-errors">
            {task.notes.map((one) => (
              <li key={`${one.sheet} ${one.rowNo} ${one.field} ${one.message}`}>
                {one.sheet}第{one.rowNo}行 {one.field}：{one.message}
              </li>
            ))}
          </ul>
        </section>
      )}
      {task.preview !== null && <Preview {...task.preview} />}
    </div>
  )
}

const PREVIEW_WIDTH = 120

function Preview({ headings, rows }: { headings: string[]; rows: string[][] }) {
  return (
    <Table<string[]>
      className="k-preview"
      rowKey={(row) => row.join('\t')}
      scroll={{ x: headings.length * PREVIEW_WIDTH, y: 240 }}
      dataSource={rows}
      columns={headings.map((title, at) => ({
        key: title,
        title,
        width: PREVIEW_WIDTH,
        render: (_, row) => row[at],
      }))}
    />
  )
}
