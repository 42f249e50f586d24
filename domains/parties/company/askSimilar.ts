import { confirm } from '#kit/web/confirm.tsx'
import { textOf, type WireRow } from '#kit/web/fieldUi.ts'
import { askOnce } from '#kit/web/useCall.ts'
import { companyCalls } from './company.document.ts'

const NAMED = 5

/** Names companies like the one that is being saved; false when the person takes another look. Catalog §10. */
export async function askSimilar(id: number | null, values: WireRow): Promise<boolean> {
  const found = await askOnce(companyCalls.similar, {
    id,
    orgName: textOf(values.orgName),
    creditCode: textOf(values.creditCode),
    contactPhone: textOf(values.contactPhone),
  })
  if (found.length === 0) return true
  const list = found.slice(0, NAMED).map((one) => `${one.orgName}（${one.orgCode}，${one.reason}）`)
  return confirm(`已有相似的单位：${list.join('、')}。确定仍要保存吗？`)
}
