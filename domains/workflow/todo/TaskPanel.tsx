import { Acts } from '#kit/web/actions.tsx'
import { textOf } from '#kit/web/fieldUi.ts'
import { FormBody, type InputSettings } from '#kit/web/form/FormBody.tsx'
import type { FormState } from '#kit/web/form/useForm.ts'
import { mayUpload } from '#kit/web/upload/uploads.ts'
import { useIsPhone } from '#kit/web/useScreen.ts'
import type { TaskInfo } from '../task/task.calls.ts'
import { Phrases, withPhrase } from './Phrases.tsx'
import { SignatureInput } from './SignatureInput.tsx'
import { actsOf, type TaskDoing } from './taskActs.tsx'
import { CHOSEN } from './useDecision.ts'

const NO_UPLOAD = 'without the right to upload neither files nor a signature can be kept'
const UPLOADED = { attachments: NO_UPLOAD, signature: NO_UPLOAD }
const IN_VIEW = { desk: 6, phone: 3 }

interface TaskPanelProps {
  info: TaskInfo
  /** opinion, attachments, signature, the next people */
  form: FormState
  doing: TaskDoing
}

/** What the person says and does. On a phone the actions stay in view at the bottom. Workflow §4. */
export function TaskPanel({ info, form, doing }: TaskPanelProps) {
  const phone = useIsPhone()
  const inputs: InputSettings = {
    comment: {
      help: (
        <Phrases onPick={(phrase) => form.set('comment', withPhrase(textOf(form.values.comment), phrase))} />
      ),
    },
    signature: { Input: SignatureInput },
    ...Object.fromEntries(
      info.choosable.map(({ node }) => [`${CHOSEN}${node}`, { help: '留空则由流程决定' }]),
    ),
  }
  const leftOut = mayUpload() ? {} : UPLOADED
  return (
    <section className="td-panel">
      <h3 className="k-group-title">处理</h3>
      <FormBody form={form} leftOut={leftOut} inputs={inputs} narrow />
      <div className="td-acts">
        <Acts acts={actsOf(info, doing)} target={undefined} max={phone ? IN_VIEW.phone : IN_VIEW.desk} />
      </div>
    </section>
  )
}
