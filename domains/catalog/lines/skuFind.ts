import type { InWireOf, OutWireOf } from '#kit/shared/call.ts'
import type { findSkusCall } from './lines.calls.ts'

/** A sku with the figures a price is held against, as lines are made from it. */
export type FoundSku = OutWireOf<typeof findSkusCall>['list'][number]

/** For whom prices are asked; empty: what the skus show. */
export type FindTerms = Omit<InWireOf<typeof findSkusCall>, 'codes' | 'skuIds'>
