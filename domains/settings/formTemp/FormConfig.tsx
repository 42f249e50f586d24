import { EyeOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { RowOf } from '#kit/shared/field.ts'
import { inputOf } from '#kit/shared/input.ts'
import { type Act, act } from '#kit/web/actions.tsx'
import type { WireRow } from '#kit/web/fieldUi.ts'
import type { FormState } from '#kit/web/form/useForm.ts'
import type { RowSeen } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { openPreview } from '#kit/web/preview/openPreview.tsx'
import { toastError } from '#kit/web/toast.ts'
import { FieldsInput } from './FieldsInput.tsx'
import { formTempCalls as calls } from './formTemp.calls.ts'
import { systemFormTemp } from './formTemp.entity.ts'
import { contentErrors, formCode } from './formTemp.rules.ts'

const READS = ['content', 'info', 'name'] as const
type Row = RowSeen<typeof calls.list, typeof READS>

const WIDTH = 1080
const SHOW = ['name', 'info', 'createTime', 'updateTime']

const whole = inputOf(systemFormTemp.shape)

/** Shows the form as it will be filled in; what is wrong with it is told instead. */
function preview(values: WireRow): void {
  const { name, info, content } = values
  const read = whole.safeParse({ name, info, content })
  const row: RowOf<typeof systemFormTemp.shape> | undefined = read.success ? read.data : undefined
  const reason = read.error?.issues[0]?.message ?? contentErrors(row?.content ?? [])[0]?.message
  if (row === undefined || reason !== undefined) toastError(reason ?? '表单内容格式不正确')
  else
    void openPreview({
      type: 'file',
      ...formCode(row.name, row.info, row.content),
      scripts: [],
      links: [],
    })
}

const FORM = {
  width: WIDTH,
  groups: [
    { title: '表单', fields: ['name', 'info'] },
    { title: '表单内容', fields: ['content'], note: '单选、多选和下拉选择须填写选项，逐个输入后按回车。' },
  ],
  inputs: { content: { Input: FieldsInput } },
  below: (form: FormState) => (
    <Button icon={<EyeOutlined />} onClick={() => preview(form.values)}>
      预览
    </Button>
  ),
}

const ACTS: readonly Act<Row>[] = [act({ label: '预览', run: preview })]

/** 表单配置. Platform §7.3. */
export default function FormConfig() {
  return (
    <ListPage
      reads={READS}
      of={systemFormTemp}
      calls={calls}
      show={SHOW}
      form={FORM}
      actions={ACTS}
      dated=""
    />
  )
}
