import type pg from 'pg'

/** Signs the first administrator in, without the change of password a first log-in demands. */
export async function signIn(
  base: string,
  account: string,
  password: string,
  pool: pg.Pool,
): Promise<string> {
  await pool.query('update "admin" set "pwdReset" = 0')
  const answer = await fetch(`${base}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ account, pwd: password, key: '', code: '' }),
  })
  const { code, message, data } = await answer.json()
  if (code !== 200) throw new Error(`sign-in refused: ${message}`)
  return String(data.token)
}
