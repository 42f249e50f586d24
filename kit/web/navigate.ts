type Navigate = (to: string, options?: { replace?: boolean }) => void

let navigate: Navigate = (to, options) => {
  if (options?.replace) location.replace(to)
  else location.assign(to)
}

/** The shell registers the router here, so that code outside of components can change the page. */
export function declareNavigate(by: Navigate): void {
  navigate = by
}

/** Opens an address of this application. */
export function goTo(to: string, options?: { replace?: boolean }): void {
  navigate(to, options)
}

/** The address of the login page, which leads back to a path; `reason`: why the session ended, if told. */
export function loginAddress(path: string, reason = ''): string {
  const why = reason === '' ? '' : `&reason=${encodeURIComponent(reason)}`
  return `/login?redirect=${encodeURIComponent(path)}${why}`
}

/** Goes to the login page and from there back to where the person is. Platform §2.5. */
export function goToLogin(reason = ''): void {
  if (location.pathname === '/login') return
  goTo(loginAddress(location.pathname + location.search + location.hash, reason), { replace: true })
}
