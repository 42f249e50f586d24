import { Alert, Button } from 'antd'
import { useState } from 'react'
import type { WireRow } from '#kit/web/fieldUi.ts'
import { FormBody, type InputSettings } from '#kit/web/form/FormBody.tsx'
import { useForm, useUnsaved } from '#kit/web/form/useForm.ts'
import { request } from '#kit/web/request.ts'
import { currentSession, setPerson, useSession } from '#kit/web/session.ts'
import { useCall } from '#kit/web/useCall.ts'
import { getAdminInfo } from './login.calls.ts'
import { ownPassword, ownPasswordRules } from './own.calls.ts'
import { NewPassword, OldPassword } from './PasswordInput.tsx'
import { useOwnSave } from './useOwnSave.ts'

const EMPTY: WireRow = {}
const REASONS = {
  first: '首次登录，请先设置您自己的密码，之后才能继续使用',
  reset: '密码已由管理员重置，请先设置您自己的密码，之后才能继续使用',
  expired: '密码已过期，修改后才能继续使用',
}

/** 修改密码: ends the other sessions and lifts the duty to change. */
export function OwnPassword() {
  const [done, setDone] = useState(0)
  return <PasswordForm key={done} onDone={() => setDone(done + 1)} />
}

function PasswordForm({ onDone }: { onDone(): void }) {
  const { login } = useSession()
  const { data: told } = useCall(ownPasswordRules, {}, { quiet: true })
  const form = useForm(ownPassword.shape, EMPTY, { check })
  useUnsaved(form.dirty)
  const { saving, save } = useOwnSave(ownPassword, form, async () => {
    setPerson(await request(getAdminInfo, { token: currentSession().token }))
    onDone()
  })
  return (
    <form onSubmit={save} style={{ maxWidth: 420 }}>
      {login?.pwdExpired === 1 && told !== undefined && (
        <Alert
          type="warning"
          showIcon
          title={REASONS[told.reason === '' ? 'expired' : told.reason]}
          style={{ marginBottom: 12 }}
        />
      )}
      <FormBody form={form} inputs={INPUTS} narrow />
      {told !== undefined && (
        <div className="k-hint">
          新密码要求：
          <ul style={{ margin: 0, paddingInlineStart: 20 }}>
            {told.rules.map((rule) => (
              <li key={rule}>{rule}</li>
            ))}
          </ul>
        </div>
      )}
      <p className="k-hint">修改后，您在其他设备上的登录会全部下线。</p>
      <Button type="primary" htmlType="submit" loading={saving}>
        提交
      </Button>
    </form>
  )
}

function check(values: WireRow): Record<string, string> {
  return values.password !== undefined && values.password !== values.confirmPassword
    ? { confirmPassword: '两次输入密码不一致' }
    : {}
}

const INPUTS: InputSettings = {
  oldPassword: { Input: OldPassword },
  password: { Input: NewPassword },
  confirmPassword: { Input: NewPassword },
}
