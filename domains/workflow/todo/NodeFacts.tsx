import { StateTag } from '#kit/web/StateTag.tsx'
import type { TracedNode } from '../instance/instance.calls.ts'
import { Votes } from './Votes.tsx'
import { moment, resultOf } from './words.ts'

/** Who acted at a node or is waited for, when, and what they said. Workflow §4. */
export function NodeFacts({ node }: { node: TracedNode }) {
  return (
    <div className="td-node">
      <strong>{node.name}</strong>
      {node.countersign !== null && <Votes votes={node.countersign} />}
      {node.people.length === 0 && (
        <div className="k-hint">{node.state === 'active' ? '进行中' : '已自动完成'}</div>
      )}
      <ul>
        {node.people.map((one) => (
          <li key={`${one.taskId} ${one.name}`}>
            {one.name} <StateTag label={one.label} means={resultOf(one.result)?.means ?? 'waits'} />
            <div className="k-hint">
              {moment(one.startTime)}
              {one.endTime !== null && ` — ${moment(one.endTime)}`}
            </div>
            {one.comment !== '' && <div className="k-prose">{one.comment}</div>}
          </li>
        ))}
      </ul>
    </div>
  )
}
