import { useEffect, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { confirm } from '#kit/web/confirm.tsx'
import { request } from '#kit/web/request.ts'
import { PERSONAL_CENTRE } from '#kit/web/shell/guard.ts'
import { PageLoading } from '#kit/web/shell/PageStates.tsx'
import { toastError } from '#kit/web/toast.ts'
import { ownBind } from '../session/own.calls.ts'
import { codeIn, SPENT, takeState } from './social.web.ts'

/** /auth-send with a session: binds the social account to the person. Platform §2.4. */
export default function AuthSendPage() {
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const begun = useRef(false)
  useEffect(() => {
    // A code is good once, also when effects run twice.
    if (begun.current) return
    begun.current = true
    const given = codeIn(query.toString())
    const bind = async () => {
      if (!given || given.state !== takeState()) toastError(SPENT)
      else if (await confirm('确定绑定当前微信吗'))
        await request(ownBind, { code: given.code }, { success: '操作成功' })
    }
    bind()
      .catch((error: unknown) => console.error(error))
      .finally(() => void navigate(PERSONAL_CENTRE, { replace: true }))
  }, [query, navigate])
  return <PageLoading />
}
