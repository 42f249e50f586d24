import type { ReactNode } from 'react'
import type { OutWireOf } from '#kit/shared/call.ts'
import { pictureOf } from '#kit/web/brokenPictures.ts'
import { isLot } from '../stock/lotNo.ts'
import type { scanCalls } from './scan.calls.ts'

interface LineCardProps {
  line: {
    readonly name: string
    readonly suk: string
    readonly place?: string
    readonly lotNo: string
    readonly expiryDate: string | null
    readonly sectionId: number | null
    readonly want: number | null
    readonly done: number
    readonly note?: string
  }
  goods: OutWireOf<typeof scanCalls.goods>[number] | undefined
  sections: OutWireOf<typeof scanCalls.sections> | undefined
  isWrong: boolean
  children?: ReactNode
}

/** What to do now, in large type: where, what, of which lot, how much. Warehouse §7. */
export function LineCard({ line, goods, sections, isWrong, children }: LineCardProps) {
  const section = sections?.find((one) => one.id === line.sectionId)
  return (
    <section className={isWrong ? 'w-scan-card w-scan-card-wrong' : 'w-scan-card'} aria-label="当前商品">
      <div className="w-scan-place">
        <span>{line.place ?? (section === undefined ? '' : `${section.code} ${section.name}`)}</span>
        <span className="w-scan-figure">
          {line.want === null ? line.done : `${line.done} / ${line.want}`}
        </span>
      </div>
      <div className="w-scan-goods">
        {goods !== undefined && goods.image !== '' && (
          <img src={pictureOf(goods.image)} alt="" width={64} height={64} />
        )}
        <div>
          <strong>{line.name}</strong> {line.suk}
          {goods !== undefined && <div className="k-hint">{goods.codes[0]?.code ?? goods.skuCode}</div>}
          {isLot(line.lotNo) && <div>批次 {line.lotNo}</div>}
          {line.expiryDate !== null && <div>到期 {line.expiryDate}</div>}
          {line.note !== undefined && line.note !== '' && <div>{line.note}</div>}
        </div>
      </div>
      {children}
    </section>
  )
}
