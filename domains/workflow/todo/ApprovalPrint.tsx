import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { FieldCell } from '#kit/fields/web.tsx'
import { spanText } from '#kit/shared/text.ts'
import { formatTime, toSeconds } from '#kit/shared/time.ts'
import { A4, PrintPage } from '#kit/web/print/PrintPage.tsx'
import { browserZone } from '#kit/web/time/zone.ts'
import { useCall } from '#kit/web/useCall.ts'
import { instanceCalls, type Trace, type TraceRecord } from '../instance/instance.calls.ts'
import { type FormField, formFieldsOf } from '../task/formFields.ts'
import { storyOf } from './family.ts'
import { fieldOf } from './nodeFields.ts'
import { instanceState, moment } from './words.ts'
import './todo.css'

/** /myToTransact/print/:id: an instance on paper, with what was filled in and who decided. Workflow §4. */
export default function ApprovalPrint() {
  const id = Number(useParams().id)
  const trace = useCall(instanceCalls.trace, { id }, { quiet: true })
  const info = useCall(instanceCalls.info, { id }, { quiet: true })
  const [first] = trace.data?.instances ?? []
  const error = trace.error ?? info.error
  const again = () => {
    void trace.refetch()
    void info.refetch()
  }
  const ready = first !== undefined && info.data !== undefined
  return (
    <PrintPage
      title={first === undefined ? '打印审批单' : `审批单 ${first.number}`}
      paper={A4}
      error={ready ? null : error}
      onRetry={again}
      sheets={
        ready
          ? [
              <Sheet
                key={first.id}
                instance={first}
                family={trace.data?.instances ?? []}
                variables={info.data.variables}
              />,
            ]
          : undefined
      }
    />
  )
}

interface SheetProps {
  instance: Trace
  family: readonly Trace[]
  variables: Readonly<Record<string, unknown>>
}

function Sheet({ instance, family, variables }: SheetProps) {
  const fields = fieldsOf(instance).filter(({ name }) => variables[name] !== undefined)
  const facts: readonly [string, string][] = [
    ['单号', instance.number],
    ['流程', instance.processTitle],
    ['发起人', instance.starter.name],
    ['发起时间', moment(instance.createTime)],
    ['状态', instanceState(instance.state)?.label ?? ''],
    ['结束时间', moment(instance.endTime)],
  ]
  return (
    <div className="td-sheet">
      <h1>{instance.title || instance.processTitle}</h1>
      <dl className="td-sheet-facts">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        {instance.businessUrl !== '' && (
          <div className="td-sheet-wide">
            <dt>单据</dt>
            <dd>{new URL(instance.businessUrl, location.origin).href}</dd>
          </div>
        )}
        {fields.map((one) => (
          <div key={one.name} className={one.type === 'textarea' ? 'td-sheet-wide' : undefined}>
            <dt>{one.label}</dt>
            <dd>
              <FieldCell
                field={fieldOf(one)}
                name={one.name}
                value={variables[one.name]}
                row={variables}
                wide
              />
            </dd>
          </div>
        ))}
      </dl>
      <Decisions instance={instance} family={family} />
      <footer>打印时间 {formatTime(toSeconds(new Date()), browserZone)}</footer>
    </div>
  )
}

/** The form fields of all nodes, each once. */
function fieldsOf({ process }: Trace): FormField[] {
  const all = process.nodes.flatMap(({ properties }) => formFieldsOf(properties.fields))
  return [...new Map(all.map((one) => [one.name, one])).values()]
}

/** What was decided, in the order it happened; children below the line that began them. */
function Decisions({ instance, family }: { instance: Trace; family: readonly Trace[] }) {
  return (
    <table>
      <thead>
        <tr>
          <th className="td-sheet-node">环节</th>
          <th className="td-sheet-person">处理人</th>
          <th className="td-sheet-result">结果</th>
          <th>意见</th>
          <th className="td-sheet-time">时间</th>
        </tr>
      </thead>
      <tbody>
        <Lines instance={instance} family={family} />
      </tbody>
    </table>
  )
}

function Lines({ instance, family }: { instance: Trace; family: readonly Trace[] }) {
  const { lines, rest } = storyOf(instance, family)
  return (
    <>
      {lines.map(({ record, child }) => (
        <Line key={record.id} record={record}>
          {child !== undefined && <ChildLines child={child} family={family} />}
        </Line>
      ))}
      {rest.map((child) => (
        <ChildLines key={child.id} child={child} family={family} />
      ))}
    </>
  )
}

function ChildLines({ child, family }: { child: Trace; family: readonly Trace[] }) {
  return (
    <>
      <tr className="td-sheet-child">
        <td colSpan={5}>
          子流程：{child.title || child.processTitle}（{instanceState(child.state)?.label}）
        </td>
      </tr>
      <Lines instance={child} family={family} />
    </>
  )
}

function Line({ record, children }: { record: TraceRecord; children: ReactNode }) {
  const { nodeName, person, others, label, comment, signature, time, duration, attachments } = record
  return (
    <>
      <tr>
        <td>{nodeName}</td>
        <td>
          {person.name}
          {others.length > 0 && ` → ${others.map(({ name }) => name).join('、')}`}
        </td>
        <td>{label}</td>
        <td>
          <div className="k-prose">{comment}</div>
          {attachments.length > 0 && <div>附件：{attachments.map(({ name }) => name).join('、')}</div>}
          {signature !== '' && <img src={signature} alt="签名" className="td-signature" />}
        </td>
        <td>
          {moment(time)}
          {duration !== null && <div>用时{spanText(duration)}</div>}
        </td>
      </tr>
      {children}
    </>
  )
}
