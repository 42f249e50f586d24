import { PaperClipOutlined } from '@ant-design/icons'
import { Timeline } from 'antd'
import type { ReactNode } from 'react'
import { spanText } from '#kit/shared/text.ts'
import { hueOf, StateTag } from '#kit/web/StateTag.tsx'
import { Empty } from '#kit/web/states/Empty.tsx'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { instanceCalls, type Trace, type TraceRecord } from '../instance/instance.calls.ts'
import { storyOf } from './family.ts'
import type { TraceOf } from './openTrace.tsx'
import { instanceState, moment, resultOf } from './words.ts'
import './todo.css'

/** What the call of the trace takes. */
export const inputOf = (of: TraceOf) => ('instanceId' in of ? { id: of.instanceId } : of)

/** 审批记录 of an instance, as a part of a page. Workflow §4. */
export function TraceStory({ of }: { of: TraceOf }) {
  const { data, error, refetch } = useCall(instanceCalls.trace, inputOf(of), { quiet: true })
  if (data === undefined)
    return error === null ? <Loading /> : <ErrorState error={error} onRetry={() => void refetch()} />
  const [first] = data.instances
  return first === undefined ? (
    <Empty text="还没有审批记录" />
  ) : (
    <Story instance={first} family={data.instances} />
  )
}

interface StoryProps {
  instance: Trace
  family: readonly Trace[]
}

/** The timeline of an instance, oldest first, its children in place; what it waits for stands at the end. */
export function Story({ instance, family }: StoryProps) {
  const { lines, rest } = storyOf(instance, family)
  const waiting = instance.nodes
    .filter(({ state }) => state === 'active')
    .flatMap(({ node, name, people }) =>
      people.filter(({ endTime }) => endTime === null).map((one) => ({ ...one, node, nodeName: name })),
    )
  return (
    <Timeline
      className="td-story"
      items={[
        ...lines.map(({ record, child }) => ({
          key: record.id,
          color: hueOf(resultOf(record.result)?.means ?? 'runs'),
          content: (
            <Line record={record}>{child !== undefined && <Child instance={child} family={family} />}</Line>
          ),
        })),
        ...rest.map((child) => ({
          key: `child${child.id}`,
          color: hueOf('runs'),
          content: <Child instance={child} family={family} />,
        })),
        ...waiting.map((one) => ({
          key: `${one.taskId} ${one.name}`,
          color: hueOf('waits'),
          content: (
            <>
              <strong>待处理</strong> {one.name}
              <div className="k-hint">
                {one.nodeName}，{moment(one.startTime)} 到达
              </div>
            </>
          ),
        })),
      ]}
    />
  )
}

function Line({ record, children }: { record: TraceRecord; children: ReactNode }) {
  const { label, person, others, nodeName, time, duration, comment, attachments, signature } = record
  const means = resultOf(record.result)?.means
  const facts = [nodeName, moment(time), ...(duration === null ? [] : [`用时${spanText(duration)}`])]
  return (
    <>
      {means === undefined ? <strong>{label}</strong> : <StateTag label={label} means={means} />}{' '}
      {person.name}
      {others.length > 0 && <span> → {others.map(({ name }) => name).join('、')}</span>}
      <div className="k-hint">{facts.filter((one) => one !== '').join('，')}</div>
      {comment !== '' && <div className="k-prose">{comment}</div>}
      {attachments.map(({ name, url }) => (
        <div key={url}>
          <a href={url} target="_blank" rel="noreferrer">
            <PaperClipOutlined aria-hidden /> {name}
          </a>
        </div>
      ))}
      {signature !== '' && <img src={signature} alt={`${person.name}的签名`} className="td-signature" />}
      {children}
    </>
  )
}

function Child({ instance, family }: StoryProps) {
  const state = instanceState(instance.state)
  return (
    <details className="td-child">
      <summary>
        {instance.title || instance.processTitle}{' '}
        {state !== undefined && <StateTag label={state.label} means={state.means} />}
      </summary>
      <Story instance={instance} family={family} />
    </details>
  )
}
