import { afterAll, beforeAll, expect, test } from 'vitest'
import { complete, type WechatApp, wechatApp } from '../../../tests/wechat.ts'

let house: WechatApp

beforeAll(async () => {
  house = await wechatApp()
  await house.configure(84, complete)
})
afterAll(() => house.close())

const PATH = '/admin/wechat/keywords/reply'
const text = (content: string) => JSON.stringify({ content })
const save = (keywords: string, more: Record<string, unknown> = {}) =>
  house.app.request('POST', `${PATH}/save`, {
    token: house.token,
    body: { keywords, matchType: 1, type: 'text', data: text('好'), status: 1, ...more },
  })
const get = (what: string, query: Record<string, string | number>) =>
  house.app.request('GET', `${PATH}/${what}`, { token: house.token, query })
const post = (what: string, query: Record<string, string | number>, body: unknown = {}) =>
  house.app.request('POST', `${PATH}/${what}`, { token: house.token, query, body })

test('M-066: replies are listed, saved, switched, changed, read, found by a word and deleted', async () => {
  const { data } = await save(' 发货 ，快递,发货')
  const found = await get('info/keywords', { keywords: '快递' })
  expect(found.data).toMatchObject({ id: data.id, keywords: '发货,快递', matchType: 1, hits: 0, version: 1 })
  expect((await get('info/keywords', { keywords: '没有' })).data).toBeNull()
  expect((await post('update', { id: data.id }, { keywords: '物流', version: 1 })).code).toBe(200)
  expect((await post('update', { id: data.id }, { keywords: '物流', version: 1 })).code).toBe(409)
  expect((await get('info/keywords', { keywords: '快递' })).data).toBeNull()
  expect((await post('status', { id: data.id, status: 0 })).code).toBe(200)
  expect((await get('info', { id: data.id })).data).toMatchObject({ keywords: '物流', status: 0 })
  const list = await get('list', { keywords: '物', type: 'text', status: 0 })
  expect(list.data.list).toMatchObject([{ id: data.id }])
  expect((await get('delete', { id: data.id })).code).toBe(200)
  expect((await get('list', {})).data.total).toBe(0)
  expect((await save('物流')).code).toBe(200)
})

test('invariant 10: each word belongs to one reply, also when several are saved at once', async () => {
  const refused = await save('新词,物流')
  expect([refused.code, refused.message]).toEqual([422, '物流关键字已经存在'])
  expect((await save('ＶＩＰ')).code).toBe(200)
  expect((await save('vip')).message).toBe('vip关键字已经存在')
  const answers = await Promise.all(Array.from({ length: 6 }, (_, index) => save(`抢,个${index}`)))
  expect(answers.map((answer) => answer.code).sort()).toEqual([200, 422, 422, 422, 422, 422])
  expect(answers.filter((answer) => answer.code === 422).map((answer) => answer.message)).toEqual(
    Array(5).fill('抢关键字已经存在'),
  )
})

test('关注回复 and 无效词回复 are one row each, keep their word, stay out of the list and cannot be deleted', async () => {
  const { data } = await save('subscribe')
  expect((await save('Subscribe')).message).toBe('subscribe关键字已经存在')
  expect((await save('甲,default')).message).toBe('default关键字已经存在')
  expect((await get('info/keywords', { keywords: 'subscribe' })).data.id).toBe(data.id)
  expect((await get('list', { keywords: 'subscribe' })).data.total).toBe(0)
  expect((await post('update', { id: data.id }, { keywords: '别的' })).code).toBe(422)
  expect((await post('update', { id: data.id }, { data: text('欢迎') })).code).toBe(200)
  expect((await get('delete', { id: data.id })).code).toBe(409)
  const other = await save('普通')
  expect((await post('update', { id: other.data.id }, { keywords: 'default' })).message).toBe(
    'default关键字已经存在',
  )
})

test('what a reply says must fit its kind', async () => {
  let words = 0
  const says = async (type: string, data: string) => {
    words += 1
    return (await save(`词${words}`, { type, data })).message
  }
  expect(await says('text', text(' '))).toBe('请填写规则内容')
  expect(await says('text', text('字'.repeat(601)))).toBe('规则内容不能超过600个字符')
  expect(await says('text', '{')).toBe('回复内容格式不正确')
  expect(await says('news', '{}')).toBe('请选择图文消息')
  expect(await says('news', '{"articleId": 99999}')).toBe('请选择图文消息')
  expect(await says('image', '{"srcUrl": "/a.png"}')).toBe('请上传图片')
  expect(await says('voice', '{}')).toBe('请上传声音')
  expect((await save('字'.repeat(31))).message).toBe('关键字不能超过30个字符')
  expect((await save(' , ')).message).toBe('请输入关键字')
  const kept = await save('内容', { type: 'image', data: '{"mediaId": "m1", "other": 1}' })
  expect((await get('info', { id: kept.data.id })).data).toMatchObject({
    data: '{"mediaId":"m1","srcUrl":""}',
  })
})

test('pictures and sounds go up to the platform; others and larger ones are refused', async () => {
  const upload = async (type: string, name: string, size: number, field = 'media') => {
    const edge = '----edge'
    const head = `--${edge}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\n`
    const body = Buffer.concat([
      Buffer.from(`${head}content-type: application/octet-stream\r\n\r\n`),
      Buffer.alloc(size, 7),
      Buffer.from(`\r\n--${edge}--\r\n`),
    ])
    return house.app.request<{ mediaId: string; url: string }>('POST', '/admin/wechat/media/upload', {
      token: house.token,
      query: { type },
      body,
      headers: { 'content-type': `multipart/form-data; boundary=${edge}` },
    })
  }
  expect((await upload('image', '图 片.PNG', 1000)).data).toEqual({
    mediaId: 'media-1',
    url: 'https://pictures.example.cn/media-1',
  })
  // The body goes up again after a token was refused.
  house.fake.refuse('cgi-bin/material/add_material', 40001)
  expect((await upload('voice', 'a.mp3', 2 * 1024 * 1024)).data).toEqual({ mediaId: 'media-2', url: '' })
  expect(house.fake.media).toEqual([
    { type: 'image', name: '图 片.PNG', bytes: 1000 },
    { type: 'voice', name: 'a.mp3', bytes: 2 * 1024 * 1024 },
  ])
  expect((await upload('voice', 'a.mp3', 2 * 1024 * 1024 + 1)).message).toBe('上传文件大小不能超过 2 MB!')
  expect((await upload('image', 'a.exe', 10)).message).toBe(
    '文件格式不正确, 请上传bmp、png、jpeg、jpg、gif格式文件!',
  )
  expect((await upload('image', 'a.png', 10, 'file')).message).toBe('请选择文件')
  house.fake.refuse('cgi-bin/material/add_material', 40009)
  expect((await upload('image', 'a.png', 10)).message).toBe('微信接口错误：40009 图片大小超过限制')
})
