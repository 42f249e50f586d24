import { moment } from './words.ts'

/** Their number stands beneath their title. */
export const NUMBERED = { code: 'number' }

/** A deadline, told apart when it has passed. */
export function Deadline({ deadline, overdue }: { deadline: number | null; overdue: boolean }) {
  return <span className={overdue ? 'k-number td-late' : 'k-number'}>{moment(deadline)}</span>
}

/** Columns of every list of tasks. */
export const TASK_COLUMNS = {
  title: { width: 200 },
  processTitle: { width: 120 },
  name: { width: 100 },
  starterId: { width: 80 },
}

/** Columns of every list of instances. */
export const INSTANCE_COLUMNS = {
  title: { width: 200 },
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
