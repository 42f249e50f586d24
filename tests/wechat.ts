// The official account for tests: form 84 filled in, the platform played by its stand-in.
import { startFakeWechat } from '../app/fakes/wechat.ts'
import { type FakeAccount, type MessageFields, openedAnswer, signedMessage } from '../app/fakes/wechatWire.ts'
import { type TestApp, testApp } from '../app/testing.ts'

export const MESSAGE_URL = '/api/public/wechat/message'
export const AES_KEY = 'abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG'
export const account: FakeAccount = { appId: 'wx0123456789abcdef', token: 'tongshang2026' }

type Fake = Awaited<ReturnType<typeof startFakeWechat>>

export interface WechatApp {
  app: TestApp
  fake: Fake
  /** of the first administrator */
  token: string
  /** saves keys of a form */
  configure(formId: number, fields: Record<string, string | number>): Promise<string>
  /** brings a message as the platform does; how it was answered, opened */
  tell(fields: MessageFields, from?: FakeAccount): Promise<{ status: number; text: string }>
  close(): Promise<void>
}

let messages = 0

/** A text message of a follower; further fields win. */
export const said = (openid: string, content: string, more: MessageFields = {}): MessageFields => ({
  ToUserName: 'gh_tongshang',
  FromUserName: openid,
  CreateTime: Math.floor(Date.now() / 1000),
  MsgType: 'text',
  Content: content,
  MsgId: `${Date.now()}${++messages}`,
  ...more,
})

export const happened = (openid: string, event: string, more: MessageFields = {}): MessageFields => ({
  ToUserName: 'gh_tongshang',
  FromUserName: openid,
  CreateTime: Math.floor(Date.now() / 1000),
  MsgType: 'event',
  Event: event,
  ...more,
})

export async function wechatApp(env: Record<string, string> = {}): Promise<WechatApp> {
  const fake = await startFakeWechat()
  const app = await testApp({
    TS_WECHAT_API_BASE: fake.base,
    TS_SITE_URL: 'https://admin.example.cn',
    ...env,
  })
  const token = await app.admin()
  const configure = async (id: number, fields: Record<string, string | number>): Promise<string> => {
    const list = Object.entries(fields).map(([name, value]) => ({ name, value: String(value) }))
    return (
      await app.request('POST', '/admin/system/config/save/form', { token, body: { id, fields: list } })
    ).message
  }
  return {
    app,
    fake,
    token,
    configure,
    async tell(fields, from = account) {
      const { query, body } = signedMessage(from, fields)
      const headers = { 'content-type': 'text/xml' }
      const answer = await app.request('POST', MESSAGE_URL, { query, body, headers })
      return { status: answer.status, text: openedAnswer(from, answer.body) }
    },
    async close() {
      await app.close()
      await fake.stop()
    },
  }
}

/** Form 84 as far as the account needs it. */
export const complete = {
  wechat_appid: account.appId,
  wechat_appsecret: 'right',
  wechat_token: account.token,
}
