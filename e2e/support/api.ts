import { ADMIN_PASSWORD } from '../../tests/adminPassword.ts'

interface Envelope<T> {
  code: number
  message: string
  data: T
}

export interface Session {
  token: string
  id: number
  realName: string
}

/** Asks a call of a running product as a browser would, without the browser. */
export async function call<T>(
  base: string,
  token: string,
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
): Promise<Envelope<T>> {
  const answer = await fetch(`${base}/api${path}`, {
    method,
    headers: {
      'x-token': token,
      ...(body instanceof FormData ? {} : { 'content-type': 'application/json' }),
    },
    ...(method === 'GET' ? {} : { body: body instanceof FormData ? body : JSON.stringify(body ?? {}) }),
  })
  return answer.json()
}

/** Signs in and answers the session. */
export async function signIn(base: string, account = 'admin', pwd = ADMIN_PASSWORD): Promise<Session> {
  const { code, message, data } = await call<Session>(base, '', 'POST', '/admin/login', {
    account,
    pwd,
    key: '',
    code: '',
  })
  if (code !== 200) throw new Error(`sign-in of ${account}: ${message}`)
  return data
}
