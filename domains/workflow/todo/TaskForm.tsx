import { LinkOutlined } from '@ant-design/icons'
import { Suspense } from 'react'
import type { Shape } from '#kit/shared/field.ts'
import { FormBody } from '#kit/web/form/FormBody.tsx'
import type { FormState } from '#kit/web/form/useForm.ts'
import { Details } from '#kit/web/info/Details.tsx'
import { Empty } from '#kit/web/states/Empty.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import type { TaskInfo } from '../task/task.calls.ts'
import { taskFormOf } from './taskForms.ts'
import { safeAddress } from './words.ts'

interface TaskFormSideProps {
  info: TaskInfo
  /** the person decides now */
  examine: boolean
  /** fields that are only read, with their values */
  read: Shape
  form: FormState
}

/** What is decided about: the document of its room, and the fields of the node. Workflow §4. */
export function TaskForm({ info, examine, read, form }: TaskFormSideProps) {
  const { instance, task } = info
  const Own = taskFormOf(info.form.value, instance.businessType)
  const shown = Own !== undefined && instance.businessId !== null
  const page = safeAddress(instance.businessUrl || (info.form.kind === 'page' ? info.form.value : ''))
  const hasRead = Object.keys(read).length > 0
  const hasEdit = Object.keys(form.shape).length > 0
  const values = Object.fromEntries(info.fields.map(({ name, value }) => [name, value]))
  return (
    <section>
      <div className="td-head">
        <h3 className="k-group-title">{shown ? '单据' : '表单'}</h3>
        {page !== null && (
          <a href={page} target="_blank" rel="noreferrer">
            <LinkOutlined aria-hidden /> 打开单据
          </a>
        )}
      </div>
      {shown && (
        <Suspense fallback={<Loading />}>
          <Own
            businessId={instance.businessId ?? 0}
            taskId={task.id}
            mode={examine ? 'examine' : 'see'}
            rights={info.fieldRights}
          />
        </Suspense>
      )}
      {hasRead && <Details shape={read} row={values} narrow />}
      {hasEdit && (
        <div className={hasRead ? 'k-section' : undefined}>
          <FormBody form={form} />
        </div>
      )}
      {!(shown || hasRead || hasEdit) && (
        <Empty text={page === null ? '此环节没有表单，请根据审批记录处理' : '请打开单据查看内容'} />
      )}
    </section>
  )
}
