import type { Db } from '#kit/server/database.ts'
import { namedPoint, type Registration } from '#kit/server/points.ts'
import { gateway } from './gateway.server.ts'
import type { PayType, ProviderName } from './payment.entity.ts'
import type { Provider } from './provider.ts'

const providers = namedPoint<Provider>('Provider of payments')

export const ownProviders: readonly Registration[] = (['weixin', 'alipay'] as const).map((name) =>
  providers.as(name, gateway(name)),
)

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
