import { useEffect, useState } from 'react'
import { SESSION_OVER } from '#kit/shared/errors.ts'
import { Dialog } from '#kit/web/Dialog.tsx'
import { renewSession, useSession } from '#kit/web/session.ts'
import type { SignedIn } from '../session/login.calls.ts'
import { LoginForm } from './LoginForm.tsx'
import { LoginTotp } from './LoginTotp.tsx'
import { type LoginNotice, Notice } from './Notice.tsx'
import { type StartConfig, startConfig } from './startConfig.web.ts'
import './login.css'

const WIDTH = 416
const STAYS = `${SESSION_OVER}重新登录后可以继续，未保存的内容都还在。`

/** The login over a page whose session is over: the same person goes on where they were. Screens §4. */
export default function SignInAgain({ onDone }: { onDone(signedIn: boolean): void }) {
  const { token, person } = useSession()
  const [over] = useState(token)
  const [notice, setNotice] = useState<LoginNotice | null>({ kind: 'info', text: STAYS })
  const [config, setConfig] = useState<StartConfig | null>(null)
  const [waiting, setWaiting] = useState<SignedIn | null>(null)
  useEffect(() => {
    startConfig().then(setConfig, (error: Error) => setNotice({ kind: 'error', text: error.message }))
  }, [])
  // Another window of the browser may have signed in, or out.
  useEffect(() => {
    if (token !== over) onDone(token !== '')
  }, [token, over, onDone])
  const enter = (answer: SignedIn) => {
    if (answer.ticket === '') renewSession(answer.token)
    else setWaiting(answer)
  }
  return (
    <Dialog
      title="重新登录"
      width={WIDTH}
      okButtonProps={{ style: { display: 'none' } }}
      cancelText="退出登录"
      onCancel={() => onDone(false)}
    >
      <div className="login-again">
        <Notice notice={notice} />
        {waiting === null ? (
          <LoginForm
            account={person?.account ?? ''}
            captcha={config?.captcha ?? null}
            locked={false}
            onEnter={enter}
            onNotice={setNotice}
          />
        ) : (
          <LoginTotp
            asked={waiting}
            locked={false}
            onEnter={enter}
            onBack={() => {
              setNotice(null)
              setWaiting(null)
            }}
            onFail={(error) =>
              setNotice(error instanceof Error ? { kind: 'error', text: error.message } : null)
            }
          />
        )}
      </div>
    </Dialog>
  )
}
