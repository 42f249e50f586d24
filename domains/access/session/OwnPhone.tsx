import { Button, Modal } from 'antd'
import { useEffect, useState } from 'react'
import { textOf, type WireRow } from '#kit/web/fieldUi.ts'
import { FormBody } from '#kit/web/form/FormBody.tsx'
import { useForm } from '#kit/web/form/useForm.ts'
import { openDialog } from '#kit/web/host.tsx'
import { CallError } from '#kit/web/request.ts'
import { toastError } from '#kit/web/toast.ts'
import { change } from '#kit/web/useCall.ts'
import { admin } from '../admin/admin.entity.ts'
import { ownPhone, ownPhoneCode } from './own.calls.ts'
import { useOwnSave } from './useOwnSave.ts'

const EMPTY: WireRow = {}
/** Between two codes. Platform §12.2. */
const WAIT_SECONDS = 60

/** 修改手机号 with a code that goes to the new one; whether it was changed. Platform §6.5. */
export function openPhone(): Promise<boolean> {
  return openDialog<boolean>((close) => <PhoneModal onClose={close} />)
}

function PhoneModal({ onClose }: { onClose(isChanged: boolean): void }) {
  const form = useForm(ownPhone.shape, EMPTY)
  const { saving, save } = useOwnSave(ownPhone, form, async () => onClose(true))
  const [wait, setWait] = useState(0)
  useEffect(() => {
    if (wait === 0) return
    const timer = setTimeout(() => setWait(wait - 1), 1000)
    return () => clearTimeout(timer)
  }, [wait])

  const sendCode = async () => {
    const phone = textOf(form.values.phone)
    const fault = admin.shape.phone.schema.safeParse(phone).error?.issues[0]?.message
    form.setErrors(fault === undefined ? {} : { phone: fault })
    if (fault !== undefined) return
    setWait(WAIT_SECONDS)
    try {
      await change(ownPhoneCode, { phone }, { quiet: true, success: '发送成功' })
    } catch (error) {
      setWait(0)
      if (!(error instanceof CallError)) throw error
      const [first] = error.fields
      if (first === undefined) toastError(error.message)
      else form.setErrors({ [first.field]: first.message })
    }
  }
  return (
    <Modal
      open
      title="修改手机号"
      width={420}
      mask={{ closable: false }}
      okText="确定"
      confirmLoading={saving}
      okButtonProps={{ htmlType: 'submit', form: 'own-phone' }}
      onCancel={() => onClose(false)}
    >
      <form id="own-phone" onSubmit={save}>
        <FormBody form={form} narrow />
        <Button disabled={wait > 0} onClick={() => void sendCode()}>
          {wait > 0 ? `${wait}秒后可重新发送` : '发送验证码'}
        </Button>
      </form>
    </Modal>
  )
}
