import { StateTag } from '#kit/web/StateTag.tsx'
import type { Countersign } from '../instance/instance.calls.ts'
import { resultOf, votesText } from './words.ts'

/** How far a countersign is, and who said what. Workflow §3.6. */
export function Votes({ votes }: { votes: Countersign }) {
  return (
    <div>
      <div>{votesText(votes)}</div>
      <ol className="td-votes">
        {votes.members.map(({ person, result, open }) => {
          const ended = resultOf(result)
          return (
            <li key={person.id}>
              {person.name}
              <StateTag
                label={ended?.label ?? (open ? '待处理' : '未轮到')}
                means={ended?.means ?? (open ? 'waits' : 'off')}
              />
            </li>
          )
        })}
      </ol>
    </div>
  )
}
