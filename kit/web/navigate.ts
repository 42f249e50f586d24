type Navigate = (to: string, options?: { replace?: boolean }) => Promise<void>

let navigate: Navigate = async (to, options) => {
  if (options?.replace) location.replace(to)
  else location.assign(to)
}

/** The shell registers the router here, so that code outside of components can change the page. */
export function declareNavigate(by: Navigate): void {
  navigate = by
}

/** Opens an address of this application. */
export function goTo(to: string, options?: { replace?: boolean }): void {
  void navigate(to, options)
}

/** The address of the login page, which leads back to a path; `reason`: why the session ended, if told. */
export function loginAddress(path: string, reason = ''): string {
  const why = reason === '' ? '' : `&reason=${encodeURIComponent(reason)}`
  return `/login?redirect=${encodeURIComponent(path)}${why}`
}

let leaving = false

/**
 * Goes to the login page and from there back to where the person is, or to `path`; the session has ended before.
 * Whoever asks first tells why; the others find the person on the way already. Platform §2.5.
 */
export function goToLogin(reason = '', path = location.pathname + location.search + location.hash): void {
  if (leaving || location.pathname === '/login') return
  leaving = true
  void navigate(loginAddress(path, reason), { replace: true }).finally(() => {
    leaving = false
  })
}
