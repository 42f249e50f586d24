import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { handOver } from './social.web.ts'

/** /auth-redirect: the second window of a sign-in hands its code over and closes. Platform §2.4. */
export function AuthRedirectPage() {
  const { search } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    const opener: Window | null = window.opener
    if (opener === null) {
      void navigate(`/login${search}`, { replace: true })
      return
    }
    handOver(search)
    opener.postMessage(search, location.origin)
    window.close()
  }, [search, navigate])
  return <p role="status">正在完成授权…</p>
}
