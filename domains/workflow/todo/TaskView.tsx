import { PartitionOutlined, PrinterOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { Acts } from '#kit/web/actions.tsx'
import { confirm } from '#kit/web/confirm.tsx'
import { LEAVE, useUnsaved } from '#kit/web/form/useForm.ts'
import { RecordHead } from '#kit/web/info/RecordHead.tsx'
import { StateTag } from '#kit/web/StateTag.tsx'
import { mayCall } from '#kit/web/session.ts'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { useTab } from '#kit/web/tab.ts'
import { useCall } from '#kit/web/useCall.ts'
import { instanceCalls } from '../instance/instance.calls.ts'
import { type TaskInfo, taskCalls } from '../task/task.calls.ts'
import { PRINT_PAGE, TODO_PAGE } from '../workflow.addresses.ts'
import { Deadline } from './columns.tsx'
import { openTrace } from './openTrace.tsx'
import { TaskForm } from './TaskForm.tsx'
import { TaskOver } from './TaskOver.tsx'
import { TaskPanel } from './TaskPanel.tsx'
import { TraceStory } from './TraceStory.tsx'
import { actsOf, type TaskDoing } from './taskActs.tsx'
import { useDecision } from './useDecision.ts'
import { Votes } from './Votes.tsx'
import { instanceState, moment, resultOf } from './words.ts'
import './todo.css'

interface TaskViewProps {
  id: number
  onNext(id: number): void
}

/** The engine's words for a task somebody else was faster with. Workflow §3.9. */
const DONE_BEFORE = '任务已被处理'

interface Over {
  text: string
  done: boolean
}

/** A task: what it is about, what the person may do with it, and what happened before. Workflow §4. */
export function TaskView({ id, onNext }: TaskViewProps) {
  const tab = useTab()
  const [over, setOver] = useState<Over | null>(null)
  const { data, error, refetch, isFetchedAfterMount } = useCall(
    taskCalls.info,
    { id },
    { quiet: true, enabled: over === null },
  )
  const { setTitle } = tab
  const title = data?.instance.title ?? ''
  useEffect(() => {
    if (title !== '') setTitle(title)
  }, [setTitle, title])
  const leave = () => {
    tab.setDirty(false)
    tab.close(TODO_PAGE)
  }
  const readAgain = async () => {
    const { data: now } = await refetch()
    if (now?.task.state === 'done') setOver({ text: DONE_BEFORE, done: false })
  }
  if (over !== null) return <TaskOver id={id} {...over} onNext={onNext} onLeave={leave} />
  if (error !== null && data === undefined)
    return (
      <>
        <ErrorState error={error} onRetry={() => void refetch()} />
        <div className="td-middle">
          <Button onClick={leave}>返回我的待办</Button>
        </div>
      </>
    )
  // An older answer would be decided with an older version.
  if (data === undefined || !isFetchedAfterMount) return <Loading rows={10} />
  return (
    <Task
      key={data.task.state}
      info={data}
      onLeave={leave}
      onOver={(text, done) => setOver({ text, done })}
      onStale={() => void readAgain()}
    />
  )
}

interface TaskProps {
  info: TaskInfo
  onLeave(): void
  onOver(text: string, done: boolean): void
  onStale(): void
}

function Task({ info, onLeave, onOver, onStale }: TaskProps) {
  const work = useDecision(info, { onOver, onStale })
  const unsaved = work.form.dirty || work.panel.dirty
  useUnsaved(unsaved)
  const leave = async () => {
    if (!unsaved || (await confirm(LEAVE))) onLeave()
  }
  return (
    <div className="td-task">
      <Head info={info} onLeave={() => void leave()} />
      <div className="td-halves">
        <div className="td-main">
          <TaskForm info={info} examine={work.examine} read={work.read} form={work.form} />
          {info.countersign !== null && (
            <section className="k-section">
              <h3 className="k-group-title">会签</h3>
              <Votes votes={info.countersign} />
            </section>
          )}
          {mayCall(instanceCalls.trace) && (
            <section className="k-section">
              <h3 className="k-group-title">审批记录</h3>
              <TraceStory of={{ instanceId: info.instance.rootId }} />
            </section>
          )}
        </div>
        {work.examine ? (
          <TaskPanel info={info} form={work.panel} doing={work.doing} />
        ) : (
          <Ended info={info} doing={work.doing} />
        )}
      </div>
    </div>
  )
}

function Head({ info, onLeave }: { info: TaskInfo; onLeave(): void }) {
  const { instance, task } = info
  const state = instanceState(instance.state)
  return (
    <RecordHead
      name={instance.title || instance.processTitle}
      number={instance.number}
      states={[state]}
      facts={
        <div className="td-facts">
          <span>
            {instance.processTitle} / {task.name}
          </span>
          <span>
            {instance.starter.name} 于 {moment(instance.createTime)} 发起
          </span>
          <span>到达 {moment(task.createTime)}</span>
          {task.deadline !== null && (
            <span>
              截止 <Deadline deadline={task.deadline} overdue={task.overdue} />{' '}
              {task.overdue && <StateTag label="已超时" means="wrong" />}
            </span>
          )}
          {task.claimedBy !== null && <span>{task.claimedBy.name} 已签收</span>}
          {task.owner !== null && <span>处理后回到 {task.owner.name}</span>}
        </div>
      }
    >
      {mayCall(instanceCalls.trace) && (
        <>
          <Button
            icon={<PartitionOutlined />}
            onClick={() => void openTrace({ instanceId: instance.rootId })}
          >
            流程跟踪
          </Button>
          <Button
            icon={<PrinterOutlined />}
            href={`${PRINT_PAGE}/${instance.rootId}`}
            target="_blank"
            rel="noreferrer"
          >
            打印
          </Button>
        </>
      )}
      <Button onClick={onLeave}>返回</Button>
    </RecordHead>
  )
}

/** In the place of the panel where the person decides nothing (any more). */
function Ended({ info, doing }: { info: TaskInfo; doing: TaskDoing }) {
  const { task } = info
  const result = resultOf(task.result)
  return (
    <section className="td-panel">
      <h3 className="k-group-title">处理结果</h3>
      {task.state === 'open' ? (
        <p>等待 {task.actors.join('、')} 处理</p>
      ) : (
        <>
          <p>
            {result !== undefined && <StateTag label={result.label} means={result.means} />}
            {task.doneBy?.name} {moment(task.endTime)}
          </p>
          {task.comment !== '' && <p className="k-prose">{task.comment}</p>}
          {task.attachments.map(({ name, url }) => (
            <div key={url}>
              <a href={url} target="_blank" rel="noreferrer">
                {name}
              </a>
            </div>
          ))}
          {task.signature !== '' && <img src={task.signature} alt="签名" className="td-signature" />}
        </>
      )}
      <Acts acts={actsOf(info, doing)} target={undefined} />
    </section>
  )
}
