import { NONE } from '#kit/web/fieldUi.ts'
import type { Figure } from '#kit/web/info/RecordHead.tsx'

interface Figured {
  readonly price: string | null
  readonly stock: number
  readonly sales: number
  readonly completeness: number
  readonly missing: string
}

/** The figures at the head of a product. Screens §3. */
export const productFigures = ({
  price,
  stock,
  sales,
  completeness,
  missing,
}: Figured): readonly Figure[] => [
  { label: '售价', value: price ?? NONE },
  { label: '库存', value: stock },
  { label: '销量', value: sales },
  { label: '资料完整度', value: `${completeness}%`, hint: missing === '' ? '' : `缺少：${missing}` },
]
