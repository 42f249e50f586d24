import { choice, text } from '#kit/fields/shared.ts'
import type { FieldError } from '#kit/shared/errors.ts'
import { privateKeyOf, publicKeyOf } from './rsa.ts'

// What a merchant enters who speaks with a provider of payments without a gateway between them. docs/outside.md.

const ADDRESS = /^https?:\/\/\S+$/
const KEY_MOST = 4000
/** How a stored secret comes back from the form. */
const KEPT = '******'

export const BY_GATEWAY = 1
export const DIRECT = 2

const way = (direct: string) =>
  choice(
    '接入方式',
    [
      { value: BY_GATEWAY, label: '支付网关' },
      { value: DIRECT, label: direct },
    ],
    { initial: BY_GATEWAY },
  )

export const weixinDirect = {
  pay_weixin_way: way('微信支付直连'),
  pay_weixin_api: text('微信支付接口地址', {
    max: 200,
    pattern: ADDRESS,
    initial: 'https://api.mch.weixin.qq.com',
    help: '以下各项用于微信支付直连（API v3）',
  }),
  pay_weixin_mchid: text('微信商户号', { max: 32 }),
  pay_weixin_public_appid: text('公众号AppID', { max: 50, help: '公众号、H5和扫码支付' }),
  pay_weixin_routine_appid: text('小程序AppID', { max: 50 }),
  pay_weixin_app_appid: text('移动应用AppID', { max: 50 }),
  pay_weixin_serial: text('商户证书序列号', { max: 64 }),
  pay_weixin_private_key: text('商户API私钥', { max: KEY_MOST, help: 'apiclient_key.pem的内容' }),
  pay_weixin_v3_key: text('APIv3密钥', { max: 32, min: 32, help: '32位' }),
  pay_weixin_public_id: text('微信支付公钥ID', { max: 64, help: '或平台证书序列号' }),
  pay_weixin_public_key: text('微信支付公钥', { max: KEY_MOST, help: '或平台证书，PEM的内容' }),
} as const

export const alipayDirect = {
  pay_alipay_way: way('支付宝直连'),
  pay_alipay_api: text('支付宝接口地址', {
    max: 200,
    pattern: ADDRESS,
    initial: 'https://openapi.alipay.com/gateway.do',
    help: '以下各项用于支付宝直连（公钥方式，RSA2）',
  }),
  pay_alipay_appid: text('支付宝应用ID', { max: 32 }),
  pay_alipay_private_key: text('应用私钥', { max: KEY_MOST }),
  pay_alipay_public_key: text('支付宝公钥', { max: KEY_MOST }),
} as const

type Texts = Readonly<Record<string, unknown>>

/** What is missing of a way that is chosen, and keys that are none, each at its field. */
function faultsOf(
  set: Texts,
  needed: readonly (readonly [string, string])[],
  keys: { private: string; public: string },
): FieldError[] {
  const missing = needed
    .filter(([name]) => set[name] === '')
    .map(([field, label]) => ({ field, message: `请输入${label}` }))
  const [own, theirs] = [String(set[keys.private] ?? ''), String(set[keys.public] ?? '')]
  const faults: FieldError[] = []
  if (own !== '' && own !== KEPT && privateKeyOf(own) === null)
    faults.push({ field: keys.private, message: '不是RSA私钥，请粘贴密钥文件的全部内容' })
  if (theirs !== '' && publicKeyOf(theirs) === null)
    faults.push({ field: keys.public, message: '不是RSA公钥或证书，请粘贴文件的全部内容' })
  return [...missing, ...faults]
}

const named = (shape: Readonly<Record<string, { label: string }>>, ...names: readonly string[]) =>
  names.map((name) => [name, shape[name]?.label ?? ''] as const)

export const weixinFaults = (set: Texts): FieldError[] =>
  set.pay_weixin_way !== DIRECT
    ? []
    : faultsOf(
        set,
        named(
          weixinDirect,
          'pay_weixin_mchid',
          'pay_weixin_serial',
          'pay_weixin_private_key',
          'pay_weixin_v3_key',
          'pay_weixin_public_id',
          'pay_weixin_public_key',
        ),
        { private: 'pay_weixin_private_key', public: 'pay_weixin_public_key' },
      )

export const alipayFaults = (set: Texts): FieldError[] =>
  set.pay_alipay_way !== DIRECT
    ? []
    : faultsOf(
        set,
        named(alipayDirect, 'pay_alipay_appid', 'pay_alipay_private_key', 'pay_alipay_public_key'),
        { private: 'pay_alipay_private_key', public: 'pay_alipay_public_key' },
      )
