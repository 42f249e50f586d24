import { PartitionOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { CallError } from '#kit/web/request.ts'
import { mayCall } from '#kit/web/session.ts'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { instanceCalls } from '../instance/instance.calls.ts'
import { openTrace } from './openTrace.tsx'
import { Story } from './TraceStory.tsx'
import { votesText } from './words.ts'
import './todo.css'

interface DocumentTraceProps {
  businessType: string
  businessId: number
}

/** 审批流程 of a document on its own pages; nothing where no process decides it, or the person has no part in it. */
export default function DocumentTrace(of: DocumentTraceProps) {
  return mayCall(instanceCalls.trace) ? <Traced {...of} /> : null
}

function Traced(of: DocumentTraceProps) {
  const { data, error, refetch } = useCall(instanceCalls.trace, { ...of }, { quiet: true })
  if (error instanceof CallError && error.code === 404) return null
  const [first] = data?.instances ?? []
  const votes = first?.nodes.findLast((one) => one.state === 'active')?.countersign
  return (
    <section className="k-section">
      <div className="td-head">
        <h3 className="k-group-title">审批流程</h3>
        <Button icon={<PartitionOutlined />} onClick={() => void openTrace(of)}>
          流程跟踪
        </Button>
      </div>
      {votes != null && <p>{votesText(votes)}</p>}
      {first !== undefined ? (
        <Story instance={first} family={data?.instances ?? []} />
      ) : error === null ? (
        <Loading rows={3} />
      ) : (
        <ErrorState error={error} onRetry={() => void refetch()} />
      )}
    </section>
  )
}
