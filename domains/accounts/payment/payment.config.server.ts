import { form, settingsOf } from '#domains/settings/settings.door.ts'
import { flag, text } from '#kit/fields/shared.ts'
import type { Db } from '#kit/server/database.ts'
import { contextOf } from '#kit/server/points.ts'
import { conflict } from '#kit/shared/errors.ts'
import { PAY_TYPES, type PayType, type ProviderName } from './payment.entity.ts'
import { SANDBOX } from './payment.sign.ts'

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
  },
  { secret: ['pay_weixin_key'], sentTo: { pay_weixin_key: 'pay_weixin_url' } },
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
  },
  { secret: ['pay_alipay_key'], sentTo: { pay_alipay_key: 'pay_alipay_url' } },
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

/** What people call a way to pay. */
export const payTypeName = (payType: PayType): string =>
  PAY_TYPES.find((one) => one.value === payType)?.label ?? payType

/** 409 未配置微信支付 (…): nobody has set it; 未开启余额支付 (…): it is switched off. */
export async function demandPayType(db: Db, payType: PayType): Promise<void> {
  if (payType === 'weixin' || payType === 'alipay') {
    if ((await merchantOf(db, payType)) === null) throw conflict(`未配置${payTypeName(payType)}`)
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
