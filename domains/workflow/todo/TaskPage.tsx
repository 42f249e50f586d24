import { useParams } from 'react-router'
import { useTab } from '#kit/web/tab.ts'
import { TASK_PAGE } from '../workflow.addresses.ts'
import { TaskView } from './TaskView.tsx'

/** /myToTransact/task/:id: where notices lead. Workflow §4. */
export default function TaskPage() {
  const { id } = useParams()
  const tab = useTab()
  return (
    <div className="k-page">
      <TaskView key={id} id={Number(id)} onNext={(next) => tab.close(`${TASK_PAGE}/${next}`)} />
    </div>
  )
}
