import { Button, Descriptions } from 'antd'
import { useMemo } from 'react'
import { FormBody } from '#kit/web/form/FormBody.tsx'
import { useForm, useUnsaved } from '#kit/web/form/useForm.ts'
import { currentSession, type Person, setPerson } from '#kit/web/session.ts'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { getAdminInfo } from './login.calls.ts'
import { openPhone } from './OwnPhone.tsx'
import { ownUpdate } from './own.calls.ts'
import '../access.css'
import { useOwnSave } from './useOwnSave.ts'

type Own = Person & { email: string }

/** 基本资料. The account is nobody's to change; a new phone has to show that it is the person's. */
export function OwnProfile() {
  const { token } = currentSession()
  const { data, error, refetch } = useCall(getAdminInfo, { token }, { quiet: true })
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  return (
    <Profile
      own={data}
      onSaved={async () => {
        const { data: now } = await refetch()
        if (now) setPerson(now)
      }}
    />
  )
}

function Profile({ own, onSaved }: { own: Own; onSaved(): Promise<void> }) {
  const { realName, email, avatar, introduction } = own
  const start = useMemo(
    () => ({ realName, email, avatar, introduction }),
    [realName, email, avatar, introduction],
  )
  const form = useForm(ownUpdate.shape, start)
  useUnsaved(form.dirty)
  const { saving, save } = useOwnSave(ownUpdate, form, onSaved)
  const newPhone = async () => {
    if (await openPhone()) await onSaved()
  }
  return (
    <form onSubmit={save}>
      <Descriptions
        className="acc-own"
        column={{ xs: 1, sm: 2 }}
        items={[
          { key: 'account', label: '账号', children: own.account },
          {
            key: 'phone',
            label: '手机号',
            children: (
              <>
                {own.phone || '—'}
                <Button className="k-link acc-beside" type="link" onClick={() => void newPhone()}>
                  修改
                </Button>
              </>
            ),
          },
          { key: 'dept', label: '部门', children: own.deptName || '—' },
          { key: 'position', label: '职位', children: own.positionName || '—' },
        ]}
      />
      <FormBody form={form} />
      <Button type="primary" htmlType="submit" loading={saving} disabled={!form.dirty}>
        保存
      </Button>
    </form>
  )
}
