import { baseForm, form, settingsOf } from '#domains/settings/settings.door.ts'
import { choice, flag, image, text } from '#kit/fields/shared.ts'
import type { Db } from '#kit/server/database.ts'
import { contextOf } from '#kit/server/points.ts'
import { conflict } from '#kit/shared/errors.ts'

const ADDRESS = /^https?:\/\/\S+$/
const PLAIN = 1

/** Platform §7.2. */
export const routineForm = form(
  66,
  '小程序',
  1,
  {
    routine_appid: text('小程序AppID', { max: 50 }),
    routine_appsecret: text('小程序AppSecret', { max: 100 }),
    routine_name: text('小程序名称', { max: 50 }),
  },
  { secret: ['routine_appsecret'], sentTo: { routine_appsecret: 'wechat_api_base' } },
)

export const wechatForm = form(
  84,
  '公众号',
  1,
  {
    wechat_name: text('公众号名称', { max: 50 }),
    wechat_type: choice('公众号类型', [
      { value: 1, label: '订阅号' },
      { value: 2, label: '服务号' },
    ]),
    wechat_appid: text('AppID', { max: 50, required: true }),
    wechat_appsecret: text('AppSecret', { max: 100, required: true }),
    wechat_token: text('Token', {
      max: 32,
      required: true,
      pattern: /^[A-Za-z0-9]{3,32}$/,
      help: '3–32位字母或数字',
    }),
    wechat_encrypt_mode: choice(
      '消息加解密方式',
      [
        { value: PLAIN, label: '明文模式' },
        { value: 2, label: '兼容模式' },
        { value: 3, label: '安全模式' },
      ],
      { initial: PLAIN },
    ),
    wechat_aeskey: text('EncodingAESKey', {
      max: 43,
      pattern: /^[A-Za-z0-9]{43}$/,
      help: '43位，兼容和安全模式必填',
    }),
    wechat_qrcode: image('公众号二维码'),
    wechat_share_img: image('分享图片'),
    wechat_share_title: text('分享标题', { max: 100 }),
    wechat_share_synopsis: text('分享简介', { max: 200 }),
    h5_avatar: image('默认头像'),
    wechat_public_login_type: choice('登录方式', [
      { value: 1, label: '微信授权' },
      { value: 2, label: '验证码' },
    ]),
    wechat_api_base: text('接口地址', { max: 200, pattern: ADDRESS, initial: 'https://api.weixin.qq.com' }),
    wechat_open_base: text('授权地址', { max: 200, pattern: ADDRESS, initial: 'https://open.weixin.qq.com' }),
    wechat_forward_kefu: flag('转客服', { initial: 1, texts: ['开启', '关闭'] }),
  },
  {
    secret: ['wechat_appsecret', 'wechat_aeskey'],
    sentTo: { wechat_appsecret: 'wechat_api_base' },
    check: (set) =>
      set.wechat_encrypt_mode !== PLAIN && set.wechat_aeskey === ''
        ? [{ field: 'wechat_aeskey', message: '请输入EncodingAESKey' }]
        : [],
  },
)

/** Where the messages of followers arrive. Platform §11.3. */
export const MESSAGE_PATH = '/api/public/wechat/message'

/** Which of the two accounts at the platform. */
export type AccountKind = 'wechat' | 'routine'

const NAMES = { wechat: '公众号', routine: '小程序' } as const

/** Id and secret of an account, or null while they are not set. */
async function credentialsOf(db: Db, kind: AccountKind): Promise<{ appId: string; secret: string } | null> {
  if (kind === 'routine') {
    const set = await settingsOf(db, routineForm)
    const { routine_appid: appId, routine_appsecret: secret } = set
    return appId === '' || secret === '' ? null : { appId, secret }
  }
  const set = await settingsOf(db, wechatForm)
  const { wechat_appid: appId, wechat_appsecret: secret } = set
  // Without its token the form is not complete.
  return appId === '' || secret === '' || set.wechat_token === '' ? null : { appId, secret }
}

export async function isConfigured(db: Db, kind: AccountKind): Promise<boolean> {
  return (await credentialsOf(db, kind)) !== null
}

/** Id and secret of an account; 409 未配置公众号 (or 小程序). */
export async function demandAccount(db: Db, kind: AccountKind): Promise<{ appId: string; secret: string }> {
  const found = await credentialsOf(db, kind)
  if (found === null) throw conflict(`未配置${NAMES[kind]}`)
  return found
}

/** Where the platform is called: the environment wins over form 84. Platform §11.4. */
export async function apiBase(db: Db): Promise<string> {
  return contextOf(db).settings.wechatApiBase ?? (await settingsOf(db, wechatForm)).wechat_api_base
}

/** Public address of this installation without a slash at its end; '' while nobody has set one. */
export async function siteUrl(db: Db): Promise<string> {
  const { settings } = contextOf(db)
  return (settings.siteUrl ?? (await settingsOf(db, baseForm)).site_url).replace(/\/+$/, '')
}
