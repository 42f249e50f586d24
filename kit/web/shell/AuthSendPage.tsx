import { useEffect, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { confirm } from '../confirm.tsx'
import { toastError } from '../toast.ts'
import { PERSONAL_CENTRE } from './guard.ts'
import { theHouse } from './house.ts'
import { PageLoading } from './PageStates.tsx'
import { codeIn, SPENT, takeState } from './social.ts'

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
      else if (await confirm('确定绑定当前微信吗')) await theHouse().calls.socialBind(given.code)
    }
    bind()
      .catch((error: unknown) => console.error(error))
      .finally(() => void navigate(PERSONAL_CENTRE, { replace: true }))
  }, [query, navigate])
  return <PageLoading />
}
