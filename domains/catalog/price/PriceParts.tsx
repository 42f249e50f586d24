import { Select } from 'antd'
import { CHANNELS } from '#domains/settings/settings.shared.ts'
import { placeOfOne } from '#kit/shared/documentPages.ts'
import { formatTime } from '#kit/shared/time.ts'
import { NONE } from '#kit/web/fieldUi.ts'
import { PageLink } from '#kit/web/shell/PageLink.tsx'
import { openFacts } from '#kit/web/shell/places.ts'
import { browserZone } from '#kit/web/time/zone.ts'
import { recordPage } from '../shelf/shelf.addresses.ts'
import { PRICE_KINDS } from './priceKinds.ts'
import { NOTICE_SCOPES } from './priceNotice.entity.ts'

/** Pages of what sets prices, by its type. */
const PAGES: Readonly<Record<string, (id: number) => string>> = {
  basePrice: (id) => placeOfOne(PRICE_KINDS.basePrice.at.see, id),
  saleInfo: (id) => placeOfOne(PRICE_KINDS.saleInfo.at.see, id),
  priceNotice: (id) => placeOfOne(PRICE_KINDS.priceNotice.at.see, id),
  product: (id) => `/store/product/info/${id}`,
  productChannel: (id) => `/store/infoSale/${id}`,
  productEdit: (id) => recordPage('edit', id),
  showApply: (id) => recordPage('show', id),
}

interface Source {
  sourceType: string
  sourceId: number | null
  sourceName: string
}

/** What set a price: leads to its page for whoever may open it. */
export function PriceSource({ sourceType, sourceId, sourceName }: Source) {
  const page = sourceId === null ? undefined : PAGES[sourceType]?.(sourceId)
  if (sourceName === '') return <>{NONE}</>
  return page !== undefined && openFacts(page) !== null ? (
    <PageLink to={page}>{sourceName}</PageLink>
  ) : (
    sourceName
  )
}

interface SetBy {
  /** who wrote the document; '' where there is none */
  makerName: string
  /** whose save, or whose approval of the document, set the price */
  createByName: string
  sourceReason: string
}

/** Who set a price, and why. */
export function SourceHint({ makerName, createByName, sourceReason }: SetBy) {
  const people =
    makerName === '' || makerName === createByName
      ? [createByName]
      : [`${makerName}制单`, createByName === '' ? '' : `${createByName}审核`]
  const told = [people.filter((one) => one !== '').join('，'), sourceReason]
    .filter((one) => one !== '')
    .join('：')
  return told === '' ? null : <div className="k-hint k-breaks">{told}</div>
}

/** From when to when. */
export function spanText(startTime: number | null, endTime: number | null): string {
  if (startTime === null && endTime === null) return NONE
  const from = startTime === null ? '' : `${formatTime(startTime, browserZone)} `
  return `${from}${endTime === null ? '起长期有效' : `至 ${formatTime(endTime, browserZone)}`}`
}

export interface Wanted {
  channelId?: (typeof CHANNELS)[number]['value']
  scopeType?: string
}

const SCOPES = [{ value: 9, label: '基础价' }, ...NOTICE_SCOPES]

/** Of which channel and for whom prices are shown. */
export function PriceFilters({ value, onChange }: { value: Wanted; onChange(next: Wanted): void }) {
  const { channelId, scopeType } = value
  return (
    <>
      <Select
        className="p-price-filter"
        aria-label="渠道"
        allowClear
        placeholder="全部渠道"
        value={channelId ?? null}
        options={CHANNELS.map(({ value, label }) => ({ value, label }))}
        onChange={(next) =>
          onChange({ ...(next == null ? {} : { channelId: next }), ...(scopeType ? { scopeType } : {}) })
        }
      />
      <Select
        className="p-price-filter"
        aria-label="适用"
        allowClear
        placeholder="全部适用"
        value={scopeType ?? null}
        options={SCOPES.map(({ value, label }) => ({ value: String(value), label }))}
        onChange={(next) =>
          onChange({ ...(channelId ? { channelId } : {}), ...(next == null ? {} : { scopeType: next }) })
        }
      />
    </>
  )
}
