import { eachRow } from '#kit/web/batch.ts'
import { invalidate } from '#kit/web/query.ts'
import { request } from '#kit/web/request.ts'
import { TOUCHED } from '../product/touched.ts'
import { poolCalls } from './pool.calls.ts'

interface Named {
  id: number
  productCode: string
  storeName: string
}

/** 加入付费商品 or 加入积分商品 for products; what was refused is listed with its reason. */
export async function joinPool(kind: 'pay' | 'integral', rows: readonly Named[]): Promise<void> {
  const call = kind === 'pay' ? poolCalls.putPaid : poolCalls.putIntegral
  await eachRow({
    rows,
    label: call.title,
    nameOf: ({ productCode, storeName }) => `${productCode} ${storeName}`,
    work: ({ id }) => request(call, { id }, { quiet: true }),
  })
  await invalidate(...TOUCHED)
}
