import { Button } from 'antd'
import { confirm } from '#kit/web/confirm.tsx'
import { currentSession } from '#kit/web/session.ts'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { useCall, useChange } from '#kit/web/useCall.ts'
import { authorise, isInApp, socialPlace } from '../login/social.web.ts'
import { getAdminInfo } from './login.calls.ts'
import { ownUnbind } from './own.calls.ts'

/** 微信绑定: one account of the social platform, which then signs in without a password. Platform §2.4, §6.5. */
export function OwnWechat() {
  const { token } = currentSession()
  const { data, error, refetch } = useCall(getAdminInfo, { token }, { quiet: true })
  const { run, running } = useChange(ownUnbind, { success: '操作成功' })
  const unbind = async () => {
    if (!(await confirm('解绑后不能再用微信登录，确定解绑吗？'))) return
    try {
      await run({})
      await refetch()
    } catch {
      // The refusal has been shown.
    }
  }
  const bind = async () => {
    try {
      authorise(await socialPlace(), 'bind', '/')
    } catch {
      // The refusal has been shown.
    }
  }
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Loading />
  if (data.wechatBound === 1)
    return (
      <>
        <p>已绑定微信，可在微信中直接登录。</p>
        <Button danger loading={running} onClick={() => void unbind()}>
          解绑微信
        </Button>
      </>
    )
  return (
    <>
      <p>还没有绑定微信。绑定后可在微信中直接登录。</p>
      {isInApp() ? (
        <Button type="primary" onClick={() => void bind()}>
          绑定微信
        </Button>
      ) : (
        <p className="k-hint">请在微信中打开本页面进行绑定，或在微信中用账号密码登录一次。</p>
      )}
    </>
  )
}
