import type { PriceKindName } from './priceKinds.ts'

type PricePages = typeof import('./basePrice.pages.tsx')

/** The pages of a kind of price document, loaded together with the first of them. */
export const PRICE_PAGES: Readonly<Record<PriceKindName, () => Promise<PricePages>>> = {
  basePrice: () => import('./basePrice.pages.tsx'),
  saleInfo: () => import('./saleInfo.pages.tsx'),
  priceNotice: () => import('./priceNotice.pages.tsx'),
}
export const PRICE_NAMES = ['basePrice', 'saleInfo', 'priceNotice'] as const
