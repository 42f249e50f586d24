import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { declareConsumer, deliverOne } from '#kit/server/outbox.ts'
import { registerNow } from '../../../tests/registering.ts'
import {
  AES_KEY,
  account,
  complete,
  happened,
  MESSAGE_URL,
  said,
  type WechatApp,
  wechatApp,
} from '../../../tests/wechat.ts'
import { onUnanswered } from './unanswered.ts'

let house: WechatApp
const heard: Record<string, unknown>[] = []
beforeAll(async () => {
  house = await wechatApp()
  for (const event of ['fan.subscribed', 'fan.unsubscribed', 'message.receipt'])
    registerNow(
      house.app.db,
      declareConsumer({
        name: `test.${event}`,
        event,
        handle: async (_tx, payload) => void heard.push({ event, ...payload }),
      }),
    )
})
afterAll(() => house.close())

const worked = {
  signature: '628e7b0003639b5c80c4a7b5ac05587c05ed7efa',
  timestamp: '1767225600',
  nonce: '48923',
}
const ask = (query: Record<string, string>) => house.app.request('GET', MESSAGE_URL, { query })
const post = (body: string, query: Record<string, string> = worked) =>
  house.app.request('POST', MESSAGE_URL, { query, body, headers: { 'content-type': 'text/xml' } })

async function reply(keywords: string, content: string, more: Record<string, unknown> = {}): Promise<void> {
  const body = { keywords, matchType: 1, type: 'text', data: JSON.stringify({ content }), status: 1, ...more }
  const path = '/admin/wechat/keywords/reply/save'
  const answer = await house.app.request('POST', path, { token: house.token, body })
  expect(answer.message).toBe('操作成功')
}
const contentOf = (text: string): string =>
  /<Content><!\[CDATA\[(.*?)\]\]><\/Content>/s.exec(text)?.[1] ?? text
const hitsOf = async (keywords: string): Promise<number> => {
  const query = house.app.db.selectFrom('wechatReply').select('hits').where('keywords', '=', keywords)
  return (await query.executeTakeFirstOrThrow()).hits
}
const messagesOf = (openid: string) =>
  house.app.db.selectFrom('wechatMessage').selectAll().where('openid', '=', openid).orderBy('id').execute()
const fansOf = (openid: string) =>
  house.app.db.selectFrom('wechatFan').selectAll().where('openid', '=', openid).execute()
async function delivered(): Promise<Record<string, unknown>[]> {
  heard.length = 0
  while (await deliverOne(house.app.db));
  return [...heard]
}

test('without form 84 there is nothing there, and the form checks its fields together', async () => {
  expect((await ask({ ...worked, echostr: 'x' })).status).toBe(404)
  const bad = { ...complete, wechat_token: 'a!' }
  expect(await house.configure(84, bad)).toBe('Token格式不正确')
  expect(await house.configure(84, { ...complete, wechat_encrypt_mode: 3 })).toBe('请输入EncodingAESKey')
  expect(await house.configure(84, complete)).toBe('操作成功')
})

test('P16-26: the worked signature is answered, a changed one is 403, a DOCTYPE is 400', async () => {
  const right = await ask({ ...worked, echostr: '5837204' })
  expect([right.status, right.body, right.headers['content-type']]).toEqual([
    200,
    '5837204',
    'text/plain; charset=utf-8',
  ])
  const wrong = await ask({ ...worked, signature: worked.signature.replace(/^6/, '7'), echostr: '5837204' })
  expect([wrong.status, wrong.body]).toEqual([403, ''])
  expect((await ask({ echostr: '5837204' })).status).toBe(403)
  const bomb =
    '<!DOCTYPE xml [<!ENTITY a "aaaa">]><xml><FromUserName>o1</FromUserName><Content>&a;</Content></xml>'
  expect((await post(bomb)).status).toBe(400)
  expect((await post('<xml><FromUserName>&a;</FromUserName></xml>')).status).toBe(400)
  expect((await post('no xml')).status).toBe(400)
  expect((await post('')).status).toBe(400)
  expect((await post(`<xml><a>${'x'.repeat(65 * 1024)}</a></xml>`)).status).toBe(413)
  expect(await messagesOf('o1')).toEqual([])
})

test('P16-27: the full match, then the longest word the text holds, else nothing; a repetition counts once', async () => {
  await reply('退货', '退货规则', { matchType: 2 })
  await reply('退货地址', '上海市浦东新区', { matchType: 2 })
  await reply('你好', '您好，这里是通商')
  await reply('default', '听不懂', { status: 0 })
  await reply('subscribe', '欢迎关注')
  const says = async (content: string) => contentOf((await house.tell(said('o27', content))).text)
  expect(await says('怎么退货地址呢')).toBe('上海市浦东新区')
  expect(await says('你好')).toBe('您好，这里是通商')
  expect(await says(' 你好 ')).toBe('您好，这里是通商')
  expect(await says('你好吗')).toBe('success')
  const follows = happened('o27s', 'subscribe', { CreateTime: 1767225600, EventKey: 'qrscene_shop7' })
  const [one, two] = await Promise.all([house.tell(follows), house.tell(follows)])
  expect(contentOf(one.text)).toBe('欢迎关注')
  expect(two.text).toBe(one.text)
  expect((await house.tell(follows)).text).toBe(one.text)
  expect(await fansOf('o27s')).toMatchObject([{ subscribe: 1, scene: 'shop7' }])
  expect(await hitsOf('subscribe')).toBe(1)
  expect(await hitsOf('你好')).toBe(2)
  expect(await messagesOf('o27s')).toHaveLength(1)
})

describe('finding the reply', () => {
  test('full-width and large letters are the same; the words of the fixed rows answer nobody', async () => {
    await reply('VIP，会员', '会员中心')
    const says = async (content: string) => contentOf((await house.tell(said('o1', content))).text)
    expect(await says('ｖｉｐ')).toBe('会员中心')
    expect(await says('会员')).toBe('会员中心')
    expect(await says('会员卡')).toBe('success')
    for (const word of ['subscribe', 'default']) expect(await says(word)).toBe('success')
  })

  test('of words equally long the older reply answers', async () => {
    await reply('优惠', '先', { matchType: 2 })
    await reply('活动', '后', { matchType: 2 })
    expect(contentOf((await house.tell(said('o1', '活动优惠'))).text)).toBe('先')
  })

  test('a click is answered by its key only as a whole; other events and views by nothing', async () => {
    let at = 1_000_000
    const click = async (EventKey: string) => {
      at += 1
      return contentOf((await house.tell(happened('o2', 'CLICK', { EventKey, CreateTime: at }))).text)
    }
    expect(await click('你好')).toBe('您好，这里是通商')
    expect(await click('怎么退货')).toBe('success')
    const view = happened('o2', 'VIEW', { EventKey: 'https://example.cn/' })
    expect((await house.tell(view)).text).toBe('success')
  })

  test('what no keyword answers goes to the chat within a second, then to the default reply', async () => {
    const body = { keywords: 'default', type: 'text', data: JSON.stringify({ content: '听不懂' }), status: 1 }
    const found = await house.app.request('GET', '/admin/wechat/keywords/reply/info/keywords', {
      token: house.token,
      query: { keywords: 'default' },
    })
    const update = { token: house.token, query: { id: found.data.id }, body }
    expect((await house.app.request('POST', '/admin/wechat/keywords/reply/update', update)).message).toBe(
      '操作成功',
    )
    const says = async (content: string, more = {}) =>
      contentOf((await house.tell(said('o3', content, more))).text)
    let release = (): void => undefined
    registerNow(
      house.app.db,
      onUnanswered(async (_db, message) => {
        if (message.content === '慢')
          await new Promise<void>((resolve) => {
            release = resolve
          })
        if (message.content === '坏') throw new Error('the chat is broken')
        return message.content.startsWith('无') ? null : { said: { type: 'text', content: '客服马上来' } }
      }),
    )
    expect(await says('人工')).toBe('客服马上来')
    expect(await says('', { MsgType: 'image', PicUrl: 'https://pictures.example.cn/1' })).toBe('客服马上来')
    expect(await says('无人')).toBe('听不懂')
    // The platform gets its answer while the chat still thinks.
    expect(await says('慢')).toBe('听不懂')
    release()
    expect(await says('坏')).toBe('success')
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from "errorLog"
      where "message" = 'the chat is broken'`.execute(house.app.db)
    expect(rows[0]?.n).toBe(1)
    await house.configure(84, { wechat_forward_kefu: 0 })
    expect(await says('人工')).toBe('听不懂')
    expect((await messagesOf('o3')).map((row) => row.answeredBy)).toEqual([3, 3, 4, 4, 0, 4])
    registerNow(
      house.app.db,
      onUnanswered(async () => null),
    )
    await house.configure(84, { wechat_forward_kefu: 1 })
  })

  test('pictures, sounds and articles are answered in the form of their kind', async () => {
    const { rows } = await sql<{
      id: number
    }>`insert into "article" ("cid", "title", "author", "imageInput", "synopsis",
      "content") values (1, '新品 ]]> <上市>', '通商', '/files/2026/01/01/a.png', '先到先得', '<p>x</p>')
      returning "id"`.execute(house.app.db)
    const articleId = rows[0]?.id ?? 0
    const base = { type: 'image', data: JSON.stringify({ mediaId: 'media-1', srcUrl: '' }) }
    await reply('图', '', base)
    await reply('声', '', { ...base, type: 'voice' })
    await reply('文', '', { type: 'news', data: JSON.stringify({ articleId }) })
    const says = async (content: string) => (await house.tell(said('o4', content))).text
    expect(await says('图')).toContain('<Image><MediaId><![CDATA[media-1]]></MediaId></Image>')
    expect(await says('声')).toContain('<Voice><MediaId><![CDATA[media-1]]></MediaId></Voice>')
    const news = await says('文')
    expect(news).toContain(
      '<ArticleCount>1</ArticleCount><Articles><item><Title><![CDATA[新品 ]]]]><![CDATA[> <上市>]]></Title>',
    )
    expect(news).toContain('<PicUrl><![CDATA[https://admin.example.cn/files/2026/01/01/a.png]]></PicUrl>')
    expect(news).toMatch(/<ToUserName><!\[CDATA\[o4\]\]>.*<FromUserName><!\[CDATA\[gh_tongshang\]\]>/s)
    const remove = { token: house.token, query: { id: articleId } }
    expect((await house.app.request('GET', '/admin/article/delete', remove)).message).toContain(
      '引用，不能删除',
    )
  })
})

describe('sealed messages', () => {
  const sealed = { ...account, mode: 3 as const, aesKey: AES_KEY }

  test('modes 2 and 3 open what is meant for this account and answer sealed', async () => {
    expect(await house.configure(84, { wechat_encrypt_mode: 3, wechat_aeskey: AES_KEY })).toBe('操作成功')
    expect(contentOf((await house.tell(said('o5', '你好'), sealed)).text)).toBe('您好，这里是通商')
    // What is not sealed could be anybody's who saw one signature.
    expect((await house.tell(said('o5', '你好'))).status).toBe(403)
    expect((await house.tell(said('o5', '你好'), { ...sealed, appId: 'wxother' })).status).toBe(403)
    const otherKey = AES_KEY.split('').reverse().join('')
    expect((await house.tell(said('o5', '你好'), { ...sealed, aesKey: otherKey })).status).toBe(403)
    await house.configure(84, { wechat_encrypt_mode: 2 })
    expect(contentOf((await house.tell(said('o5', '你好'), { ...sealed, mode: 2 })).text)).toBe(
      '您好，这里是通商',
    )
    expect(contentOf((await house.tell(said('o5', '你好'))).text)).toBe('您好，这里是通商')
    await house.configure(84, { wechat_encrypt_mode: 1 })
    expect(await messagesOf('o5')).toHaveLength(3)
  })
})

describe('followers', () => {
  test('who follows and leaves is told once; whoever writes follows', async () => {
    await delivered()
    const at = Math.floor(Date.now() / 1000)
    await house.tell(happened('o6', 'subscribe', { CreateTime: at - 3 }))
    await house.tell(happened('o6', 'SCAN', { CreateTime: at - 2, EventKey: 'desk' }))
    await house.tell(happened('o6', 'unsubscribe', { CreateTime: at - 1 }))
    await house.tell(happened('o6', 'unsubscribe', { CreateTime: at }))
    await house.tell(said('o7', '在吗'))
    expect(await delivered()).toMatchObject([
      { event: 'fan.subscribed', openid: 'o6', uid: null, scene: '' },
      { event: 'fan.unsubscribed', openid: 'o6', scene: 'desk' },
    ])
    expect(await fansOf('o6')).toMatchObject([{ subscribe: 0, scene: 'desk' }])
    expect(await fansOf('o7')).toMatchObject([{ subscribe: 1, subscribeTime: null }])
    const figures = await house.app.request<Record<string, unknown>>('GET', '/admin/wechat/overview', {
      token: house.token,
    })
    expect(figures.data).toMatchObject({
      configured: true,
      serverUrl: `https://admin.example.cn${MESSAGE_URL}`,
      fixedApiBase: house.fake.base,
      lostToday: 1,
    })
    expect(figures.data.hitRate).toBeGreaterThan(0)
  })

  test('the list names the staff an openid is bound to', async () => {
    const person = await house.app.person()
    await sql`update "admin" set "openid" = 'o7', "realName" = '张三' where "id" = ${person.adminId}`.execute(
      house.app.db,
    )
    const list = await house.app.request('GET', '/admin/wechat/fan/list', {
      token: house.token,
      query: { keywords: 'o7' },
    })
    expect(list.data.list).toMatchObject([{ openid: 'o7', bound: '张三', subscribe: 1 }])
    const messages = await house.app.request('GET', '/admin/wechat/message/list', {
      token: house.token,
      query: { openid: 'o7' },
    })
    expect(messages.data.list).toMatchObject([{ content: '在吗', reply: '听不懂', answeredBy: 4 }])
    expect(JSON.stringify(messages.data)).not.toContain('<xml>')
  })
})

test('more than 100 messages in a second are too many', async () => {
  const statuses: number[] = []
  while (!statuses.includes(429) && statuses.length < 500)
    statuses.push((await ask({ ...worked, echostr: 'x' })).status)
  const refused = statuses.pop()
  expect(refused).toBe(429)
  expect(statuses.length).toBeGreaterThanOrEqual(50)
  expect(statuses.every((status) => status === 200)).toBe(true)
  await expect.poll(async () => (await ask({ ...worked, echostr: 'x' })).status, { timeout: 3000 }).toBe(200)
})
