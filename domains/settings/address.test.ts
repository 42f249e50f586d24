// Made from the declared forms: a secret is sent only to the place it was given for.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { keepOutsidePrivate } from '#kit/server/outsideAddress.ts'
import { allForms, sealSecret } from './form.ts'

let app: TestApp
let token: string

beforeAll(async () => {
  app = await testApp()
  token = await app.admin()
})
afterAll(() => app.close())

const save = (id: number, values: Record<string, string>) =>
  app.request<{ field: string; message: string }[]>('POST', '/admin/system/config/save/form', {
    token,
    body: { id, fields: Object.entries(values).map(([name, value]) => ({ name, value })) },
  })

interface Sent {
  id: number
  secret: string
  address: string
  label: string
}
const sent = (): Sent[] =>
  allForms(app.db).flatMap((of) =>
    Object.entries(of.sentTo).flatMap(([secret, address]) =>
      address !== undefined && address in of.shape
        ? [{ id: of.id, secret, address, label: of.shape[secret]?.label ?? '' }]
        : [],
    ),
  )

test('every form with an address and a secret says where the secret goes', () => {
  const open = allForms(app.db).filter(
    (of) =>
      of.secret.size > 0 &&
      Object.keys(of.shape).some((key) => /_(url|base|endpoint)$/.test(key)) &&
      Object.keys(of.sentTo).length === 0,
  )
  expect(open.map(({ id }) => id)).toEqual([])
  expect(sent().map(({ secret }) => secret)).toEqual(
    expect.arrayContaining(['sap_secret', 'sms_gateway_token', 'system_express_app_code']),
  )
})

test('a changed address asks for the secret again, another path of the same place does not', async () => {
  for (const { id, secret, address, label } of sent()) {
    const given = Object.fromEntries(
      sent()
        .filter((one) => one.address === address)
        .map((one) => [one.secret, 'a-secret-1']),
    )
    expect((await save(id, { [address]: 'https://one.example.com/api', ...given })).message).toBe('操作成功')
    expect((await save(id, { [address]: 'https://one.example.com/other' })).code).toBe(200)
    for (const moved of [
      'https://two.example.com/api',
      'http://one.example.com/api',
      'https://one.example.com:8443/api',
    ])
      for (const more of [{}, { [secret]: '******' }]) {
        const answer = await save(id, { [address]: moved, ...more })
        expect(answer.code).toBe(422)
        expect(answer.data).toContainEqual({
          field: secret,
          message: `地址已变更，请重新输入${label}`,
        })
      }
    const again = Object.fromEntries(Object.keys(given).map((name) => [name, 'a-secret-2']))
    expect((await save(id, { [address]: 'https://two.example.com/api', ...again })).code).toBe(200)
  }
})

test('a private address is refused where it is set', async () => {
  keepOutsidePrivate(false)
  const places = [...new Set(sent().map(({ id, address }) => `${id} ${address}`))].map((one) =>
    one.split(' '),
  )
  for (const [id = '', address = ''] of [...places, ['200', 'onepass_base']])
    for (const place of ['http://127.0.0.1:9/x', 'http://localhost/', 'http://[::1]/', 'https://10.0.0.8/']) {
      const answer = await save(Number(id), { [address]: place })
      expect([answer.code, answer.data[0]?.field]).toEqual([422, address])
      expect(answer.data[0]?.message).toContain('不能使用本机或内网地址')
    }
  keepOutsidePrivate(true)
})

test('an address that takes a secret of another form waits until that one is gone', async () => {
  const base = (host: string) =>
    save(84, { wechat_api_base: `https://${host}`, wechat_appsecret: 'a-secret-3' })
  expect((await save(66, { routine_appid: 'wx1', routine_appsecret: 'a-secret-4' })).message).toBe('操作成功')
  expect((await base('three.example.com')).data).toEqual([
    { field: 'wechat_api_base', message: '请先在“小程序”中清空小程序AppSecret，再修改地址' },
  ])
  await save(66, { routine_appsecret: '' })
  expect((await base('three.example.com')).code).toBe(200)
})

test('the sign-in at the platform ends when its address changes', async () => {
  await save(200, { onepass_base: 'https://one.example.com/api' })
  await sql`update "passAccount" set "account" = 'shop', "token" = ${sealSecret(app.db, 'platform-token')}`.execute(
    app.db,
  )
  const signedIn = async () =>
    (await app.db.selectFrom('passAccount').select('token').executeTakeFirstOrThrow()).token !== ''
  await save(200, { onepass_base: 'https://one.example.com/v2' })
  expect(await signedIn()).toBe(true)
  await save(200, { onepass_base: 'https://two.example.com/v2' })
  expect(await signedIn()).toBe(false)
})
