import { PlusOutlined } from '@ant-design/icons'
import { Alert, Button, Input, Select, Space } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { ref } from '#kit/fields/shared.ts'
import { FieldInput } from '#kit/fields/web.tsx'
import { Dialog } from '#kit/web/Dialog.tsx'
import { CallError, request } from '#kit/web/request.ts'
import { StateTag } from '#kit/web/StateTag.tsx'
import { currentSession } from '#kit/web/session.ts'
import { Loading } from '#kit/web/states/Loading.tsx'
import { toastError } from '#kit/web/toast.ts'
import { definitionCalls, type TryStep } from '../definition/definition.calls.ts'
import { INSTANCE_STATES } from '../instance/instance.entity.ts'
import { writeJson } from '../model/json.ts'
import type { Problem, Process } from '../model/types.ts'
import { problemsOf } from './deployFlow.tsx'
import { ProblemList } from './FlowProblems.tsx'
import {
  askedVariables,
  DECISIONS,
  decisionWords,
  isVote,
  stepWords,
  type Tried,
  typedValue,
  wayHighlight,
} from './tryWords.ts'
import './flow.css'

const Viewer = lazy(() => import('../designer/Viewer.tsx').then((file) => ({ default: file.Viewer })))

const WIDTH = 1280
const STARTER = ref('发起人', 'admin', { required: true })

interface Variable {
  key: number
  name: string
  value: string
  /** a condition of the process asks for it: it cannot be renamed */
  asked: boolean
}

/** A decision of the run, and what it set going. */
interface Entry {
  step: TryStep | null
  person: string
  way: Tried['way']
}

interface Props {
  process: Process
  onClose(): void
}

/** 试运行: chooses who starts and with which values, then decides for whoever a task waits for. */
export default function TryRun({ process, onClose }: Props) {
  const [starter, setStarter] = useState<number>(currentSession().login?.id ?? 0)
  const [variables, setVariables] = useState<readonly Variable[]>(() =>
    askedVariables(process).map((name, key) => ({ key, name, value: '', asked: true })),
  )
  const [entries, setEntries] = useState<readonly Entry[]>([])
  const [answer, setAnswer] = useState<Tried | null>(null)
  const [trouble, setTrouble] = useState('')
  const [problems, setProblems] = useState<readonly Problem[]>([])
  const [running, setRunning] = useState(false)

  /** Plays all steps from the start: the server keeps nothing between two of them. */
  const play = async (kept: readonly Entry[], next: Omit<Entry, 'way'>) => {
    setRunning(true)
    setTrouble('')
    try {
      const all = [...kept, { ...next, way: [] }]
      const given = variables.filter(({ name, value }) => name.trim() !== '' && value.trim() !== '')
      const tried = await request(
        definitionCalls.tryRun,
        {
          text: writeJson(process),
          starter,
          variables: Object.fromEntries(given.map(({ name, value }) => [name.trim(), typedValue(value)])),
          steps: all.flatMap(({ step }) => (step === null ? [] : [step])),
        },
        { quiet: true },
      )
      setProblems(tried.problems)
      if (tried.refused !== null) {
        // A step that was refused has not been: the run stands where it stood.
        setTrouble(tried.refused.message)
        return
      }
      const passed = kept.reduce((sum, { way }) => sum + way.length, 0)
      setEntries([...kept, { ...next, way: tried.way.slice(passed) }])
      setAnswer(tried)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setTrouble(error.message)
      setProblems(problemsOf(error))
    } finally {
      setRunning(false)
    }
  }
  const start = () => {
    if (starter > 0) void play([], { step: null, person: '' })
    else toastError('请选择发起人')
  }
  const decide = (step: TryStep, person: string) => void play(entries, { step, person })
  const undo = () => {
    const last = entries.at(-2)
    if (last !== undefined) void play(entries.slice(0, -2), last)
  }
  const again = () => {
    setEntries([])
    setAnswer(null)
    setProblems([])
    setTrouble('')
  }
  const state = INSTANCE_STATES.find(({ value }) => value === answer?.state)
  return (
    <Dialog
      title={`试运行“${process.displayName || process.name}”`}
      width={WIDTH}
      onCancel={onClose}
      footer={
        <Space wrap>
          {answer !== null && (
            <>
              <Button disabled={entries.length < 2 || running} onClick={undo}>
                撤销一步
              </Button>
              <Button onClick={again}>重新开始</Button>
            </>
          )}
          <Button onClick={onClose}>关闭</Button>
        </Space>
      }
    >
      <div className="fl-try">
        <div>
          {trouble !== '' && (
            <Alert type="error" showIcon title={trouble} style={{ marginBottom: 12 }} role="alert" />
          )}
          {answer === null ? (
            <>
              <p className="k-hint">试运行不保存任何数据，也不发送通知。</p>
              <label htmlFor="try-starter">发起人</label>
              <FieldInput
                field={STARTER}
                id="try-starter"
                value={starter}
                onChange={(id) => setStarter(Number(id ?? 0))}
              />
              <Variables value={variables} onChange={setVariables} />
              <Button type="primary" loading={running} onClick={start}>
                发起
              </Button>
            </>
          ) : (
            <>
              <p role="status">
                流程状态　{state !== undefined && <StateTag label={state.label} means={state.means} />}
              </p>
              {answer.open.map((task, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a node may have several open tasks
                <OpenTask key={`${task.node} ${at}`} task={task} running={running} onDecide={decide} />
              ))}
              <Values values={answer.variables} />
            </>
          )}
          {problems.length > 0 && (
            <>
              <h3 className="k-group-title">校验结果</h3>
              <ProblemList problems={problems} />
            </>
          )}
        </div>
        <div>
          <div className="fl-drawing">
            <Suspense fallback={<Loading />}>
              <Viewer process={process} {...(answer === null ? {} : { highlight: wayHighlight(answer) })} />
            </Suspense>
          </div>
          {entries.length > 0 && <Log process={process} entries={entries} />}
        </div>
      </div>
    </Dialog>
  )
}

interface VariablesProps {
  value: readonly Variable[]
  onChange(value: readonly Variable[]): void
}

function Variables({ value, onChange }: VariablesProps) {
  const put = (key: number, change: Partial<Variable>) =>
    onChange(value.map((one) => (one.key === key ? { ...one, ...change } : one)))
  return (
    <fieldset className="fl-variables">
      <legend>变量</legend>
      {value.map((one) => (
        <Space.Compact key={one.key} block>
          <Input
            value={one.name}
            readOnly={one.asked}
            variant={one.asked ? 'filled' : 'outlined'}
            aria-label="变量名"
            placeholder="如 amount"
            maxLength={100}
            onChange={(event) => put(one.key, { name: event.target.value })}
          />
          <Input
            value={one.value}
            aria-label={`${one.name || '变量'}的值`}
            placeholder="如 5000"
            onChange={(event) => put(one.key, { value: event.target.value })}
          />
        </Space.Compact>
      ))}
      <Button
        type="dashed"
        block
        icon={<PlusOutlined />}
        onClick={() =>
          onChange([...value, { key: (value.at(-1)?.key ?? -1) + 1, name: '', value: '', asked: false }])
        }
      >
        新增变量
      </Button>
    </fieldset>
  )
}

interface OpenTaskProps {
  task: Tried['open'][number]
  running: boolean
  onDecide(step: TryStep, person: string): void
}

const KINDS = { user: '', role: '角色：', dept: '部门：', post: '岗位：' } as const

function OpenTask({ task, running, onDecide }: OpenTaskProps) {
  const { node, name, mode, actors } = task
  const people = actors.filter(({ kind }) => kind === 'user')
  const [chosen, setChosen] = useState<string | null>(null)
  const by = people.find(({ id }) => id === chosen) ?? people[0]
  const vote = isVote(mode)
  return (
    <section className="fl-task" aria-label={name || node}>
      <strong>{name || node}</strong> {vote && <StateTag label="会签" means="runs" />}
      <p>
        {actors.length === 0
          ? '没有参与者'
          : actors.map(({ kind, name: one, id }) => `${KINDS[kind]}${one || id}`).join('、')}
      </p>
      {people.length > 1 && (
        <Select<string>
          className="k-fill"
          aria-label="处理人"
          value={by?.id ?? null}
          options={people.map(({ id, name: label }) => ({ value: id, label }))}
          onChange={setChosen}
        />
      )}
      <Space wrap>
        {DECISIONS.filter((one) => !('votes' in one) || one.votes === vote).map(({ action, label }) => (
          <Button
            key={action}
            size="small"
            type={action === 'agree' ? 'primary' : 'default'}
            disabled={running}
            onClick={() =>
              onDecide(
                { node, action, ...(by === undefined ? {} : { by: Number(by.id) }) },
                by?.name ?? actors[0]?.name ?? '',
              )
            }
          >
            {label}
          </Button>
        ))}
      </Space>
    </section>
  )
}

function Values({ values }: { values: Tried['variables'] }) {
  const entries = Object.entries(values)
  if (entries.length === 0) return null
  return (
    <details>
      <summary>当前变量（{entries.length}）</summary>
      <dl className="fl-values">
        {entries.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

function Log({ process, entries }: { process: Process; entries: readonly Entry[] }) {
  return (
    <ol className="fl-log" aria-label="试运行记录">
      {entries.map(({ step, person, way }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: steps are only added and taken away at the end
        <li key={at}>
          {step === null ? '发起流程' : decisionWords(process, step, person)}
          <ul className="fl-more">
            {stepWords(process, way).map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: an element may be passed again
              <li key={index}>{line}</li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  )
}
