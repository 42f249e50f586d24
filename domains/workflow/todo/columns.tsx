import { Button } from 'antd'
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
