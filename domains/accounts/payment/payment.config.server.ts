import type { KeyObject } from 'node:crypto'
import { form, settingsOf } from '#domains/settings/settings.door.ts'
import { flag, text } from '#kit/fields/shared.ts'
import type { Db } from '#kit/server/database.ts'
import { contextOf } from '#kit/server/points.ts'
import { conflict } from '#kit/shared/errors.ts'
import { alipayDirect, alipayFaults, DIRECT, weixinDirect, weixinFaults } from './direct.fields.ts'
import { PAY_TYPES, type PayType, type ProviderName } from './payment.entity.ts'
import { SANDBOX } from './payment.sign.ts'
import { privateKeyOf, publicKeyOf } from './rsa.ts'

const ADDRESS = /^https?:\/\/\S+$/
const PAYMENTS = 2
const SWITCH = ['开启', '关闭'] as const

/** Platform §7.2, doors §7.3: the forms of payments. */
export const weixinPayForm = form(
  79,
  '微信支付',
  PAYMENTS,
  {
    pay_weixin_open: flag('微信支付', { initial: 0, texts: SWITCH }),
    pay_weixin_url: text('支付网关地址', { max: 200, pattern: ADDRESS }),
    pay_weixin_merchant: text('商户号', { max: 64 }),
    pay_weixin_key: text('商户密钥', { max: 200, help: '请求与通知的签名密钥' }),
    ...weixinDirect,
  },
  {
    secret: ['pay_weixin_key', 'pay_weixin_private_key', 'pay_weixin_v3_key'],
    sentTo: { pay_weixin_key: 'pay_weixin_url' },
    check: weixinFaults,
  },
)

export const alipayForm = form(
  80,
  '支付宝',
  PAYMENTS,
  {
    pay_alipay_open: flag('支付宝', { initial: 0, texts: SWITCH }),
    pay_alipay_url: text('支付网关地址', { max: 200, pattern: ADDRESS }),
    pay_alipay_merchant: text('商户号', { max: 64 }),
    pay_alipay_key: text('商户密钥', { max: 200, help: '请求与通知的签名密钥' }),
    ...alipayDirect,
  },
  {
    secret: ['pay_alipay_key', 'pay_alipay_private_key'],
    sentTo: { pay_alipay_key: 'pay_alipay_url' },
    check: alipayFaults,
  },
)

export const accountPayForm = form(67, '账户支付', PAYMENTS, {
  pay_yue_open: flag('余额支付', { initial: 1, texts: SWITCH }),
  pay_ct_open: flag('CT账户支付', { initial: 1, texts: SWITCH }),
  pay_vacct_open: flag('虚拟账户支付', { initial: 1, texts: SWITCH }),
  recharge_min: text('最低充值金额(元)', {
    max: 12,
    initial: '1.00',
    pattern: /^\d{1,8}(\.\d{1,2})?$/,
    help: '用户每次充值不少于此金额',
  }),
})

export const handPayForm = form(68, '转账与线下收款', PAYMENTS, {
  pay_bank_open: flag('银行转账', { initial: 1, texts: SWITCH }),
  pay_offline_open: flag('线下支付', { initial: 1, texts: SWITCH }),
  pay_bank_name: text('收款户名', { max: 100 }),
  pay_bank_account: text('收款账号', { max: 50, pattern: /^[0-9A-Za-z -]+$/ }),
  pay_bank_branch: text('开户行', { max: 100 }),
})

/** Where and as whom a provider is asked. */
export interface Merchant {
  base: string
  merchant: string
  key: string
}

/** The merchant of a provider; null while it is not set or switched off. TS_FAKE=pay needs no form. docs/outside.md. */
export async function merchantOf(db: Db, name: ProviderName): Promise<Merchant | null> {
  const { settings } = contextOf(db)
  const set = name === 'weixin' ? await weixinSet(db) : await alipaySet(db)
  const isTrial = settings.fake.includes('pay')
  const base = settings.payBase ?? set.url
  const merchant = set.merchant === '' && isTrial ? SANDBOX.merchant : set.merchant
  const key = set.key === '' && isTrial ? SANDBOX.key : set.key
  const isOpen = set.open === 1 || isTrial
  return !isOpen || base === '' || merchant === '' || key === '' ? null : { base, merchant, key }
}

async function weixinSet(db: Db) {
  const set = await settingsOf(db, weixinPayForm)
  return {
    open: set.pay_weixin_open,
    url: set.pay_weixin_url,
    merchant: set.pay_weixin_merchant,
    key: set.pay_weixin_key,
  }
}

async function alipaySet(db: Db) {
  const set = await settingsOf(db, alipayForm)
  return {
    open: set.pay_alipay_open,
    url: set.pay_alipay_url,
    merchant: set.pay_alipay_merchant,
    key: set.pay_alipay_key,
  }
}

/** A merchant who speaks with 微信支付 itself. */
export interface WeixinMerchant {
  base: string
  mchId: string
  appIds: { public: string; routine: string; app: string }
  serial: string
  privateKey: KeyObject
  v3Key: string
  /** the key that the provider signs with, and how its messages name it */
  theirs: { serial: string; publicKey: KeyObject }
}

/** Whether a provider is spoken with directly, without a gateway. */
export const isDirect = async (db: Db, name: ProviderName): Promise<boolean> =>
  name === 'weixin'
    ? (await settingsOf(db, weixinPayForm)).pay_weixin_way === DIRECT
    : (await settingsOf(db, alipayForm)).pay_alipay_way === DIRECT

/** The merchant of 微信支付 (API v3); null while it is not set or switched off. */
export async function weixinMerchant(db: Db): Promise<WeixinMerchant | null> {
  const set = await settingsOf(db, weixinPayForm)
  const privateKey = privateKeyOf(set.pay_weixin_private_key)
  const publicKey = publicKeyOf(set.pay_weixin_public_key)
  if (set.pay_weixin_open === 0 || privateKey === null || publicKey === null) return null
  if (set.pay_weixin_mchid === '' || set.pay_weixin_v3_key === '') return null
  return {
    base: set.pay_weixin_api,
    mchId: set.pay_weixin_mchid,
    appIds: {
      public: set.pay_weixin_public_appid,
      routine: set.pay_weixin_routine_appid,
      app: set.pay_weixin_app_appid,
    },
    serial: set.pay_weixin_serial,
    privateKey,
    v3Key: set.pay_weixin_v3_key,
    theirs: { serial: set.pay_weixin_public_id, publicKey },
  }
}

/** A merchant who speaks with 支付宝 itself. */
export interface AlipayMerchant {
  base: string
  appId: string
  privateKey: KeyObject
  publicKey: KeyObject
}

/** The application at 支付宝; null while it is not set or switched off. */
export async function alipayMerchant(db: Db): Promise<AlipayMerchant | null> {
  const set = await settingsOf(db, alipayForm)
  const privateKey = privateKeyOf(set.pay_alipay_private_key)
  const publicKey = publicKeyOf(set.pay_alipay_public_key)
  if (set.pay_alipay_open === 0 || set.pay_alipay_appid === '') return null
  if (privateKey === null || publicKey === null) return null
  return { base: set.pay_alipay_api, appId: set.pay_alipay_appid, privateKey, publicKey }
}

/** Whether a provider can be asked, by the way that is set. */
export const isProviderSet = async (db: Db, name: ProviderName): Promise<boolean> => {
  if (!(await isDirect(db, name))) return (await merchantOf(db, name)) !== null
  return (name === 'weixin' ? await weixinMerchant(db) : await alipayMerchant(db)) !== null
}

/** What people call a way to pay. */
export const payTypeName = (payType: PayType): string =>
  PAY_TYPES.find((one) => one.value === payType)?.label ?? payType

/** 409 未配置微信支付 (…): nobody has set it; 未开启余额支付 (…): it is switched off. */
export async function demandPayType(db: Db, payType: PayType): Promise<void> {
  if (payType === 'weixin' || payType === 'alipay') {
    if (!(await isProviderSet(db, payType))) throw conflict(`未配置${payTypeName(payType)}`)
    return
  }
  const account = await settingsOf(db, accountPayForm)
  const hand = await settingsOf(db, handPayForm)
  const open: Readonly<Record<Exclude<PayType, 'weixin' | 'alipay'>, 0 | 1>> = {
    yue: account.pay_yue_open,
    ctAccount: account.pay_ct_open,
    vacct: account.pay_vacct_open,
    bank: hand.pay_bank_open,
    offline: hand.pay_offline_open,
    zeroPay: 1,
  }
  if (open[payType] === 0) throw conflict(`未开启${payTypeName(payType)}`)
}
