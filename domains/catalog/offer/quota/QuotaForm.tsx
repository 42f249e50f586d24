import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import type { OutWireOf } from '#kit/shared/call.ts'
import type { InputProps } from '#kit/web/fieldUi.ts'
import { FormPage } from '#kit/web/form/FormPage.tsx'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { ProductsInput, SkusInput } from '../../lines/PickedInput.tsx'
import { ScopeInput } from '../../ScopeInput.tsx'
import { scopeForm } from '../scope.web.ts'
import { productQuota } from './productQuota.entity.ts'
import { quotaCalls } from './quota.calls.ts'
import { SCOPE_ENTITY, SCOPE_TYPES } from './quota.rules.ts'

const LIST = '/store/quota'

const GROUPS = [
  {
    title: '限额',
    note: '同一限额下的全部商品合计计算；消费者按用户、企业按售达方分别计数。',
    fields: ['quotaName', 'limitType', 'minQty', 'maxQty', 'startTime', 'endTime', 'status'],
  },
  {
    title: '商品',
    note: '至少选择一个商品或规格；选择商品时包含其全部规格。',
    fields: ['productIds', 'skuIds'],
  },
  { title: '适用范围', fields: ['channelIds', 'scopeType', 'scopeIds'] },
]

const INPUTS = {
  productIds: { Input: ProductsInput, label: '整件商品', wide: true },
  skuIds: { Input: SkusInput, label: '指定规格', wide: true },
  minQty: { help: '每单最少购买，0 为不限' },
  scopeIds: { Input: (props: InputProps) => <ScopeInput {...props} entities={SCOPE_ENTITY} /> },
}

type Quota = OutWireOf<typeof quotaCalls.info>

/** What a copy begins with: all but the time and whether it rules. */
function copied({
  quotaName,
  productIds,
  skuIds,
  channelIds,
  scopeType,
  scopeIds,
  limitType,
  minQty,
  maxQty,
}: Quota) {
  return { quotaName, productIds, skuIds, channelIds, scopeType, scopeIds, limitType, minQty, maxQty }
}

/** /store/addQuota: 新增, with ?id= 编辑, with ?copy= 复制. Catalog §3.5. */
export default function QuotaForm() {
  const [address] = useSearchParams()
  const id = address.get('id')
  const copy = address.get('copy')
  const source = useCall(quotaCalls.info, { id: Number(copy) }, { enabled: copy !== null, quiet: true })
  const scope = useMemo(() => scopeForm(productQuota.shape, SCOPE_TYPES, SCOPE_ENTITY), [])
  if (copy !== null && source.data === undefined)
    return source.error === null ? (
      <Loading rows={10} />
    ) : (
      <ErrorState error={source.error} onRetry={() => void source.refetch()} />
    )
  return (
    <FormPage
      {...scope}
      // The page stays where it is when another row is asked for.
      key={`${id}:${copy}`}
      id={id === null ? null : Number(id)}
      of={productQuota}
      calls={quotaCalls}
      groups={GROUPS}
      inputs={INPUTS}
      {...(source.data === undefined ? {} : { initial: copied(source.data) })}
      back={LIST}
    />
  )
}
