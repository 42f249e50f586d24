import { CheckCircleOutlined, CloseCircleOutlined, CloseOutlined, WarningOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { Problem } from '../../model/types.ts'
import './dialogs.css'

interface ProblemsPanelProps {
  problems: readonly Problem[]
  /** brings an element into view */
  onFocus(id: string): void
  onClose(): void
}

/** What is wrong with a definition, errors first; each leads to the element it is about. Workflow §5.3. */
export function ProblemsPanel({ problems, onFocus, onClose }: ProblemsPanelProps) {
  // What is said twice of the same element is one thing to mend.
  const all = [...new Map(problems.map((one) => [keyOf(one), one])).values()]
  const errors = all.filter((one) => one.level === 'error')
  const warnings = all.filter((one) => one.level === 'warning')
  return (
    <section className="wf-problems" aria-label="问题">
      <header>
        <strong role="status">
          {problems.length === 0 ? '没有发现问题' : `错误 ${errors.length}，警告 ${warnings.length}`}
        </strong>
        <Button
          type="text"
          size="small"
          icon={<CloseOutlined />}
          aria-label="关闭问题列表"
          onClick={onClose}
        />
      </header>
      {problems.length === 0 ? (
        <p className="wf-problem wf-fine">
          <CheckCircleOutlined aria-hidden /> 流程定义校验通过
        </p>
      ) : (
        <ul>
          {[...errors, ...warnings].map((problem) => (
            <ProblemLine key={keyOf(problem)} problem={problem} onFocus={onFocus} />
          ))}
        </ul>
      )}
    </section>
  )
}

const keyOf = ({ code, ids, message }: Problem) => `${code} ${ids.join()} ${message}`

function ProblemLine({
  problem: { level, ids, message },
  onFocus,
}: {
  problem: Problem
  onFocus(id: string): void
}) {
  const [first, ...others] = ids
  const error = level === 'error'
  const said = (
    <>
      {error ? (
        <CloseCircleOutlined className="wf-error" aria-label="错误" />
      ) : (
        <WarningOutlined className="wf-warning" aria-label="警告" />
      )}
      <span>{message}</span>
    </>
  )
  return (
    <li>
      {first === undefined ? (
        <div className="wf-problem">{said}</div>
      ) : (
        <button type="button" className="wf-problem" onClick={() => onFocus(first)}>
          {said}
        </button>
      )}
      {others.map((id) => (
        <button key={id} type="button" className="wf-problem-id" onClick={() => onFocus(id)}>
          {id}
        </button>
      ))}
    </li>
  )
}
