import { type LoaderFunctionArgs, redirect } from 'react-router'
import type { Route } from '#kit/shared/pages.ts'
import { sameOriginPath } from '#kit/shared/text.ts'
import { loginAddress } from '../navigate.ts'
import { CallError } from '../request.ts'
import { currentSession, mayCall, resetSession } from '../session.ts'
import { toastError } from '../toast.ts'
import { enter, knowledge, openRooms } from './house.ts'
import { keptPaths } from './keptTabs.ts'
import { chainOf, grants } from './menu.ts'
import { preload } from './pages.tsx'
import { routeOf } from './routes.ts'

const PASSWORD_EXPIRED = '密码已过期，请进行修改密码'
export const PERSONAL_CENTRE = '/maintain/user'
const REFRESH = '/redirect'
/** How long a page may keep the one before it in view while its code is on its way. */
const PATIENCE_MS = 300

/** The path a refresh of a tab goes through (/redirect{fullPath}); null for any other path. */
export function refreshed(path: string): string | null {
  return path.startsWith(`${REFRESH}/`) ? sameOriginPath(path.slice(REFRESH.length)) : null
}

/** Whether the person may open a route: by its permission, else by the menu. */
export function mayOpen(route: Route, pathname: string): boolean {
  if (route.permission !== undefined) return mayCall({ permission: route.permission })
  return grants(knowledge().menus ?? [], route.path, pathname)
}

/** Loader of everything inside the shell: who may come in, and to which page. Platform §2.5. */
export async function guard({ request }: LoaderFunctionArgs): Promise<Response | null> {
  const { pathname, search, hash } = new URL(request.url)
  const path = pathname + search + hash
  const { isLogin } = currentSession()
  if (!isLogin && pathname === '/') return redirect(loginAddress(path))
  const rooms = openRooms(pathname)
  if (!isLogin) {
    await rooms
    return routeOf(pathname)?.public ? null : redirect(loginAddress(path))
  }
  // Its failure is the router's to show, once the person is there.
  rooms.catch((error: unknown) => console.error(error))
  // Beside the person and their menu, not after them; code that they may not use has been loaded for nothing then.
  void preload(pathname)
  try {
    await enter()
  } catch (cause) {
    // Only 401 says that there is no session. Whatever else was refused, failed or did not arrive says nothing of it:
    // the router's page tells what is missing and asks to try again. Decision 0086.
    if (cause instanceof CallError && cause.code !== 401) throw cause
    resetSession()
    // The request has told of a 401.
    if (!(cause instanceof CallError))
      toastError(cause instanceof Error && cause.message !== '' ? cause.message : 'Has Error')
    return redirect(loginAddress(path))
  }
  await rooms
  // A refused page is named by its title, and so are the tabs that were open before.
  await openRooms(...keptPaths(), new URLSearchParams(search).get('from') ?? '')
  if (currentSession().login?.pwdExpired === 1 && pathname !== PERSONAL_CENTRE) {
    toastError(PASSWORD_EXPIRED)
    return redirect(PERSONAL_CENTRE)
  }
  if (pathname === '/') return redirect('/dashboard')
  if (refreshed(path) !== null) return null
  const route = routeOf(pathname)
  if (route && !route.public && !mayOpen(route, pathname))
    return redirect(`/401?from=${encodeURIComponent(pathname)}`)
  if (route) {
    await Promise.race([preload(pathname), new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))])
    return null
  }
  const node = chainOf(knowledge().menus ?? [], pathname).at(-1)
  return redirect(node ? `/developing?name=${encodeURIComponent(node.name)}` : '/404')
}

/** Loader of the login page: somebody signed in has no business there. */
export function loginGuard(): Response | null {
  return currentSession().isLogin ? redirect('/') : null
}
