import { Tabs } from 'antd'
import { lazy, type ReactNode, Suspense } from 'react'
import type { Meaning } from '#kit/shared/field.ts'
import { formatTime } from '#kit/shared/time.ts'
import { Dialog } from '#kit/web/Dialog.tsx'
import { openDialog } from '#kit/web/host.tsx'
import { StateTag } from '#kit/web/StateTag.tsx'
import { Empty } from '#kit/web/states/Empty.tsx'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { browserZone } from '#kit/web/time/zone.ts'
import { useCall } from '#kit/web/useCall.ts'
import { useIsPhone } from '#kit/web/useScreen.ts'
import { definitionCalls } from '../definition/definition.calls.ts'
import { diffProcess, type ProcessDiff } from '../model/diff.ts'
import { readJson } from '../model/json.ts'
import type { Process } from '../model/types.ts'
import { type DiffLine, diffWords } from './diffWords.ts'
import './flow.css'

const Viewer = lazy(() => import('../designer/Viewer.tsx').then((file) => ({ default: file.Viewer })))

const WIDE = 1200
const NARROW = 900

/** A version, to look at. */
export function openVersion(id: number): Promise<null> {
  return openDialog<null>((close) => (
    <Dialog title="查看版本" width={NARROW} footer={null} onCancel={() => close(null)}>
      <Version id={id} />
    </Dialog>
  ))
}

/** What lies between two versions: in words, and in both drawings. */
export function openCompare(before: number, after: number): Promise<null> {
  return openDialog<null>((close) => (
    <Dialog title="比较版本" width={WIDE} footer={null} onCancel={() => close(null)}>
      <Compare before={before} after={after} />
    </Dialog>
  ))
}

function Drawing({ process, marks }: { process: Process; marks?: { active: string[]; history: string[] } }) {
  const highlight = marks && {
    activeNodeNames: marks.active,
    historyNodeNames: marks.history,
    historyEdgeNames: [...marks.active, ...marks.history],
  }
  return (
    <div className="fl-drawing">
      <Suspense fallback={<Loading />}>
        <Viewer process={process} {...(highlight ? { highlight } : {})} />
      </Suspense>
    </div>
  )
}

function useVersion(id: number) {
  return useCall(definitionCalls.info, { id }, { quiet: true })
}

function Version({ id }: { id: number }) {
  const { data, error, refetch } = useVersion(id)
  if (data === undefined)
    return error === null ? <Loading /> : <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <>
      <p>
        {data.displayName}（{data.name}）v{data.revision}　
        <StateTag label={data.enabled === 1 ? '启用' : '停用'} means={data.enabled === 1 ? 'done' : 'off'} />
        　
        <span className="k-hint">
          {data.createByName} 部署于 {formatTime(data.createTime, browserZone)}
        </span>
      </p>
      {data.note !== '' && <p>版本说明：{data.note}</p>}
      <Drawing process={readJson(data.json)} />
    </>
  )
}

function Compare({ before, after }: { before: number; after: number }) {
  const phone = useIsPhone()
  const old = useVersion(before)
  const now = useVersion(after)
  const trouble = old.error ?? now.error
  if (old.data === undefined || now.data === undefined)
    return trouble === null ? (
      <Loading />
    ) : (
      <ErrorState
        error={trouble}
        onRetry={() => {
          void old.refetch()
          void now.refetch()
        }}
      />
    )
  const was = readJson(old.data.json)
  const is = readJson(now.data.json)
  const diff = diffProcess(was, is)
  const words = diffWords(was, is, diff)
  const drawings = [
    { row: old.data, process: was, active: ids(diff.removed) },
    { row: now.data, process: is, active: ids(diff.added) },
  ].map(({ row, process, active }) => ({
    key: String(row.id),
    label: `v${row.revision}`,
    children: <Drawing process={process} marks={{ active, history: ids(diff.changed) }} />,
  }))
  const same = Object.values(words).every((lines) => lines.length === 0)
  return (
    <>
      <p>
        {now.data.name}：v{old.data.revision} → v{now.data.revision}
      </p>
      {same ? (
        <Empty text="两个版本的内容相同" />
      ) : (
        <div className="fl-words">
          <Lines
            title="流程属性"
            means="waits"
            lines={words.process.map((line) => ({ id: line, title: line, fields: [] }))}
          />
          <Lines title="新增" means="done" lines={words.added} />
          <Lines title="删除" means="wrong" lines={words.removed} />
          <Lines title="修改" means="waits" lines={words.changed} />
        </div>
      )}
      <p className="k-hint">图中蓝色为新增或删除的元素，绿色为有修改的元素</p>
      {phone ? (
        <Tabs items={drawings} />
      ) : (
        <div className="fl-pair">
          {drawings.map(({ key, label, children }) => (
            <section key={key}>
              <h3 className="k-group-title">{label}</h3>
              {children}
            </section>
          ))}
        </div>
      )}
    </>
  )
}

const ids = (elements: ProcessDiff['added'] | ProcessDiff['changed']): string[] =>
  elements.map(({ id }) => id)

interface LinesProps {
  title: string
  means: Meaning
  lines: readonly DiffLine[]
}

function Lines({ title, means, lines }: LinesProps): ReactNode {
  if (lines.length === 0) return null
  return (
    <section>
      <h3 className="k-group-title">
        <StateTag label={title} means={means} /> {lines.length} 项
      </h3>
      <ul>
        {lines.map((line) => (
          <li key={line.id}>
            {line.title}
            {line.fields.length > 0 && (
              <ul className="fl-more">
                {line.fields.map((one) => (
                  <li key={one}>{one}</li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
