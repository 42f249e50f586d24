import { ArrowLeftOutlined, CheckOutlined, CloudUploadOutlined, PlayCircleOutlined } from '@ant-design/icons'
import { Alert, Button, Input, Space } from 'antd'
import { lazy, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { useParams } from 'react-router'
import type { OutWireOf } from '#kit/shared/call.ts'
import { STALE } from '#kit/shared/errors.ts'
import { formatTime } from '#kit/shared/time.ts'
import { Acts, act } from '#kit/web/actions.tsx'
import { confirm } from '#kit/web/confirm.tsx'
import { textOf } from '#kit/web/fieldUi.ts'
import { useUnsaved } from '#kit/web/form/useForm.ts'
import { CallError, request } from '#kit/web/request.ts'
import { StateTag } from '#kit/web/StateTag.tsx'
import { mayCall } from '#kit/web/session.ts'
import { Empty } from '#kit/web/states/Empty.tsx'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { useTab } from '#kit/web/tab.ts'
import { browserZone } from '#kit/web/time/zone.ts'
import { toastError, toastSuccess, toastWarning } from '#kit/web/toast.ts'
import { change, useCall } from '#kit/web/useCall.ts'
import { isPhone, useIsPhone } from '#kit/web/useScreen.ts'
import { definitionCalls } from '../definition/definition.calls.ts'
import { processHead } from '../definition/definition.entity.ts'
import type { DesignerHandle, SavedProcess } from '../designer/Board.tsx'
import { writeJson } from '../model/json.ts'
import { parseProcess } from '../model/parse.ts'
import { ModelError } from '../model/problem.ts'
import type { ProcessValues } from '../model/types.ts'
import { FLOW_PAGE } from '../workflow.addresses.ts'
import { deployFlow } from './deployFlow.tsx'
import { FlowCategory } from './FlowCategory.tsx'
import { openVersions } from './FlowVersions.tsx'
import { NEW_FLOW } from './flowForms.tsx'
import { openTryRun } from './openTryRun.tsx'
import { useDesignHost } from './useDesignHost.ts'
import './flow.css'

const loadDesigner = () => import('../designer/Designer.tsx')
// Beside the drawing, and before the page is drawn; a failure shows when the designer is opened.
if (!isPhone()) loadDesigner().catch(() => undefined)
const Designer = lazy(loadDesigner)
const Viewer = lazy(() => import('../designer/Viewer.tsx').then((file) => ({ default: file.Viewer })))

type Stored = OutWireOf<typeof definitionCalls.draft>

const { category: CATEGORY, displayName: TITLE } = processHead.shape
const OVERWRITE = `${STALE}。您的修改仍在画布上：确定以您的内容覆盖，取消则继续编辑`

/** The page of one process: its drawing in the designer, and what can be done with it. Workflow §2, §4. */
export default function FlowDesign() {
  const { name } = useParams()
  return name === undefined ? <NoFlow /> : <OneFlow key={name} name={name} />
}

function NoFlow() {
  const tab = useTab()
  return (
    <div className="k-page">
      <Empty text="没有选择流程。新增一个流程，或回到列表选择要设计的流程">
        <Space wrap>
          <Acts acts={[NEW_FLOW]} target={undefined} />
          <Button onClick={() => tab.close(FLOW_PAGE)}>流程列表</Button>
        </Space>
      </Empty>
    </div>
  )
}

function OneFlow({ name }: { name: string }) {
  const { setTitle } = useTab()
  const phone = useIsPhone()
  const [reading, setReading] = useState(0)
  const { data, error, isFetchedAfterMount, refetch } = useCall(
    definitionCalls.draft,
    { name },
    { quiet: true },
  )
  const reload = async () => {
    await refetch()
    setReading((count) => count + 1)
  }
  const title = data === undefined ? name : data.displayName || name
  useEffect(() => setTitle(`设计流程 ${title}`), [setTitle, title])
  if (data === undefined && error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />
  // What was read before may be old: a save from it would only be refused.
  if (data === undefined || !isFetchedAfterMount) return <Loading rows={8} />
  return phone ? <OnPhone stored={data} /> : <Editor key={reading} first={data} onReload={reload} />
}

/** A phone has no room to draw: it shows what is drawn. */
function OnPhone({ stored }: { stored: Stored }) {
  const tab = useTab()
  let process = null
  try {
    process = parseProcess(stored.json).process
  } catch (error) {
    if (!(error instanceof ModelError)) throw error
  }
  return (
    <div className="k-page">
      <h2 className="k-info-title">{stored.displayName || stored.name}</h2>
      <Alert
        type="info"
        showIcon
        title="绘制流程需要较大的屏幕，请在电脑上打开；这里可以查看"
        style={{ marginBlock: 8 }}
      />
      {process === null ? (
        <Empty text="草稿内容有误，请在电脑上打开并改正" />
      ) : (
        <div className="fl-drawing">
          <Suspense fallback={<Loading />}>
            <Viewer process={process} />
          </Suspense>
        </div>
      )}
      <Space wrap style={{ marginTop: 12 }}>
        {process !== null && mayCall(definitionCalls.tryRun) && (
          <Button onClick={() => void openTryRun(process)}>试运行</Button>
        )}
        <Button onClick={() => tab.close(FLOW_PAGE)}>返回</Button>
      </Space>
    </div>
  )
}

function Editor({ first, onReload }: { first: Stored; onReload(): Promise<void> }) {
  const { name } = first
  const tab = useTab()
  const host = useDesignHost(name)
  /** what the server knows, without the drawing: that one is on the canvas */
  const [stored, setStored] = useState(first)
  const [value, setValue] = useState(first.json)
  const [displayName, setDisplayName] = useState(first.displayName)
  const [category, setCategory] = useState(first.category)
  const [headDirty, setHeadDirty] = useState(false)
  const designer = useRef<DesignerHandle>(null)
  // Not shown anywhere: what the next save and deployment go by.
  const latest = useRef({ version: first.version, same: first.same })
  useUnsaved(headDirty)

  const store = async (json: string, version: number) => {
    const saved = await change(
      definitionCalls.saveDraft,
      { name, category: category.trim(), json, version },
      { quiet: true },
    )
    latest.current = { version: saved.version, same: saved.same }
    setStored((now) => ({ ...now, ...saved, from: 'draft', draftTime: Math.floor(Date.now() / 1000) }))
    setHeadDirty(false)
    toastSuccess('草稿已保存')
    return true
  }
  const save = async (saved: SavedProcess): Promise<boolean> => {
    const { process } = saved
    const title = displayName.trim()
    const isNamed = process.name === name && process.displayName === title
    const json = isNamed ? saved.json : writeJson({ ...process, name, displayName: title })
    try {
      return await store(json, latest.current.version)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.code !== 409 || error.message !== STALE) {
        toastError(error.message)
        return false
      }
    }
    return overwrite(json)
  }
  // Somebody else saved meanwhile: what is drawn here stays, and the person decides.
  const overwrite = async (json: string): Promise<boolean> => {
    if (!(await confirm(OVERWRITE))) return false
    try {
      const { version } = await request(definitionCalls.draft, { name })
      return await store(json, version)
    } catch (error) {
      if (error instanceof CallError) toastError(error.message)
      else throw error
      return false
    }
  }
  const deploy = async () => {
    if (!(await designer.current?.save())) return
    const { version, same } = latest.current
    await deployFlow({ name, version, category: category.trim() }, same, async () => {
      const now = await request(definitionCalls.draft, { name })
      latest.current = now
      setStored(now)
    })
  }
  const values: ProcessValues = { name, displayName }
  const changed = (next: ProcessValues) => {
    if (next.name !== name) toastWarning('流程编码保存后不可修改，可以在列表中复制为新流程')
    setDisplayName(next.displayName)
  }
  return (
    <div className="k-page fl-design">
      <div className="fl-head">
        <Button
          type="text"
          icon={<ArrowLeftOutlined />}
          aria-label="返回流程列表"
          title="返回流程列表"
          onClick={() => tab.close(FLOW_PAGE)}
        />
        <strong className="fl-name">{name}</strong>
        <Input
          className="fl-title"
          aria-label={TITLE.label}
          placeholder="未命名流程"
          value={displayName}
          maxLength={TITLE.max}
          onChange={(event) => {
            setDisplayName(event.target.value)
            setHeadDirty(true)
          }}
        />
        <div className="fl-category">
          <FlowCategory
            compact
            field={CATEGORY}
            value={category}
            onChange={(next) => {
              setCategory(textOf(next))
              setHeadDirty(true)
            }}
          />
        </div>
        <State stored={stored} />
        <Tools
          stored={stored}
          designer={designer}
          onDeploy={deploy}
          onVersions={() => void openVersions(name, displayName || name, onReload)}
        />
      </div>
      <div className="fl-canvas">
        <Suspense fallback={<Loading rows={8} />}>
          <Designer
            {...host}
            ref={designer}
            value={value}
            process={values}
            onProcessChange={changed}
            onChange={setValue}
            onSave={save}
          />
        </Suspense>
      </div>
    </div>
  )
}

function State({ stored }: { stored: Stored }) {
  const { revision, from, draftTime, draftByName } = stored
  return (
    <Space wrap size={4} role="status">
      {revision > 0 ? (
        <StateTag label={`已部署 v${revision}`} means="done" />
      ) : (
        <StateTag label="未部署" means="waits" />
      )}
      {from === 'draft' && <StateTag label="有草稿" means="waits" />}
      {from === 'draft' && draftTime !== null && (
        <span className="k-hint">
          {draftByName} {formatTime(draftTime, browserZone)}
        </span>
      )}
    </Space>
  )
}

interface ToolsProps {
  stored: Stored
  designer: RefObject<DesignerHandle | null>
  onDeploy(): Promise<void>
  onVersions(): void
}

/** What can be done with the drawing as it is now, saved or not. */
function Tools({ stored, designer, onDeploy, onVersions }: ToolsProps) {
  const acts = [
    act({
      label: '校验',
      icon: <CheckOutlined />,
      permission: definitionCalls.validate,
      async run() {
        const process = designer.current?.read()
        if (!process) return
        const { problems } = await request(definitionCalls.validate, { text: writeJson(process) })
        designer.current?.show(problems)
        if (problems.length === 0) toastSuccess('校验通过')
      },
    }),
    act({
      label: '试运行',
      icon: <PlayCircleOutlined />,
      permission: definitionCalls.tryRun,
      run() {
        const process = designer.current?.read()
        if (process) void openTryRun(process)
      },
    }),
    act({
      label: '历史版本',
      permission: definitionCalls.versions,
      when: () => stored.revision > 0,
      run: onVersions,
    }),
    act({
      label: '部署',
      icon: <CloudUploadOutlined />,
      primary: true,
      permission: definitionCalls.deploy,
      run: onDeploy,
    }),
  ]
  return (
    <div className="fl-tools">
      <Acts acts={acts} target={undefined} max={4} />
    </div>
  )
}
