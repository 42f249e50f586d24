import { useCallback, useEffect, useMemo, useState } from 'react'
import { useNavigate, useNavigation, useSearchParams } from 'react-router'
import { SESSION_OVER } from '#kit/shared/errors.ts'
import { sameOriginPath } from '#kit/shared/text.ts'
import { startSession } from '#kit/web/session.ts'
import { useKnown } from '#kit/web/shell/house.ts'
import { useLayout } from '#kit/web/shell/layout.ts'
import { colourVariables } from '#kit/web/theme.ts'
import { declareVoice, toastInfo } from '#kit/web/toast.ts'
import type { SignedIn } from '../session/login.calls.ts'
import { LoginForm } from './LoginForm.tsx'
import { LoginPictures } from './LoginPictures.tsx'
import { LoginTotp } from './LoginTotp.tsx'
import { type LoginNotice, Notice } from './Notice.tsx'
import { goalOf, isInApp } from './social.web.ts'
import { type StartConfig, startConfig } from './startConfig.web.ts'
import { useSocialLogin } from './useSocialLogin.web.ts'
import './login.css'

/** Why a session ended, as the server tells it. Platform §2.1, §2.3. */
const REASONS: Record<string, string> = {
  kicked: '您的账号已被管理员强制下线',
  pwdChanged: '密码已修改，请重新登录',
  disabled: '账号已停用',
  expired: SESSION_OVER,
}

/**
 * The login page (platform §2.1). It stands alone, without the component library: nobody should wait for a whole
 * application to type a password.
 */
export function LoginPage() {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const { siteName } = useKnown()
  // The page behind is on its way, or turns the person away again.
  const moving = useNavigation().state !== 'idle'
  const reason = REASONS[query.get('reason') ?? '']
  const [notice, setNotice] = useState<LoginNotice | null>(reason ? { kind: 'error', text: reason } : null)
  const [config, setConfig] = useState<StartConfig | null>(null)
  const fail = useCallback(
    (error: unknown) => setNotice({ kind: 'error', text: error instanceof Error ? error.message : 'error!' }),
    [],
  )

  // A right password that waits for its dynamic password, and where the person wanted to go.
  const [waiting, setWaiting] = useState<{ answer: SignedIn; to: string } | null>(null)
  const enterAs = (answer: SignedIn, to: string) => {
    if (answer.ticket !== '') {
      setWaiting({ answer, to })
      return
    }
    const { token, id, realName, isAgent, pwdExpired, hint } = answer
    startSession(token, { id, realName, isAgent, pwdExpired })
    if (hint !== '') toastInfo(hint)
    void navigate(to, { replace: true })
  }
  const redirect = sameOriginPath(query.get('redirect'))
  const goal = goalOf(redirect)
  const social = useSocialLogin(
    query.toString(),
    redirect,
    config?.wechatLogin === 1 && isInApp(),
    (answer) => enterAs(answer, goal),
    fail,
  )

  useEffect(() => {
    document.title = `登录 - ${siteName}`
  }, [siteName])
  useEffect(() => {
    startConfig().then(setConfig, fail)
  }, [fail])
  useEffect(
    () =>
      declareVoice({
        open: (type, text) => {
          setNotice({ kind: type === 'error' || type === 'warning' ? 'error' : 'info', text })
          return () => undefined
        },
      }),
    [],
  )

  const { theme } = useLayout().settings
  const colours = useMemo(() => colourVariables(theme), [theme])
  const ground = config?.backgroundImage
  return (
    <div
      className="login"
      style={{ ...colours, ...(ground && { backgroundImage: `url(${JSON.stringify(ground)})` }) }}
    >
      <LoginPictures banner={config?.banner ?? []} siteName={siteName} logo={config?.logo ?? ''} />
      <main className="login-side">
        <div className="login-box">
          <h1>
            {config?.loginLogo ? <img src={config.loginLogo} alt={siteName} /> : siteName}
            <small>后台管理系统</small>
          </h1>
          <Notice notice={notice} />
          {waiting === null ? (
            <LoginForm
              captcha={config?.captcha ?? null}
              demo={config?.demo ?? null}
              locked={social.running || moving}
              onEnter={(answer) => enterAs(answer, goal)}
              onNotice={setNotice}
            />
          ) : (
            <LoginTotp
              asked={waiting.answer}
              locked={moving}
              onEnter={(answer) => enterAs(answer, waiting.to)}
              onBack={() => {
                setNotice(null)
                setWaiting(null)
              }}
              onFail={(error) => (error === null ? setNotice(null) : fail(error))}
            />
          )}
          {waiting === null && social.begin !== null && (
            <button
              type="button"
              className="login-social"
              disabled={social.running || moving}
              onClick={social.begin}
            >
              微信登录
            </button>
          )}
        </div>
        <footer className="login-foot">
          {config?.version && <span>版本 {config.version}</span>}
          {config?.icp && <span>{config.icp}</span>}
        </footer>
      </main>
    </div>
  )
}
