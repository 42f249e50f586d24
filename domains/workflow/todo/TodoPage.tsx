import { PageTabs } from '#kit/web/PageTabs.tsx'
import { instanceCalls } from '../instance/instance.calls.ts'
import { copyCalls, taskCalls } from '../task/task.calls.ts'
import { CopyList } from './CopyList.tsx'
import DoneList from './DoneList.tsx'
import { StartedList } from './StartedList.tsx'
import { TodoList } from './TodoList.tsx'
import { useTaskCounts } from './useTaskCounts.ts'

// The server counts no further.
const MOST = 1000
const counted = (label: string, count = 0) =>
  count === 0 ? label : `${label} (${count < MOST ? count : `${MOST - 1}+`})`

/** /myToTransact/allToTransactindex: what waits for the person, and what they have to do with. Workflow §4. */
export default function TodoPage() {
  const counts = useTaskCounts()
  return (
    <div className="td-page">
      <PageTabs
        tabs={[
          { key: 'todo', label: counted('待办', counts?.todo), call: taskCalls.list, page: <TodoList /> },
          { key: 'done', label: '已办', call: taskCalls.list, page: <DoneList /> },
          { key: 'started', label: '我发起的', call: instanceCalls.list, page: <StartedList /> },
          { key: 'cc', label: counted('抄送我的', counts?.cc), call: copyCalls.list, page: <CopyList /> },
        ]}
      />
    </div>
  )
}
