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

/** Goes to the login page and from there back to where the person is. Platform §2.5. */
export function goToLogin(): void {
  const here = location.pathname + location.search + location.hash
  if (location.pathname === '/login') return
  goTo(`/login?redirect=${encodeURIComponent(here)}`, { replace: true })
}
