import { Button } from 'antd'
import { openTask } from './openTask.tsx'
import { openTrace } from './openTrace.tsx'
import { moment } from './words.ts'

/** A title that opens what it names. */
export function TitleLink({ title, onOpen }: { title: string; onOpen(): void }) {
  return (
    <Button type="link" className="k-link td-title" onClick={onOpen}>
      {title}
    </Button>
  )
}

/** A deadline, told apart when it has passed. */
export function Deadline({ deadline, overdue }: { deadline: number | null; overdue: boolean }) {
  return <span className={overdue ? 'k-number td-late' : 'k-number'}>{moment(deadline)}</span>
}

/** Columns of every list of tasks. */
export const TASK_COLUMNS = {
  title: {
    width: 200,
    render: ({ id, title }: { id: number; title: string }) => (
      <TitleLink title={title} onOpen={() => void openTask(id)} />
    ),
  },
  number: { width: 160 },
  processTitle: { width: 120 },
  name: { width: 100 },
  starterId: { width: 80 },
}

/** Columns of every list of instances. */
export const INSTANCE_COLUMNS = {
  title: {
    width: 200,
    render: ({ id, title }: { id: number; title: string }) => (
      <TitleLink title={title} onOpen={() => void openTrace({ instanceId: id })} />
    ),
  },
  number: { width: 160 },
  processTitle: { width: 120 },
  state: { width: 80 },
  nodeNames: { width: 110 },
  people: { width: 110 },
  expireTime: {
    render: ({ expireTime, overdue }: { expireTime: number | null; overdue: number }) => (
      <Deadline deadline={expireTime} overdue={overdue === 1} />
    ),
  },
}
