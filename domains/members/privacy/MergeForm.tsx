import { Alert, Button } from 'antd'
import { useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import type { OutWireOf } from '#kit/shared/call.ts'
import { placeOfOne } from '#kit/shared/documentPages.ts'
import { pick } from '#kit/shared/record.ts'
import { DocumentForm } from '#kit/web/document/DocumentForm.tsx'
import { FormBody } from '#kit/web/form/FormBody.tsx'
import { SaveBar } from '#kit/web/form/SaveBar.tsx'
import { useForm } from '#kit/web/form/useForm.ts'
import { useSend } from '#kit/web/form/useSend.ts'
import { CallError } from '#kit/web/request.ts'
import { useTab } from '#kit/web/tab.ts'
import { useChange } from '#kit/web/useCall.ts'
import { UserCompare } from './UserCompare.tsx'
import { MERGE_WORDS, mergeCalls, mergeDocument, mergeProof, userMerge } from './userMerge.document.ts'

const { list: LIST, see: SEE } = mergeDocument.places
const { fromUid, toUid } = userMerge.shape
const WHO = { fromUid, toUid }
const KEPT = ['keepNickname', 'keepAvatar', 'keepBirthday', 'keepSpread', 'keepLevel'] as const
const WHAT = { ...pick(userMerge.shape, ['reason', ...KEPT]), words: mergeProof.words }
const GROUPS = [
  { title: '保留哪一方的', fields: [...KEPT] },
  { title: '确认', fields: ['reason', 'words'] },
]
const START = Object.fromEntries(KEPT.map((name) => [name, 'to']))
const INPUTS = { words: { help: `合并后不能撤销，请输入“${MERGE_WORDS}”` } }
const TOUCHES = ['/admin/user']

type Preview = OutWireOf<typeof mergeCalls.preview>

/** 新增合并单: who is merged into whom, what would move, and that it is meant. Members §10.3. */
export default function MergeForm() {
  const { id } = useParams()
  const [address] = useSearchParams()
  if (id !== undefined)
    return (
      <DocumentForm
        id={Number(id)}
        of={userMerge}
        calls={mergeCalls}
        inputs={{ fromUid: { disabled: true }, toUid: { disabled: true } }}
        back={LIST}
        see={(one) => placeOfOne(SEE, one)}
      />
    )
  const given = (name: string) => Number(address.get(name) ?? 0) || null
  return <Choosing start={{ fromUid: given('from'), toUid: given('to') }} />
}

function Choosing({ start }: { start: { fromUid: number | null; toUid: number | null } }) {
  const form = useForm(WHO, start)
  const { run, running } = useChange(mergeCalls.preview, { quiet: true })
  const [preview, setPreview] = useState<Preview>()
  const look = async () => {
    if (!form.check()) return
    try {
      setPreview(await run(form.input(false)))
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      form.refuse(error)
    }
  }
  return (
    <div className="k-page">
      <section className="k-section">
        <p className="k-hint">
          两个账号属于同一人时合并：余额、成长值、订单、地址、标签等全部移到保留用户，被合并用户不能再登录。
        </p>
        <FormBody form={form} />
        {form.refusal !== '' && <Alert type="error" showIcon title={form.refusal} />}
        <Button type="primary" loading={running} onClick={() => void look()}>
          预览合并
        </Button>
      </section>
      {preview !== undefined && <Previewed key={preview.token} preview={preview} />}
    </div>
  )
}

function Previewed({ preview }: { preview: Preview }) {
  const tab = useTab()
  const form = useForm(WHAT, START)
  const { from, to, moved, refusal, token } = preview
  const { saving, save } = useSend(mergeCalls.save, form, {
    success: '已提交，等待审核',
    complete: (input) => ({ ...input, fromUid: from.uid, toUid: to.uid, token, submit: 1 }),
    touches: TOUCHES,
    onDone: () => tab.close(LIST),
  })
  return (
    <form onSubmit={save}>
      <section className="k-section">
        <UserCompare from={from} to={to} />
        {refusal === '' ? (
          <Alert
            type="info"
            showIcon
            title="合并将移动"
            description={moved.map(({ label, n }) => `${label} ${n}`).join('，') || '没有需要移动的数据'}
          />
        ) : (
          <Alert type="error" showIcon title="不能合并" description={refusal} />
        )}
      </section>
      {refusal === '' && (
        <>
          <section className="k-section">
            <FormBody form={form} groups={GROUPS} inputs={INPUTS} />
          </section>
          <SaveBar form={form} onLeave={() => tab.close(LIST)}>
            <Button type="primary" danger htmlType="submit" loading={saving}>
              提交合并
            </Button>
          </SaveBar>
        </>
      )}
    </form>
  )
}
