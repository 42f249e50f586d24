import type { Db } from '#kit/server/database.ts'
import { namedPoint, type Registration } from '#kit/server/points.ts'
import { alipayProvider } from './alipayDirect.server.ts'
import { gateway } from './gateway.server.ts'
import { isDirect } from './payment.config.server.ts'
import type { PayType, ProviderName } from './payment.entity.ts'
import { SIGN_HEADER } from './payment.sign.ts'
import type { Provider, RawNotice } from './provider.ts'
import { weixinProvider } from './weixinDirect.server.ts'

const providers = namedPoint<Provider>('Provider of payments')

/**
 * A provider by the way that is set now. A notification goes to whoever speaks its form: what was asked for before the way was
 * changed is still told of in the old one.
 */
function byWay(name: ProviderName, direct: Provider): Provider {
  const behind = gateway(name)
  const now = async (db: Db): Promise<Provider> => ((await isDirect(db, name)) ? direct : behind)
  const speaker = ({ headers, raw }: RawNotice): Provider => {
    if (headers[SIGN_HEADER] !== undefined) return behind
    const isTheirs = headers['wechatpay-signature'] !== undefined || /(^|&)sign_type=/.test(raw)
    return isTheirs ? direct : behind
  }
  return {
    name,
    demand: async (db) => (await now(db)).demand(db),
    create: async (db, order) => (await now(db)).create(db, order),
    query: async (db, flowNo) => (await now(db)).query(db, flowNo),
    close: async (db, flowNo) => (await now(db)).close(db, flowNo),
    refund: async (db, what) => (await now(db)).refund(db, what),
    queryRefund: async (db, what) => (await now(db)).queryRefund(db, what),
    identify: async (db, code) => (await now(db)).identify(db, code),
    parseNotify: (db, told) => speaker(told).parseNotify(db, told),
    claimed: (told) => speaker(told).claimed(told),
    answer: (taken, told) => speaker(told).answer(taken, told),
  }
}

export const ownProviders: readonly Registration[] = [
  providers.as('weixin', byWay('weixin', weixinProvider)),
  providers.as('alipay', byWay('alipay', alipayProvider)),
]

/** The provider of this name; undefined where there is none. */
export const findProvider = (db: Db, name: string): Provider | undefined => providers.of(db, name)

/** Who takes an online payment. */
export function providerOf(db: Db, name: ProviderName): Provider {
  const found = providers.of(db, name)
  if (found === undefined) throw new Error(`No provider ${name}`)
  return found
}

/** The provider of a way to pay; null where none takes it. */
export const providerNameOf = (payType: PayType): ProviderName | null =>
  payType === 'weixin' || payType === 'alipay' ? payType : null
